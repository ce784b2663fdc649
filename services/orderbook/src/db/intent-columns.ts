/** By the part of the service that writes them. */

/** Written once. */
const termTypes = {
  swap_id: 'text',
  chain: 'text',
  asset: 'text',
  token_address: 'text',
  creator: 'text',
  recipient: 'text',
  amount: 'numeric',
  commitment_hash: 'text',
  cancel_after: 'bigint',
  registry_address: 'text',
  l1_hop: 'boolean',
  hop_bridge_factory: 'text',
  hop_dest_blockchain_id: 'text',
  hop_recipient: 'text',
  hop_fee_token: 'text',
  hop_relayer_fee: 'numeric',
  final_chain: 'text',
  final_token_address: 'text',
} as const

/** By the watcher. */
export const factTypes = {
  create_tx_hash: 'text',
  create_block_number: 'bigint',
  create_timestamp: 'timestamptz',
  claim_tx_hash: 'text',
  claim_block_number: 'bigint',
  claim_timestamp: 'timestamptz',
  cancel_tx_hash: 'text',
  cancel_block_number: 'bigint',
  cancel_timestamp: 'timestamptz',
  commitment: 'text',
  bridge_tx_hash: 'text',
  bridge_message_id: 'text',
  bridge_state: 'text',
  bridge_delivery_tx_hash: 'text',
  bridge_delivered_at: 'timestamptz',
  contradiction: 'text',
  status: 'text',
} as const

type TermColumn = keyof typeof termTypes
export type FactColumn = keyof typeof factTypes

const termColumns = Object.keys(termTypes) as TermColumn[]
export const factColumns = Object.keys(factTypes) as FactColumn[]

export const selectedIntentColumns = [...termColumns, ...factColumns, 'created_at', 'updated_at'] as const

/** Terms, the two first facts, and the user. */
export const newIntentColumns = [
  'order_id',
  'side',
  ...termColumns,
  'bridge_state',
  'status',
  'client_hash',
  'created_at',
  'updated_at',
] as const
