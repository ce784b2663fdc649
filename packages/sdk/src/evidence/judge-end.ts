import type { VaultView } from '@tandem/escrow'

/** Unix seconds. */
interface EndSide {
  latest: VaultView
  atDepth: VaultView
  timeAtDepth: number
  cancelAfter: number
}

export interface EndFacts {
  /** `held`: base units in the newest block. */
  source: EndSide & { held: bigint }
  /** `undefined`: unknown. */
  destination: EndSide | undefined
  /** At depth; `undefined` where it could not be asked. */
  isDelivered: boolean | undefined
  /** Until then something signed or sent may pay the source. */
  fundableUntil: number
}

/** `paid`: a hop's delivery could not be asked. `ended`: nothing is left to take. */
export type SwapEnd = 'completed' | 'paid' | 'refunded' | 'ended'

/**
 * By the chains alone; `undefined` while the state may be needed. Pure. The source vault must be empty, and either
 * settled with nothing left to claim, or never have stood until `cancel_after` with no payment still possible.
 */
export function judgeEnd({ source, destination, isDelivered, fundableUntil }: EndFacts): SwapEnd | undefined {
  if (source.held > 0n) return undefined
  if (source.atDepth.state === 'cancelled') return 'refunded'
  if (source.atDepth.state === 'claimed') {
    if (destination?.atDepth.state !== 'claimed')
      return destination !== undefined && leavesNothing(destination) ? 'ended' : undefined
    return isDelivered === undefined ? 'paid' : isDelivered ? 'completed' : undefined
  }
  const isOver = isMissing(source) && source.timeAtDepth >= Math.max(source.cancelAfter, fundableUntil)
  return isOver ? 'ended' : undefined
}

const isMissing = ({ latest, atDepth }: EndSide): boolean => latest.state === 'missing' && atDepth.state === 'missing'

const leavesNothing = (side: EndSide): boolean =>
  side.atDepth.state === 'cancelled' || (isMissing(side) && side.timeAtDepth >= side.cancelAfter)
