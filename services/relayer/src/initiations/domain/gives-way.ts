import type { RequestFailure } from '@tandem/contracts'
import type { RequestState } from '../../transactions/domain/request-lifecycle.ts'

/** An initiation that is stored, and a body that is posted for the same order. */
export interface StandingInitiation {
  state: RequestState
  errorCode: RequestFailure | null
  /** Bytes of it left, and their nonce is not used at depth: they may be mined at any moment. */
  mayBeMined: boolean
  /** The body that is posted is the one that is stored. */
  isSameBody: boolean
  /** How often its simulation failed. */
  reverts: number
  /** The code of the reason that it waits for; null before its first step. */
  waitsFor: string | null
}

const lacksMoney = ['balance_in_use', 'allowance_in_use']

/**
 * Whether the stored initiation gives way to the body that is posted, if that one passes every check. Two live
 * transactions could pay twice: while one of it may be mined it stands. It also stands while nothing is wrong with it,
 * and once the relayer has paid for as many reverts as it does.
 */
export function givesWay(standing: StandingInitiation): boolean {
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
