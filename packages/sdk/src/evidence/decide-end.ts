import type { VaultView } from '@tandem/escrow'

/** One side of a swap at its end. Times are in unix seconds. */
interface EndSide {
  latest: VaultView
  atDepth: VaultView
  timeAtDepth: number
  cancelAfter: number
}

export interface EndFacts {
  /** `held` is what the newest block shows in the vault, in base units. */
  source: EndSide & { held: bigint }
  /** `undefined` when the destination is unknown. */
  destination: EndSide | undefined
  /** Whether the hop was delivered, at depth; `undefined` when that is unknown. */
  isDelivered: boolean | undefined
  /** Until when something that was signed or sent may still pay the source, in unix seconds. */
  fundableUntil: number
}

/** How a swap ended. `paid`: the recipient was paid on the hub, and it is unknown whether the hop arrived. */
export type SwapEnd = 'completed' | 'paid' | 'refunded' | 'ended'

/**
 * Decides how a swap ended; `undefined` while its state may still be needed. The source vault has to be empty, and
 * settled or past its time.
 */
export function decideEnd({ source, destination, isDelivered, fundableUntil }: EndFacts): SwapEnd | undefined {
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
