/** The share of the time until the deadline, from the first broadcast on, that belongs to the first signer. */
const ownShare = 0.6
/**
 * How long each signer may try before the next one: this many milliseconds or blocks, but never more than its share of
 * the time.
 */
const minMs = 60_000
const minBlocks = 10
const minShare = 0.1

/**
 * Whether another signer should try, too. A claim that is not mined before the deadline loses money, and a signer can be out of
 * money, blocked by a nonce, or unable to sign.
 * @param o.broadcastAt the first broadcast, in milliseconds like all times here.
 * @param o.triedSince when the last signer began.
 * @param o.canPay false when nodes have said that no signer has enough money.
 * @param o.hedgeAfterMs the operator's own time, where it is less than the shares.
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
  const patience = Math.min(Math.max(minMs, minBlocks * o.blockTimeMs), minShare * window, most)
  if (o.nowMs - o.triedSince < patience) return false
  return !o.canPay || o.nowMs - o.broadcastAt >= Math.min(ownShare * window, most)
}
