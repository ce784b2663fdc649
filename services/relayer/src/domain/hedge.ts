/** Of the time that was left at the reveal, so much is given to the signer that began. */
const ownShare = 0.6
/** A signer that took over is given so long, and so many blocks, before yet another one does. */
const leastMs = 60_000
const leastBlocks = 10

/**
 * Whether another signer should take over a revealed claim. Its secret counts as public: should nothing be mined before
 * the vault can be cancelled, the other party has both sides. A signer can be at the end of its money, or wait behind a
 * nonce of its own that no fee helps.
 *
 * @param o.revealedAt milliseconds, as `nowMs` and `triedSince`: when something was first signed for the nonce that serves
 *   it now.
 * @param o.cancelAfter unix seconds.
 */
export function isHedgeDue(o: {
  revealedAt: number
  triedSince: number
  cancelAfter: number
  nowMs: number
  blockTimeMs: number
}): boolean {
  const isTriedLong = o.nowMs - o.triedSince >= Math.max(leastMs, leastBlocks * o.blockTimeMs)
  return isTriedLong && o.nowMs - o.revealedAt >= ownShare * (o.cancelAfter * 1_000 - o.revealedAt)
}
