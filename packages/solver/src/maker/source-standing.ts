import { type AssetConfig, confirmationDepth, highestWorthUsd, lastCountedBlock } from '@tandem/contracts'
import { readVaults } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import type { Client } from 'viem'
import { getBlock } from 'viem/actions'
import { askEach, leastOf } from '../chain/ask-each.ts'
import { promisedEscrows, type Side, sidesOf, type TradedChain } from '../orders/sides.ts'

/**
 * How the source of an order can still turn out. `missed`: two endpoints show a block that counts, later than `initiate_by`, in
 * which it is missing: a source that comes now is in a later block, and binds nobody. `open`: it may still come, or be deep enough.
 * `kept`: somebody shows it, or the order is not what was promised: what is held for it is left alone.
 */
export type SourceStanding = 'missed' | 'open' | 'kept'

export interface SourceStandingDeps {
  chains: ReadonlyMap<string, TradedChain>
  assets: readonly AssetConfig[]
  /** Whether an order is what was promised. */
  covers: (order: Order, escrows: ReturnType<typeof promisedEscrows>) => boolean
}

/** Reads it from every endpoint of the source's chain. The result rejects with viem's errors when none can be read. */
export const makeSourceStanding =
  ({ chains, assets, covers }: SourceStandingDeps) =>
  async (order: Order): Promise<SourceStanding> => {
    const sides = sidesOf(order, chains)
    const { initiate_by: initiateBy } = order
    if (sides === undefined || initiateBy === null) return 'kept'
    if (!covers(order, promisedEscrows(sides))) return 'kept'
    const { source } = sides
    const valueUsd = highestWorthUsd(assets, order)
    const answers = askEach(source.chain, (client) => readStanding(client, source, { initiateBy, valueUsd }))
    await Promise.all(answers.asked)
    answers.expectOne()
    if (answers.told.includes('kept')) return 'kept'
    return answers.told.filter((told) => told === 'missed').length >= leastOf(source.chain) ? 'missed' : 'open'
  }

async function readStanding(
  client: Client,
  { chain, terms, vault }: Side,
  { initiateBy, valueUsd }: { initiateBy: number; valueUsd: number | undefined },
): Promise<SourceStanding> {
  const depth = confirmationDepth(chain.config, valueUsd)
  const [head, tagged] = await Promise.all([
    getBlock(client, { blockTag: 'latest' }),
    depth.tag === null ? undefined : getBlock(client, { blockTag: depth.tag }),
  ])
  const blockNumber = lastCountedBlock(depth, { head: head.number, tagged: tagged?.number })
  if (blockNumber < 0n) return 'open'
  // By number, both of the same block: a creation that counts, and is not there, is in a block after it.
  const [{ timestamp }, [view]] = await Promise.all([
    getBlock(client, { blockNumber }),
    readVaults(client, { registry: chain.registry, vaults: [{ vault, terms }], blockNumber }),
  ])
  if (view?.state !== 'missing') return 'kept'
  return timestamp > BigInt(initiateBy) ? 'missed' : 'open'
}
