import { targetOf, type Work, type WorkRequest } from '../../work/domain/work.ts'

/**
 * Until when these requests may be revealed together on the decision that was just made about them. It was made after
 * they were leased, and is believed no longer than the lease, in which no other worker checks them; no claim is
 * revealed with less time left than its chain's safety asks for, and no source is created with less than its destination needs
 * to be funded, or after the maker's times for it, however fresh the decision is.
 *
 * @returns a time of the database's clock: the statement that reveals compares it. Long past when one was never leased.
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

/** Unix seconds; by our own clock, as the check of the work counts it too. */
function lastSecondOf(work: Work, claimSafetySecs: number): number {
  if (work.kind === 'claim') return targetOf(work).terms.cancelAfter - claimSafetySecs
  if (work.kind !== 'initiation' || work.destination === undefined) return Number.POSITIVE_INFINITY
  const { cancelAfter, windowSecs, fillBy, initiateBy } = work.destination
  // A prefund has left already: it is created after the maker is bound, so that it can be given back.
  const bound = work.how.type === 'prefunded' ? null : initiateBy
  return Math.min(cancelAfter - windowSecs, fillBy ?? Number.POSITIVE_INFINITY, bound ?? Number.POSITIVE_INFINITY)
}
