import type { Visibility } from '../../transactions/domain/request.ts'

/**
 * A claim is shown to the private endpoint alone, so that its secret is not read out of a public mempool, until that has
 * not had it mined for some time, or until the deadline is so near that being mined matters more.
 *
 * @param o.secsLeft seconds until the vault can be cancelled.
 * @param o.claimSafetySecs with less than twice this left, all endpoints are sent it.
 * @param o.privateForMs how long the private endpoint is given.
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
