import { type Endpoint, isBelieved, type Quorum } from '@tandem/chain'
import { type Address, type Hex, pad, toHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { rangeBlocks, reachOf } from '../hops/reach.ts'
import type { VerifiedChain } from '../known-network.ts'

/** By endpoint, without a gap. */
export type ScannedBlocks = Map<string, { head: bigint; oldest: bigint }>

const lookMs = 5_000

interface Wanted {
  chain: VerifiedChain
  vault: Address
  secret: Hex
  /** Kept between searches, and changed. */
  scanned: ScannedBlocks
  signal?: AbortSignal | undefined
}

/** The secret proves itself: no endpoint can invent it. */
export async function readIsSecretShown(quorum: Quorum, wanted: Wanted): Promise<boolean> {
  const proof = await quorum.prove(async (endpoint, over) => (await look(endpoint, wanted, over)) || undefined, {
    name: 'secret',
    first: quorum.endpoints.length,
  })
  return isBelieved(proof)
}

/** Newest blocks first. A gap too wide for one request begins anew. */
async function look({ name, client }: Endpoint, wanted: Wanted, over: AbortSignal): Promise<boolean> {
  const { chain, vault, secret, scanned, signal } = wanted
  const until = Date.now() + lookMs
  const head = await getBlockNumber(client, { cacheTime: 0 })
  const topics = [null, pad(vault.toLowerCase() as Hex, { size: 32 })]
  const isShownFrom = async (first: bigint) => {
    const range = { fromBlock: toHex(first > 0n ? first : 0n), toBlock: toHex(first + rangeBlocks - 1n) }
    const address = chain.registry_address as Address
    const logs = await client.request({ method: 'eth_getLogs', params: [{ address, topics, ...range }] })
    return JSON.stringify(logs).toLowerCase().includes(secret.slice(2).toLowerCase())
  }
  const newest = head - rangeBlocks + 1n
  if (await isShownFrom(newest)) return true
  const last = scanned.get(name)
  const own = { head, oldest: last === undefined || last.head < newest ? newest : last.oldest }
  scanned.set(name, own)
  const reached = head - reachOf(chain)
  while (own.oldest > 0n && own.oldest > reached && Date.now() < until && !signal?.aborted && !over.aborted) {
    const first = own.oldest - rangeBlocks
    if (await isShownFrom(first)) return true
    own.oldest = first
  }
  return false
}
