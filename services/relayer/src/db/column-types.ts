import type { Address, Hex } from 'viem'
import type { BudgetName, Scope } from '../budgets/domain/budget.ts'
import type { Purpose } from '../transactions/domain/request.ts'
import type { RequestState } from '../transactions/domain/request-lifecycle.ts'
import type { Attempt } from '../transactions/ports.ts'

/**
 * The TypeScript types of text columns, by the column of a table, or by the name and column of a row that is read from several
 * tables.
 */
export type ColumnTypes = {
  'nonce_members.signer': Address
  'nonces.signer': Address
  'requests.commitment_hash': Hex
  'requests.mined_block_hash': Hex
  'requests.state': RequestState
  'requests.tx_hash': Hex
  'signers.address': Address
  'sponsor_budgets.purpose': BudgetName
  'sponsor_budgets.scope': Scope
  'tx_attempts.hash': Hex
  'tx_attempts.outcome': NonNullable<Attempt['outcome']>
  'tx_attempts.purpose': Purpose
  'tx_attempts.signer': Address
  'foundWork.commitment_hash': Hex
  'foundWork.mined_block_hash': Hex
  'foundWork.state': RequestState
  'foundWork.tx_hash': Hex
}
