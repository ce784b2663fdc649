import type { Address } from 'viem'
import { doDiffer, unusedFrom } from './domain/nonce-counts.ts'
import type { BlockReader, Clock, Signer, SignerReader } from './ports.ts'

const leastReopenMs = 10_000
/** Only a reorg could need it then. */
const idleMs = 10_000
/** While something is under way. */
const mostHeadMs = 1_000
/** Doubles: some endpoints show a block later. */
const recountMs = 200
/** A wrong endpoint differs for ever. */
const mostRecounts = 3

export interface MinedStore {
  /** Makes due what was sent with used or next nonces. */
  wakeMined(signer: Signer, nonces: { from: bigint; below: bigint /** Not itself. */ }): Promise<void>
  /**
   * After a deep reorg.
   * @param afterMs skips younger nonces: the counts of a nonce that is being confirmed are the same.
   */
  reopenNonces(signer: Signer, minedNonce: bigint, afterMs: number): Promise<void>
  hasOpenNonces(chain: string): Promise<boolean>
}

/**
 * One question per block for all of a chain's transactions. A request that is missed here asks for its own receipt later.
 * @returns whether something was made due.
 */
export function makeWakeMined(
  store: MinedStore,
  chain: Pick<BlockReader, 'name' | 'blockTimeMs' | 'majority' | 'headNumber'> &
    Pick<SignerReader, 'signers' | 'nonceCounts'>,
  now: Clock,
): () => Promise<boolean> {
  /** A wrong endpoint must not hide another's count. */
  const seen = new Map<string, bigint>()
  const headMs = Math.min(mostHeadMs, chain.blockTimeMs / 8)
  let head: bigint | undefined
  let headAt = Number.NEGATIVE_INFINITY
  let countedAt = Number.NEGATIVE_INFINITY
  /** At the last reading. */
  let wasOpen = false
  let recountsLeft = 0
  let recountAt = Number.POSITIVE_INFINITY

  return async () => {
    if (await isDue()) recountsLeft = mostRecounts
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

  /** Not cached: each mined request would wait for it. */
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
        // Nodes put back what a reorg took out.
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
    if (mined > from) await store.wakeMined(signer, { from, below: mined + 1n })
    // After a reorg it counts from further back.
    seen.set(key, mined)
    return mined > from
  }
}
