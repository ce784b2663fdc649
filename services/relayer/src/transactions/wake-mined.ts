import type { Address } from 'viem'
import { doDiffer, unusedFrom } from './domain/nonce-counts.ts'
import type { BlockReader, Clock, Signer, SignerReader } from './ports.ts'

const leastReopenMs = 10_000
/** A chain on which nothing is under way is asked so rarely: only a reorg could make that necessary. */
const idleMs = 10_000
/** How often a chain is asked for a new block while something is under way. */
const mostHeadMs = 1_000
/**
 * While endpoints count differently they are asked again after so long, then after twice as long, and so on: some show a
 * block later than the fastest one.
 */
const recountMs = 200
/** An endpoint that counts wrongly differs for ever: no more often than this for one block. */
const mostRecounts = 3

export interface MinedStore {
  /** Makes due what was sent with these nonces: the chain has used them, or the next one is. */
  wakeMined(signer: Signer, nonces: { from: bigint; below: bigint /** Not itself. */ }): Promise<void>
  /**
   * Has nonces gap-filled that were closed and that the chain counts as unused: a reorg was deeper than they stood.
   *
   * @param afterMs grace period for re-inclusion after a reorg. Nonces younger than this are skipped, because a nonce that
   *   is confirmed concurrently looks identical.
   */
  reopenNonces(signer: Signer, minedNonce: bigint, afterMs: number): Promise<void>
  /** Whether a nonce of the chain was assigned that is not used yet. */
  hasOpenNonces(chain: string): Promise<boolean>
}

/**
 * Asks a chain how many nonces of each signer it has used, and makes due what was sent with those that are new: one
 * question instead of one for every transaction under way. It asks once per block while something is under way, a few times
 * while the endpoints differ, and rarely otherwise. A request that it misses looks for itself, later.
 *
 * @returns looks, and says whether something was made due.
 */
export function makeWakeMined(
  store: MinedStore,
  chain: Pick<BlockReader, 'name' | 'blockTimeMs' | 'majority' | 'headNumber'> &
    Pick<SignerReader, 'signers' | 'nonceCounts'>,
  now: Clock,
): () => Promise<boolean> {
  /** By signer and endpoint: one that says far too many must not hide what another one counts. */
  const seen = new Map<string, bigint>()
  const headMs = Math.min(mostHeadMs, chain.blockTimeMs / 8)
  let head: bigint | undefined
  let headAt = Number.NEGATIVE_INFINITY
  let countedAt = Number.NEGATIVE_INFINITY
  /** Whether something was under way at the last look. */
  let wasOpen = false
  let recountsLeft = 0
  let recountAt = Number.POSITIVE_INFINITY

  return async () => {
    if (await isDue()) recountsLeft = mostRecounts
    else if (wasOpen && recountsLeft > 0 && now() >= recountAt) recountsLeft -= 1
    else return false
    return count()
  }

  /** Whether counts may have changed since they were asked for. */
  async function isDue(): Promise<boolean> {
    if (now() - countedAt >= idleMs) return true
    if (now() - headAt < headMs) return false
    // Most likely it still is: then both are asked at once.
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

  /** Never one that is remembered: each mined request would wait for so long. */
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
        // Mostly none. Nodes put back what a reorg took out of a block.
        if (unused !== undefined)
          await store.reopenNonces(signer, unused, Math.max(leastReopenMs, 10 * chain.blockTimeMs))
        return isWoken.includes(true)
      }),
    )
    if (haveDiffered) recountAt = now() + recountMs * 2 ** (mostRecounts - recountsLeft)
    return woken.includes(true)
  }

  async function wake(
    signer: { chain: string; address: Address },
    mined: bigint | undefined,
    key: string,
  ): Promise<boolean> {
    const from = seen.get(key) ?? 0n
    if (mined === undefined) return false
    // And the next one.
    if (mined > from) await store.wakeMined(signer, { from, below: mined + 1n })
    // After a reorg it counts from further back.
    seen.set(key, mined)
    return mined > from
  }
}
