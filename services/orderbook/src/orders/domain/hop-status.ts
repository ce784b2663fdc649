import type { Intent } from './order.ts'

/** `stuck`: dispatched unusually long ago. `taken_on_hub`: the recipient was paid on the hub, and nothing was bridged. */
export type BridgeStatus = 'awaiting' | 'dispatched' | 'stuck' | 'failed' | 'delivered' | 'taken_on_hub'

/** The state of the bridge as clients see it. Null for an order without a hop. */
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

export const isStuck = (dispatchedAt: Date, nowMs: number, stuckAfterSecs: number): boolean =>
  nowMs >= dispatchedAt.getTime() + stuckAfterSecs * 1000
