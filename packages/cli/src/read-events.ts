import { askBlockAtDepth, makeLogQuestions } from '@tandem/chain'
import { decodeEscrowLog, type EscrowEvent, escrowEventTopics } from '@tandem/escrow'
import { believe, blocksToSearch, type ChainEvidence, evidenceOf, type VerifiedChain } from '@tandem/sdk'
import type { Address, Hex } from 'viem'
import { describeFailure, UsageError } from './failure.ts'
import type { Settings } from './settings.ts'

/** An event of a registry. `at` is the time of its block in unix seconds. */
export type ChainEvent = EscrowEvent & { at: number; txHash: Hex }

/** The events in a range of blocks, and the quorum that they were read from. */
export interface ReadRange {
  evidence: ChainEvidence
  from: bigint
  to: bigint
  events: ChainEvent[]
}

/**
 * The first and the last block to read, by the chain's name. If the last one is `undefined`, it is the newest block.
 */
export type Ranges = ReadonlyMap<string, { from: bigint; to: bigint | undefined }>

/** How long the search of one chain may take, in milliseconds. */
const readMs = 600_000

/** Parses the option `--blocks CHAIN=FROM..TO`, which can be given for several chains. */
export function rangesOf(blocks: readonly string[]): Ranges {
  return new Map(
    blocks.map((one) => {
      const [, chain, from, to] = /^([^=]+)=(\d+)\.\.(\d*)$/.exec(one) ?? []
      if (chain === undefined || from === undefined) throw new UsageError(`"${one}" is not CHAIN=FROM..TO`)
      return [chain, { from: BigInt(from), to: to === '' || to === undefined ? undefined : BigInt(to) }]
    }),
  )
}

/**
 * Reads the events of a chain's registry on which a majority of the endpoints agrees. Without a range, it goes back as
 * far as an escrow can still be open.
 *
 * @returns the events; `reason` instead when the chain cannot be read, so that the command goes on with other chains.
 */
export async function readEvents(
  at: Settings,
  ranges: Ranges,
  chainOf: () => Promise<VerifiedChain>,
): Promise<ReadRange | { reason: string }> {
  try {
    const chain = await chainOf()
    const evidence = evidenceOf({ endpoints: at.endpoints() }, chain)
    const { quorum } = evidence
    const head = await believe(evidence, askBlockAtDepth(quorum, { confirmations: 1, tag: null }))
    const range = ranges.get(chain.chain)
    const from = range?.from ?? (head > blocksToSearch(chain) ? head - blocksToSearch(chain) : 0n)
    const to = range?.to === undefined || range.to > head ? head : range.to
    const filter = { address: chain.registry_address as Address, kinds: escrowEventTopics, topics: [] }
    const logs = await believe(evidence, makeLogQuestions(quorum, filter, { budgetMs: readMs }).inRange(from, to))
    const events = logs.flatMap((log) => {
      const event = decodeEscrowLog(log)
      return event === undefined ? [] : [{ ...event, at: log.blockTimestamp, txHash: log.txHash }]
    })
    return { evidence, from, to, events }
  } catch (error) {
    if (error instanceof UsageError) throw error
    return { reason: describeFailure(error).message }
  }
}
