import type { Address, Hex } from 'viem'
import type { BudgetName, Scope } from '../budgets/domain/budget.ts'
import type { Purpose } from '../transactions/domain/request.ts'
import type { RequestState } from '../transactions/domain/request-lifecycle.ts'
import type { Attempt } from '../transactions/ports.ts'

/** Types of texts, by a table's column or by a row's that no table has. */
export type ColumnTypes = {
  'nonce_members.signer': Address
  'nonces.signer': Address
  'request_archive.commitment_hash': Hex
  'request_archive.mined_block_hash': Hex
  'request_archive.state': RequestState
  'request_archive.tx_hash': Hex
  'requests.commitment_hash': Hex
  'requests.mined_block_hash': Hex
  'requests.state': RequestState
  'requests.tx_hash': Hex
  'sealed.key': string
  'signers.address': Address
  'sponsor_budgets.purpose': BudgetName
  'sponsor_budgets.scope': Scope
  'sponsor_charges.purpose': BudgetName
  'tx_attempts.hash': Hex
  'tx_attempts.outcome': NonNullable<Attempt['outcome']>
  'tx_attempts.purpose': Purpose
  'tx_attempts.signer': Address
  'workOfOrder.commitment_hash': Hex
  'workOfOrder.mined_block_hash': Hex
  'workOfOrder.state': RequestState
  'workOfOrder.tx_hash': Hex
}
