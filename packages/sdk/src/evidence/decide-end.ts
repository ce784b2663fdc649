import type { VaultView } from '@tandem/escrow'

/** What the chain shows of one escrow of a swap, in the newest block and at depth. Times are in unix seconds. */
interface EndSide {
  latest: VaultView
  atDepth: VaultView
  timeAtDepth: number
  cancelAfter: number
}

export interface EndFacts {
  /** `held` is the vault's balance in the newest block, in base units. */
  source: EndSide & { held: bigint }
  /** `undefined` when the destination could not be read, or did not matter. */
  destination: EndSide | undefined
  /** Whether the hop's delivery is at depth, and true on a direct swap; `undefined` when it could not be read. */
  isDelivered: boolean | undefined
  /** Until when something that was signed or sent may still pay the source, in unix seconds. */
  fundableUntil: number
}

/**
 * How a swap ended. `paid` means that the destination was claimed, and that it is unknown whether the hop was
 * delivered.
 */
export type SwapEnd = 'completed' | 'paid' | 'refunded' | 'ended'

/**
 * Decides how a swap ended; `undefined` while its saved state may still be needed. A swap has only ended when the
 * source vault is empty, and is either settled at depth or can no longer be paid.
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
