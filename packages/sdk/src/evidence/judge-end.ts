import type { VaultView } from '@tandem/escrow'

/** Unix seconds. */
interface EndSide {
  latest: VaultView
  atDepth: VaultView
  timeAtDepth: number
  cancelAfter: number
}

export interface EndFacts {
  /** Base units in the newest block. */
  source: EndSide & { held: bigint }
  /** `undefined`: unknown. */
  destination: EndSide | undefined
  /** At depth. */
  isDelivered: boolean | undefined
  /** Something signed or sent may pay the source until then. */
  fundableUntil: number
}

/** `paid`: a hop's delivery is unknown. */
export type SwapEnd = 'completed' | 'paid' | 'refunded' | 'ended'

/** `undefined` while the state may be needed. The source vault must be empty, and settled or past its time. */
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
