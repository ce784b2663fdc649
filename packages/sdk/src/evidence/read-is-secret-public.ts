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

/** The blocks that were searched without a gap, by the endpoint's name. */
export type ScannedBlocks = Map<string, { head: bigint; oldest: bigint }>

const searchMs = 5_000

interface Wanted {
  chain: VerifiedChain
  vault: Address
  secret: Hex
  /** Kept between searches, and changed by each. */
  scanned: ScannedBlocks
  signal?: AbortSignal | undefined
}

/** Whether any endpoint's logs show the secret. One endpoint is enough, because none can invent the secret. */
export async function readIsSecretPublic(quorum: Quorum, wanted: Wanted): Promise<boolean> {
  const proof = await quorum.prove(async (endpoint, over) => (await search(endpoint, wanted, over)) || undefined, {
    name: 'secret',
    first: quorum.endpoints.length,
  })
  return isBelieved(proof)
}

/** The most logs that are read at once. A vault has only a handful. */
const maxLogs = 1_000

/** Searches the newest blocks first. After a gap that is too wide for one request, the search begins anew. */
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

/** The secret that a log shows. A claim shows one, and so does the dispatch of a hop. */
function secretOf(log: ChainLog): Hex | undefined {
  const event = decodeEscrowLog(log)
  return event !== undefined && 'secret' in event ? event.secret : undefined
}
