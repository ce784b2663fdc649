import type { Intent } from './order.ts'

/**
 * How far a hop is: `awaiting` its claim; `dispatched`, and `stuck` when that was longer ago than is normal; `failed`
 * or `delivered` on the final chain; or `taken_on_hub`, when the recipient was paid where the escrow was.
 */
export type BridgeStatus = 'awaiting' | 'dispatched' | 'stuck' | 'failed' | 'delivered' | 'taken_on_hub'

/**
 * The status of a side's hop; `null` without one. `stuckAfterSecs`: how long a delivery takes at the most, normally.
 */
export function bridgeStatusOf(
  { hop, claim, bridgeState }: Pick<Intent, 'hop' | 'claim' | 'bridgeState'>,
  nowMs: number,
  stuckAfterSecs: number,
): BridgeStatus | null {
  if (hop === null) return null
  switch (bridgeState) {
    case 'delivered':
    case 'failed':
      return bridgeState
    case 'dispatched':
      return claim !== null && isStuck(claim.timestamp, nowMs, stuckAfterSecs) ? 'stuck' : 'dispatched'
    default:
      return claim === null ? 'awaiting' : 'taken_on_hub'
  }
}

/** Whether what was dispatched then should have arrived. */
export const isStuck = (dispatchedAt: Date, nowMs: number, stuckAfterSecs: number): boolean =>
  nowMs - dispatchedAt.getTime() >= stuckAfterSecs * 1000
