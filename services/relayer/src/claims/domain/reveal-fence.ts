import { targetOf, type WorkRequest } from '../../work/domain/work.ts'

/**
 * Until when these requests may be revealed together on the decision that was just made about them. It was made after
 * they were leased, and is believed no longer than the lease, in which no other worker checks them; and no claim is
 * revealed with less time left than its chain's safety asks for, however fresh the decision is.
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
        Math.min(
          leasedUntil?.getTime() ?? 0,
          work.kind === 'claim'
            ? (targetOf(work).terms.cancelAfter - claimSafetySecs) * 1_000
            : Number.POSITIVE_INFINITY,
        ),
      ),
    ),
  )
