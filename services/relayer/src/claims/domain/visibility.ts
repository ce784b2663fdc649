import type { Visibility } from '../../transactions/domain/request.ts'

/**
 * Decides which endpoints are sent a claim. At first it is the private endpoint alone, so that no public mempool shows the
 * secret; later, or when little time is left, all of them.
 * @param o.secsLeft seconds until the vault can be cancelled.
 * @param o.claimSafetySecs when less than twice this is left, all endpoints are sent the claim.
 * @param o.privateForMs milliseconds after the reveal for the private endpoint alone.
 */
export function visibilityOf(o: {
  revealedAt: number
  nowMs: number
  secsLeft: number
  claimSafetySecs: number
  privateForMs: number
}): Visibility {
  if (o.secsLeft < 2 * o.claimSafetySecs) return 'public'
  return o.nowMs - o.revealedAt < o.privateForMs ? 'private' : 'public'
}
