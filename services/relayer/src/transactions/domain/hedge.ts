/** The share of the time left at the first broadcast that is given to the signers that have it. */
const ownShare = 0.6
/** Each signer is given so long, and so many blocks, before the next one tries; but never more than a share of the time. */
const leastMs = 60_000
const leastBlocks = 10
const leastShare = 0.1

/**
 * Whether another signer should try a broadcast request as well. Its calldata counts as public: should nothing be mined
 * before the deadline, its submitter loses money. A signer can be at the end of its money, wait behind a nonce of its own
 * that no fee helps, or have a key that is out of reach.
 *
 * @param o.broadcastAt of its first transaction; milliseconds, as `nowMs`, `deadlineMs` and `triedSince`, since when the
 *   last signer that was assigned it tries.
 * @param o.canPay whether one of the signers that have it can pay, as far as nodes have said.
 * @param o.hedgeAfterMs where that is less than the shares of the time.
 */
export function isHedgeDue(o: {
  broadcastAt: number
  triedSince: number
  canPay: boolean
  deadlineMs: number
  nowMs: number
  blockTimeMs: number
  hedgeAfterMs?: number | undefined
}): boolean {
  const window = o.deadlineMs - o.broadcastAt
  const most = o.hedgeAfterMs ?? Number.POSITIVE_INFINITY
  const patience = Math.min(Math.max(leastMs, leastBlocks * o.blockTimeMs), leastShare * window, most)
  if (o.nowMs - o.triedSince < patience) return false
  return !o.canPay || o.nowMs - o.broadcastAt >= Math.min(ownShare * window, most)
}
