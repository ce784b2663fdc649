import type { Address } from 'viem'
import { doDiffer, unusedFrom } from './domain/nonce-counts.ts'
import type { BlockReader, Clock, Signer, SignerReader } from './ports.ts'

const minReopenMs = 10_000
/** Milliseconds between two counts while no nonce is open. Only a reorg could make a count useful then. */
const idleMs = 10_000
/** The longest time between two readings of the head while something is open, in milliseconds. */
const maxHeadMs = 1_000
/**
 * Milliseconds until nonces are counted again when endpoints differ, because some show a block later. The time doubles with each
 * count.
 */
const recountMs = 200
/** How often nonces are counted again: a wrong endpoint differs for ever. */
const maxRecounts = 3

export interface MinedStore {
  /** Makes the requests due whose nonce is used, or is the next one. */
  wakeMined(signer: Signer, nonces: { from: bigint; below: bigint }): Promise<void>
  /**
   * Opens closed nonces again that the chain no longer counts as used, after a deep reorg.
   * @param afterMs younger nonces are skipped: while a nonce is being confirmed the counts look the same.
   */
  reopenNonces(signer: Signer, minedNonce: bigint, afterMs: number): Promise<void>
  hasOpenNonces(chain: string): Promise<boolean>
}

/**
 * Wakes the requests whose nonces the chain has used, with one question per block for all of a chain's signers. A request that is
 * missed asks for its own receipt later.
 * @returns a function that resolves to whether something was made due.
 */
export function makeWakeMined(
  store: MinedStore,
  chain: Pick<BlockReader, 'name' | 'blockTimeMs' | 'majority' | 'headNumber'> &
    Pick<SignerReader, 'signers' | 'nonceCounts'>,
  now: Clock,
): () => Promise<boolean> {
  /** The last count of each signer by each endpoint, so that a wrong endpoint does not hide another's count. */
  const seen = new Map<string, bigint>()
  const headMs = Math.min(maxHeadMs, chain.blockTimeMs / 8)
  let head: bigint | undefined
  let headAt = Number.NEGATIVE_INFINITY
  let countedAt = Number.NEGATIVE_INFINITY
  /** Whether a nonce was open at the last reading. */
  let wasOpen = false
  let recountsLeft = 0
  let recountAt = Number.POSITIVE_INFINITY

  return async () => {
    if (await isDue()) recountsLeft = maxRecounts
    else if (wasOpen && recountsLeft > 0 && now() >= recountAt) recountsLeft -= 1
    else return false
    return count()
  }

  async function isDue(): Promise<boolean> {
    if (now() - countedAt >= idleMs) return true
    if (now() - headAt < headMs) return false
    const asked = wasOpen ? readHead() : undefined
    asked?.catch(() => undefined)
    wasOpen = await store.hasOpenNonces(chain.name)
    if (!wasOpen) return false
    headAt = now()
    const newest = await (asked ?? readHead())
    const isNew = newest !== head
    head = newest
    return isNew
  }

  /** The head is not read from the cache: each mined request would wait for the cache to expire. */
  function readHead(): Promise<bigint> {
    return chain.headNumber(0)
  }

  async function count(): Promise<boolean> {
    countedAt = now()
    recountAt = Number.POSITIVE_INFINITY
    let haveDiffered = false
    const woken = await Promise.all(
      chain.signers.map(async (address) => {
        const signer = { chain: chain.name, address }
        const counts = await chain.nonceCounts(address, 0)
        if (doDiffer(counts)) haveDiffered = true
        const isWoken = await Promise.all(counts.map((mined, index) => wake(signer, mined, `${address} ${index}`)))
        const unused = unusedFrom(counts, chain.majority)
        // Nodes put back into their mempools what a reorg took out, so a nonce that is not used any more is tracked again.
        if (unused !== undefined)
          await store.reopenNonces(signer, unused, Math.max(minReopenMs, 10 * chain.blockTimeMs))
        return isWoken.includes(true)
      }),
    )
    if (haveDiffered) recountAt = now() + recountMs * 2 ** (maxRecounts - recountsLeft)
    return woken.includes(true)
  }

  async function wake(
    signer: { chain: string; address: Address },
    mined: bigint | undefined,
    key: string,
  ): Promise<boolean> {
    const from = seen.get(key) ?? 0n
    if (mined === undefined) return false
    if (mined > from) await store.wakeMined(signer, { from, below: mined + 1n })
    // A lower count after a reorg is kept as well: counting goes on from there.
    seen.set(key, mined)
    return mined > from
  }
}
