import type { Hex } from 'viem'
import type { ClaimDecision } from '../../work/domain/safety.ts'

/** Signed by the creator of the source. */
export interface Deal {
  /** SHA-256 of every share, in the order of the turns. */
  shareHashes: readonly Hex[]
  /** Relayers that must be ready before a share is given. */
  leastReady: number
}

export interface ShownShare {
  shareHash: Hex
  share: Hex | null
}

/** `settled`: claimed in the newest block. */
export type ShareStep = 'forget' | 'settled' | 'wait' | 'go'

/**
 * Twice a claim's time must be left: the last relayer to get the share can still claim.
 * @param o.secsLeft until the destination can be cancelled.
 */
export function stepOfShare(
  decision: ClaimDecision,
  { isReady, secsLeft, claimSafetySecs }: { isReady: boolean; secsLeft: number; claimSafetySecs: number },
): ShareStep {
  switch (decision.type) {
    case 'refuse':
      return 'forget'
    case 'safe':
      return isReady || secsLeft >= 2 * claimSafetySecs ? 'go' : 'forget'
    default:
      return decision.type
  }
}

/** Relayers that are ready by their own word, this one included. Each counts once, by one share of the deal. */
export function countReady(deal: Deal, own: readonly Hex[], answers: readonly (readonly ShownShare[])[]): number {
  const free = new Set(deal.shareHashes.filter((hash) => !own.includes(hash)))
  let ready = 1
  for (const answer of answers) {
    const found = answer.find(({ shareHash }) => free.delete(shareHash))
    if (found !== undefined) ready += 1
  }
  return ready
}

/** Milliseconds after this relayer was ready. A block is mined and seen in each turn: usually one relayer pays. */
export const turnMs = (deal: Deal, shareHash: Hex, blockTimeMs: number): number =>
  deal.shareHashes.indexOf(shareHash) * Math.max(leastTurnMs, 3 * blockTimeMs)
const leastTurnMs = 4_000

/** Milliseconds until a share is due again. */
export const lookPauseMs = (ageMs: number): number => Math.min(15_000, Math.max(1_000, ageMs / 20))
