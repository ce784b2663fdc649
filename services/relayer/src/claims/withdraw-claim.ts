import { AppError } from '@tandem/service-kit'
import type { Hex } from 'viem'
import { advance } from '../transactions/domain/request-lifecycle.ts'
import type { WorkRequest } from '../work/domain/work.ts'
import type { WorkStore, WorkTransactions } from '../work/ports.ts'
import { requireSecret, type WrongSecretLimit } from './require-secret.ts'

export interface WithdrawClaimDeps {
  store: Pick<WorkStore, 'find'>
  transactions: Pick<WorkTransactions, 'withdraw'>
  countWrongSecret: WrongSecretLimit
}

export type WithdrawClaim = (claimId: string, secret: Hex) => Promise<WorkRequest>

/**
 * How often a withdrawal is tried. A worker may change the claim's state between the reading and the withdrawal, but
 * only a few times before the secret is sent.
 */
const maxTries = 5

/**
 * Withdraws a claim whose secret was not sent. A guarded update decides whether the client or a worker was first. The
 * client has to show the secret, because claim identifiers are public.
 * @returns the claim as it ended.
 * @throws AppError CLAIM_NOT_FOUND, WRONG_SECRET, RATE_LIMITED, CLAIM_SENT; UNAVAILABLE when workers changed the
 * claim's state in every try.
 */
export function makeWithdrawClaim({ store, transactions, countWrongSecret }: WithdrawClaimDeps): WithdrawClaim {
  return async (claimId, secret) => {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const claim = await store.find(claimId)
      if (claim?.work.kind !== 'claim') throw new AppError('CLAIM_NOT_FOUND', 'no claim has this identifier')
      await requireSecret(claim, secret, countWrongSecret)
      if (claim.state === 'rejected') return claim
      if (advance(claim.state, 'withdrawn') === undefined)
        throw new AppError('CLAIM_SENT', 'the secret has left the relayer')
      const withdrawn = await transactions.withdraw(claim)
      if (withdrawn !== undefined) return withdrawn
    }
    throw new AppError('UNAVAILABLE', 'the claim is being worked on', { retryAfterSecs: 1 })
  }
}
