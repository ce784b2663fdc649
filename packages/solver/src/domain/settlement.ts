import type { VaultState } from '@tandem/escrow'

/** An escrow of a funded order, at its confirmation depth. */
export interface SideAtDepth {
  readonly state: VaultState | 'missing'
  /** True once a block at depth is past the escrow's deadline. */
  readonly isOver: boolean
}

/**
 * `filled`: paid out, and repaid. `returned`: the user did not claim, and the money came back. `unfilled`: no funding was mined.
 * `lost`: paid out, and not repaid. `windfall`: repaid, though the user did not take the payout.
 */
export const outcomes = ['filled', 'returned', 'unfilled', 'lost', 'windfall'] as const
export type Outcome = (typeof outcomes)[number]

export interface Settlement {
  /** True while the solver may still have to pay, or has paid and is not repaid. */
  readonly isAtRisk: boolean
  /** `undefined` while either escrow can still change. */
  readonly outcome: Outcome | undefined
}

/**
 * How an order ended for the solver. Pure. Only confirmed facts count, because a reorganization may undo the others.
 */
export function settlementOf({ source, destination }: Record<'source' | 'destination', SideAtDepth>): Settlement {
  const isRepaid = source.state === 'claimed'
  const isPaidOut = destination.state === 'claimed'
  const isSourceFinal = isRepaid || source.state === 'cancelled' || source.isOver
  const isDestinationFinal =
    isPaidOut || destination.state === 'cancelled' || (destination.state === 'missing' && destination.isOver)
  if (!isSourceFinal || !isDestinationFinal)
    return { isAtRisk: !isRepaid && !(isDestinationFinal && !isPaidOut), outcome: undefined }
  return { isAtRisk: false, outcome: outcomeOf(destination.state, isRepaid) }
}

function outcomeOf(destination: SideAtDepth['state'], isRepaid: boolean): Outcome {
  if (destination === 'claimed') return isRepaid ? 'filled' : 'lost'
  if (isRepaid) return 'windfall'
  return destination === 'missing' ? 'unfilled' : 'returned'
}
