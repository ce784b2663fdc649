import { type Address, type Client, type Hex, pad, toHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import type { VerifiedChain } from '../known-network.ts'
import { rangeBlocks, reachOf } from '../restore/read-created-escrows.ts'

/** How far earlier looks went: the newest block of the last one, and the oldest that any went through without a gap. */
export interface ScannedBlocks {
  head: bigint
  oldest: bigint
}

/** Before the first look. */
export const noneScanned = (): ScannedBlocks => ({ head: -1n, oldest: 0n })

/** Milliseconds of one look. */
const lookMs = 5_000

/**
 * Whether an endpoint shows a swap's own secret among the events of its source vault. No endpoint can make that up: one that
 * shows the secret knows it. A look goes through the newest blocks, which a reorganization may change, and then back through
 * those that no look went through before; it ends after a few seconds, and the next one goes on from there.
 *
 * @param options.scanned kept between the looks, and changed. A look that comes after more blocks than a request may ask for
 * begins anew.
 * @throws viem's errors when the chain cannot be read.
 */
export async function readIsSecretShown(
  client: Client,
  options: {
    chain: VerifiedChain
    vault: Address
    secret: Hex
    scanned: ScannedBlocks
    signal?: AbortSignal | undefined
  },
): Promise<boolean> {
  const { chain, vault, secret, scanned, signal } = options
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
  if (scanned.head < newest) scanned.oldest = newest
  scanned.head = head
  const reached = head - reachOf(chain)
  while (scanned.oldest > 0n && scanned.oldest > reached && Date.now() < until && !signal?.aborted) {
    const first = scanned.oldest - rangeBlocks
    if (await isShownFrom(first)) return true
    scanned.oldest = first
  }
  return false
}
