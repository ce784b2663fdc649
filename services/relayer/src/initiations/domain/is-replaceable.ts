import type { RequestFailure } from '@tandem/contracts'
import type { RequestState } from '../../transactions/domain/request-lifecycle.ts'

/** A stored initiation, compared with a body that is posted for the same order. */
export interface StandingInitiation {
  state: RequestState
  errorCode: RequestFailure | null
  /** Whether signed bytes of the initiation have left while their nonce is not used at depth: they may be mined at any moment. */
  mayBeMined: boolean
  /** Whether the posted body is the stored one. */
  isSameBody: boolean
  /** How often the simulation of the initiation failed. */
  reverts: number
  /** The code of the reason that the initiation waits for; null before its first step. */
  waitsFor: string | null
}

const lacksMoney = ['balance_in_use', 'allowance_in_use']

/**
 * Whether the stored initiation is replaced by the posted body, if that body passes every check. Two live transactions could pay
 * twice, so an initiation that may still be mined is not replaced. Nor is one with which nothing is wrong, or one for which the
 * relayer has paid as many reverts as it pays for.
 */
export function isReplaceable(standing: StandingInitiation): boolean {
  const { state, errorCode, mayBeMined, isSameBody, reverts, waitsFor } = standing
  if (mayBeMined || errorCode === 'PAYOUT_REVERTS') return false
  switch (state) {
    case 'rejected':
    case 'lost':
      return true
    case 'accepted':
      return !isSameBody && (reverts > 0 || lacksMoney.includes(waitsFor ?? ''))
    case 'revealed':
      return !isSameBody
    default:
      return false
  }
}
