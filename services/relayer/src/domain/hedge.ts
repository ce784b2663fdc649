/** Of the time that was left at the reveal, so much is given to the signers that have it. */
const ownShare = 0.6
/** Each signer is given so long, and so many blocks, before the next one tries; but never more than a share of the time. */
const leastMs = 60_000
const leastBlocks = 10
const leastShare = 0.1

/**
 * Whether another signer should try a revealed claim, too. Its secret counts as public: should nothing be mined before
 * the vault can be cancelled, the other party has both sides. A signer can be at the end of its money, wait behind a nonce
 * of its own that no fee helps, or have a key that nobody reaches.
 *
 * @param o.revealedAt milliseconds, as `nowMs` and `triedSince`: since when the last signer that was given it tries.
 * @param o.canPay whether one of those that have it can pay, as far as nodes have said.
 * @param o.cancelAfter unix seconds.
 * @param o.hedgeAfterMs where that is less than the shares of the time.
 */
export function isHedgeDue(o: {
  revealedAt: number
  triedSince: number
  canPay: boolean
  cancelAfter: number
  nowMs: number
  blockTimeMs: number
  hedgeAfterMs?: number | undefined
}): boolean {
  const window = o.cancelAfter * 1_000 - o.revealedAt
  const most = o.hedgeAfterMs ?? Number.POSITIVE_INFINITY
  const patience = Math.min(Math.max(leastMs, leastBlocks * o.blockTimeMs), leastShare * window, most)
  if (o.nowMs - o.triedSince < patience) return false
  return !o.canPay || o.nowMs - o.revealedAt >= Math.min(ownShare * window, most)
}
