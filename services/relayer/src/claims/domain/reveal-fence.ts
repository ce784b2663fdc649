import { targetOf, type Work, type WorkRequest } from '../../work/domain/work.ts'

/**
 * Until when requests may be revealed on the decision just made (`decideClaim` in work/domain/safety.ts). The decision ends with the lease, because another worker may
 * decide afterwards; and with the last second that a claim's safety, or the maker's time, allows.
 * @returns a time of the database's clock; long past without a lease.
 */
export const revealableUntil = (
  requests: readonly Pick<WorkRequest, 'leasedUntil' | 'work'>[],
  claimSafetySecs: number,
): Date =>
  new Date(
    Math.min(
      ...requests.map(({ leasedUntil, work }) =>
        Math.min(leasedUntil?.getTime() ?? 0, lastSecondOf(work, claimSafetySecs) * 1_000),
      ),
    ),
  )

/** The last second for which the decision holds, in unix seconds by our own clock, which the check used as well. */
function lastSecondOf(work: Work, claimSafetySecs: number): number {
  if (work.kind === 'claim') return targetOf(work).terms.cancelAfter - claimSafetySecs
  if (work.kind !== 'initiation' || work.destination === undefined) return Number.POSITIVE_INFINITY
  const { cancelAfter, windowSecs, fillBy, initiateBy } = work.destination
  // A prefund has left its account already: creating the escrow lets the user get it back, so the maker's time does not bind it.
  const bound = work.how.type === 'prefunded' ? null : initiateBy
  return Math.min(cancelAfter - windowSecs, fillBy ?? Number.POSITIVE_INFINITY, bound ?? Number.POSITIVE_INFINITY)
}
