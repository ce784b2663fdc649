import type { Visibility } from '../../transactions/domain/request.ts'

/**
 * The private endpoint alone sees a claim first, so that no public mempool shows its secret, until time presses.
 * @param o.secsLeft until the vault can be cancelled.
 * @param o.claimSafetySecs below twice this, all endpoints.
 * @param o.privateForMs the private endpoint's time.
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
