// Made by `npm run generate` from the statements and the migrations. Do not edit.
import type { ColumnTypes } from './column-types.ts'

export type Rows = {
  abandoned: { chain: string; signer: ColumnTypes['nonces.signer']; nonce: string }
  addedCharge: { id: string }
  attempt: { hash: ColumnTypes['tx_attempts.hash']; chain: string; signer: ColumnTypes['tx_attempts.signer']; nonce: string; number: number; max_fee_per_gas: string; max_priority_fee: string; gas_limit: string; created_at: Date; signed_block: string | null; purpose: ColumnTypes['tx_attempts.purpose']; broadcast_started_at: Date | null; last_broadcast_at: Date | null; provider: string | null; error_class: string | null; outcome: ColumnTypes['tx_attempts.outcome'] | null }
  begunOfAccount: { id: string; chain: string; pulls_from: string | null }
  ended: { id: string }
  endedCharge: { id: string; chain: string; reserved: string; created_at: Date; hash: ColumnTypes['tx_attempts.hash'] | null; most: string | null; shares: number }
  foundWork: { place: string | null; id: string; state: ColumnTypes['foundWork.state']; version: number; revealed_at: Date | null; tx_hash: ColumnTypes['foundWork.tx_hash'] | null; mined_block: string | null; mined_block_hash: ColumnTypes['foundWork.mined_block_hash'] | null; error_code: string | null; reverts: number; updated_at: Date; created_at: Date; order_id: string; payload: unknown; commitment_hash: ColumnTypes['foundWork.commitment_hash']; is_archived: boolean | null }
  history: { place: string | null; hash: ColumnTypes['tx_attempts.hash'] | null; chain: string; signer: ColumnTypes['nonce_members.signer']; nonce: string; number: number | null; max_fee_per_gas: string | null; max_priority_fee: string | null; gas_limit: string | null; created_at: Date | null; signed_block: string | null; purpose: ColumnTypes['tx_attempts.purpose'] | null; broadcast_started_at: Date | null; last_broadcast_at: Date | null; provider: string | null; error_class: string | null; outcome: ColumnTypes['tx_attempts.outcome'] | null; is_open: boolean; is_lead: boolean; is_shared: boolean }
  holder: { id: string }
  leased: { id: string; state: ColumnTypes['requests.state']; version: number; revealed_at: Date | null; tx_hash: ColumnTypes['requests.tx_hash'] | null; mined_block: string | null; mined_block_hash: ColumnTypes['requests.mined_block_hash'] | null; error_code: string | null; reverts: number; updated_at: Date; created_at: Date; order_id: string; payload: unknown; commitment_hash: ColumnTypes['requests.commitment_hash']; leased_until: Date }
  ledger: { next: string; nonce: string | null; surely_used: string | null }
  lockedBudget: { day: string; chain: string; purpose: ColumnTypes['sponsor_budgets.purpose']; scope: ColumnTypes['sponsor_budgets.scope']; subject: string; used: string }
  lockedNonce: { nonce: string | null }
  lockedRequest: { id: string; state: ColumnTypes['requests.state']; version: number; chain: string; pulls_from: string | null }
  moved: { place: string | null; id: string; state: ColumnTypes['requests.state']; version: number; revealed_at: Date | null; tx_hash: ColumnTypes['requests.tx_hash'] | null; mined_block: string | null; mined_block_hash: ColumnTypes['requests.mined_block_hash'] | null; error_code: string | null; reverts: number; updated_at: Date }
  openNonce: { chain: string; signer: ColumnTypes['nonce_members.signer']; nonce: string; hedge_number: number; members: string[] }
  openOfChain: { is_open: boolean }
  openWork: { order_id: string; kind: string }
  pull: { id: string; state: ColumnTypes['requests.state']; version: number; revealed_at: Date | null; tx_hash: ColumnTypes['requests.tx_hash'] | null; mined_block: string | null; mined_block_hash: ColumnTypes['requests.mined_block_hash'] | null; error_code: string | null; reverts: number; updated_at: Date; created_at: Date; order_id: string; payload: unknown; commitment_hash: ColumnTypes['requests.commitment_hash']; is_in_flight: boolean }
  reopened: { id: string; state: ColumnTypes['requests.state']; version: number; revealed_at: Date | null; tx_hash: ColumnTypes['requests.tx_hash'] | null; mined_block: string | null; mined_block_hash: ColumnTypes['requests.mined_block_hash'] | null; error_code: string | null; reverts: number; updated_at: Date; created_at: Date; order_id: string; payload: unknown; commitment_hash: ColumnTypes['requests.commitment_hash'] }
  reserve: { chain: string; signer: ColumnTypes['nonces.signer']; reserved: string }
  saved: { place: string | null; hash: ColumnTypes['tx_attempts.hash'] }
  secret: { place: string | null; secret_ct: Uint8Array | null; secret_key_id: string | null }
  served: { id: string }
  settledCharge: { id: string }
  signer: { chain: string; address: ColumnTypes['signers.address']; next_nonce: string }
  signerQueue: { signer: ColumnTypes['nonces.signer']; queued: number; reserved: string; first_signed_block: string | null }
  unpaidWaiting: { of_client: number; of_all: number }
  work: { place: string | null; id: string; state: ColumnTypes['requests.state']; version: number; revealed_at: Date | null; tx_hash: ColumnTypes['requests.tx_hash'] | null; mined_block: string | null; mined_block_hash: ColumnTypes['requests.mined_block_hash'] | null; error_code: string | null; reverts: number; updated_at: Date; created_at: Date; order_id: string; payload: unknown; commitment_hash: ColumnTypes['requests.commitment_hash'] }
}
