import {
  type ChainLog,
  type Endpoint,
  isBelieved,
  makeRangeSize,
  type Quorum,
  readLogRange,
  readLogsBack,
  widestRange,
} from '@tandem/chain'
import { decodeEscrowLog, escrowEventTopics } from '@tandem/escrow'
import { type Address, type Hex, pad } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { blocksToSearch } from '../hops/blocks-to-search.ts'
import type { VerifiedChain } from '../known-network.ts'

/** For each endpoint, by name: the range of blocks that was searched without a gap. */
export type ScannedBlocks = Map<string, { head: bigint; oldest: bigint }>

const searchMs = 5_000

interface Wanted {
  chain: VerifiedChain
  vault: Address
  secret: Hex
  /** Every search adds to it, so that the next one does not search the same blocks again. */
  scanned: ScannedBlocks
  signal?: AbortSignal | undefined
}

/** Whether a log of any endpoint contains the secret. One endpoint is enough, because none can guess the secret. */
export async function readIsSecretPublic(quorum: Quorum, wanted: Wanted): Promise<boolean> {
  const proof = await quorum.prove(async (endpoint, over) => (await search(endpoint, wanted, over)) || undefined, {
    name: 'secret',
    first: quorum.endpoints.length,
  })
  return isBelieved(proof)
}

/** The most logs that are read at once. A vault has only a handful. */
const maxLogs = 1_000

/**
 * Searches for the secret, the newest blocks first, for five seconds at most. It goes on where the last search stopped.
 * If more new blocks came since then than one request may ask for, it starts over.
 */
async function search(endpoint: Endpoint, { chain, vault, secret, scanned, signal }: Wanted, over: AbortSignal) {
  const { name, client } = endpoint
  const until = Date.now() + searchMs
  const head = await getBlockNumber(client, { cacheTime: 0 })
  const filter = { address: chain.registry_address as Address, kinds: escrowEventTopics, topics: [pad(vault)] }
  const reading = { filter, maxLogs, size: makeRangeSize(widestRange), signal: over }
  const isShown = (logs: readonly ChainLog[]) => logs.some((log) => secretOf(log) === secret.toLowerCase())
  const newest = notBelowZero(head - BigInt(widestRange) + 1n)
  if (isShown(await readLogRange(endpoint, { ...reading, from: newest, to: head }))) return true
  const last = scanned.get(name)
  const own = { head, oldest: last === undefined || last.head < newest ? newest : last.oldest }
  scanned.set(name, own)
  const older = { ...reading, from: notBelowZero(head - blocksToSearch(chain)), to: own.oldest - 1n }
  for await (const { from, logs } of readLogsBack(endpoint, older)) {
    if (isShown(logs)) return true
    own.oldest = from
    if (Date.now() >= until || signal?.aborted || over.aborted) break
  }
  return false
}

const notBelowZero = (block: bigint) => (block > 0n ? block : 0n)

/** The secret in a log, which the events of a claim and of a hop's dispatch contain. */
function secretOf(log: ChainLog): Hex | undefined {
  const event = decodeEscrowLog(log)
  return event !== undefined && 'secret' in event ? event.secret : undefined
}
