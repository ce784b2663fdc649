import type { RequestFailure } from '@tandem/contracts'
import type { ClaimDecision, InitiationDecision } from './safety.ts'

/** The codes of a refusal. One without a failure in `failureOf` does not compile. */
export type Refusal = Extract<ClaimDecision | InitiationDecision, { type: 'refuse' }>['code']

const lacking: readonly string[] = ['simulation_reverts', 'balance_in_use', 'allowance_in_use']
const notPaidFor: readonly string[] = [
  'fee_above_cap',
  'cost_above_cap',
  'sponsor_budget_spent',
  'sponsor_order_too_small',
  'signer_unavailable',
]

/**
 * The failure that is reported to the client of a refused request.
 * @param waitedFor the code of the reason that the request waited for last.
 */
export function failureOf(code: Refusal, waitedFor: string | undefined): RequestFailure {
  switch (code) {
    case 'TOO_LATE':
    case 'ORDER_EXPIRED':
      if (notPaidFor.includes(waitedFor ?? '')) return 'POLICY'
      return lacking.includes(waitedFor ?? '') ? 'REVERTED' : 'EXPIRED'
    case 'VAULT_MISMATCH':
    case 'CANCELLED':
      return code
    case 'HOP_EXPIRED':
    case 'SIGNATURE_INVALID':
    case 'HOP_ROUTE_CLOSED':
      return 'HOP_INVALID'
  }
}
