import { AppError } from '@tandem/service-kit'
import { type CheckDeps, checkClaim } from '../claims/check-claim.ts'
import type { ShownShare } from './domain/share-rules.ts'
import type { ShareStore } from './ports.ts'

export interface ShowSharesDeps extends CheckDeps {
  shares: Pick<ShareStore, 'ofOrder' | 'open'>
}

/**
 * Gives shares to anyone, as long as this relayer's own check finds the reveal safe, and a worker did before: nobody can
 * have the chains read for an unfunded order.
 * @throws AppError SHARE_NOT_FOUND, DESTINATION_NOT_INITIATED.
 */
export function makeShowShares({ shares, ...check }: ShowSharesDeps) {
  return async (orderId: string): Promise<ShownShare[]> => {
    const all = await shares.ofOrder(orderId)
    if (all.length === 0) throw new AppError('SHARE_NOT_FOUND', 'this relayer keeps no share for the order')
    const [first, ...others] = all.filter(({ readyAt }) => readyAt !== null)
    if (first === undefined || (await checkClaim(first.work, check)).type !== 'safe')
      throw new AppError('DESTINATION_NOT_INITIATED', 'this relayer does not find the reveal safe', {
        retryAfterSecs: 2,
      })
    return Promise.all(
      [first, ...others].map(async ({ id, shareHash, givenAt }) => ({
        shareHash,
        share: givenAt === null ? null : ((await shares.open(id)) ?? null),
      })),
    )
  }
}
