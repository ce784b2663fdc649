import type { VaultView } from '@tandem/escrow'

/** A side of the swap as its chain shows it. Times in unix seconds. */
interface EndSide {
  latest: VaultView
  atDepth: VaultView
  /** Time of the newest block that counts. */
  timeAtDepth: number
  cancelAfter: number
}

/** Everything on which it rests whether a state may be forgotten. */
export interface EndFacts {
  /** `held`: base units at the vault's address in the newest block. */
  source: EndSide & { held: bigint }
  /** `undefined`: not known, or not looked at. */
  destination: EndSide | undefined
  /** Whether what a claim of the destination pays has arrived, at depth; `undefined` where that could not be asked. */
  isDelivered: boolean | undefined
  /** Until when something that was signed or sent may still pay the source vault. */
  fundableUntil: number
}

/**
 * How a swap ended. `completed`: both sides are claimed, and a hop is delivered. `paid`: the same, but that a hop was
 * delivered could not be asked. `refunded`: the user has the source amount back. `ended`: nothing is left to take; the user
 * never paid, or let the destination go unclaimed.
 */
export type SwapEnd = 'completed' | 'paid' | 'refunded' | 'ended'

/**
 * How a swap ended, by the chains alone, or `undefined` as long as its secret or its terms may still be needed. Pure.
 *
 * A state may be forgotten when its source vault is settled, is empty, and leaves nothing to claim for the user; or when
 * it never stood until `cancel_after`, is empty, and nothing that was signed or sent can pay it any more.
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

/** An open escrow is waited for until its creator has cancelled it. */
const leavesNothing = (side: EndSide): boolean =>
  side.atDepth.state === 'cancelled' || (isMissing(side) && side.timeAtDepth >= side.cancelAfter)
