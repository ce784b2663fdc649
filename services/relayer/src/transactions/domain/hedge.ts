/** Of the time left at the first broadcast. */
const ownShare = 0.6
/** Each signer's time, but never more than a share. */
const leastMs = 60_000
const leastBlocks = 10
const leastShare = 0.1

/**
 * Whether another signer should try, too: nothing mined before the deadline loses money, and a signer can be out of
 * money, blocked by a nonce, or out of reach.
 * @param o.broadcastAt milliseconds, as all times.
 * @param o.triedSince of the last signer.
 * @param o.canPay as far as nodes have said.
 * @param o.hedgeAfterMs where less than the shares.
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
