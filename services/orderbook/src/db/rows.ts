// Made by `npm run generate` from the statements and the migrations. Do not edit.
import type { ColumnTypes } from './column-types.ts'

export type Rows = {
  announced: { order_id: string; order_seq: number; status: ColumnTypes['order_events.status']; completion_secs: number | null }
  backlog: { outbox_secs: number; deliveries: number; delivery_secs: number; orders: ColumnTypes['backlog.orders'] }
  blockBelow: { number: string; hash: ColumnTypes['chain_blocks.hash'] }
  chainEvent: { chain: string; block_hash: ColumnTypes['chain_events.block_hash']; log_index: number; block_number: string; block_timestamp: string; tx_hash: ColumnTypes['chain_events.tx_hash']; subject: ColumnTypes['chain_events.subject']; kind: ColumnTypes['chain_events.kind']; payload: ColumnTypes['chain_events.payload']; finality: ColumnTypes['chain_events.finality'] }
  claimedQuote: { order_id: string | null; is_reused: boolean }
  clock: { chain: string; clock: string | null; head: number }
  clockBlock: { number: string; hash: ColumnTypes['chain_blocks.hash']; timestamp: string | null }
  consumed: { is_consumed: boolean }
  cursor: { number: string; hash: ColumnTypes['chain_cursors.hash'] }
  cursorNumber: { number: string }
  dispatch: { chain: string; subject: ColumnTypes['chain_events.subject']; message_id: string }
  dueDelivery: { delivery_id: string; webhook_id: string; url: string; host: string; secret: string; tries: number; attempts: ColumnTypes['webhook_deliveries.attempts']; seq: number; order_seq: number; order_id: string; type: ColumnTypes['order_events.type']; status: ColumnTypes['order_events.status']; fact: unknown; created_at: Date }
  dueOrder: { order_id: string }
  eventKey: { key: string }
  eventRange: { first: number; last: number; hooks: number; after_hook: string }
  hookPage: { last: string }
  insertedOrder: { order_id: string }
  intentFields: { swap_id: ColumnTypes['intents.swap_id']; chain: string; asset: string; token_address: ColumnTypes['intents.token_address']; creator: ColumnTypes['intents.creator']; recipient: ColumnTypes['intents.recipient']; amount: string; commitment_hash: ColumnTypes['intents.commitment_hash']; cancel_after: number; registry_address: ColumnTypes['intents.registry_address']; l1_hop: boolean; hop_bridge_factory: ColumnTypes['intents.hop_bridge_factory'] | null; hop_dest_blockchain_id: ColumnTypes['intents.hop_dest_blockchain_id'] | null; hop_recipient: ColumnTypes['intents.hop_recipient'] | null; hop_fee_token: ColumnTypes['intents.hop_fee_token'] | null; hop_relayer_fee: string | null; final_chain: string | null; final_token_address: ColumnTypes['intents.final_token_address'] | null; create_tx_hash: ColumnTypes['intents.create_tx_hash'] | null; create_block_number: number | null; create_timestamp: Date | null; claim_tx_hash: ColumnTypes['intents.claim_tx_hash'] | null; claim_block_number: number | null; claim_timestamp: Date | null; cancel_tx_hash: ColumnTypes['intents.cancel_tx_hash'] | null; cancel_block_number: number | null; cancel_timestamp: Date | null; commitment: ColumnTypes['intents.commitment'] | null; bridge_tx_hash: ColumnTypes['intents.bridge_tx_hash'] | null; bridge_message_id: ColumnTypes['intents.bridge_message_id'] | null; bridge_state: ColumnTypes['intents.bridge_state'] | null; bridge_delivery_tx_hash: ColumnTypes['intents.bridge_delivery_tx_hash'] | null; bridge_delivered_at: Date | null; contradiction: string | null; status: ColumnTypes['intents.status']; created_at: Date; updated_at: Date }
  intentToProject: { order_id: string; side: ColumnTypes['intents.side']; status: ColumnTypes['intents.status']; chain: string; swap_id: ColumnTypes['intents.swap_id']; commitment_hash: ColumnTypes['intents.commitment_hash']; cancel_after: string; l1_hop: boolean; final_chain: string | null }
  lastSeq: { last: number }
  listCount: { count: number }
  lockedCursor: { number: string; head: string; time: number; counted: string | null }
  makerDay: { maker_id: string; date: string; won: number; filled: number; faded: number; refused: number }
  makerEvent: { maker_id: string; kind: ColumnTypes['makerEvent.kind']; at: number; chain: string | null }
  newestTimes: { orders: number; p50Secs: number; p95Secs: number; counts: number[]; since: string }
  noted: { disabled_at: Date | null }
  openWebhooks: { count: number; of_56: number | null; of_48: number | null }
  order: { order_json: string }
  orderCount: { count: number }
  orderDifference: { order_id: string; side: string; column: string; stored: unknown; expected: unknown }
  orderEvent: { seq: number; order_seq: number; order_id: string; type: ColumnTypes['order_events.type']; status: ColumnTypes['order_events.status']; fact: unknown; created_at: Date }
  orderFields: { order_id: string; user_id: string; quote_id: string; route_type: ColumnTypes['orders.route_type']; source_token_price: string; dest_token_price: string; fee_bips: number; status: ColumnTypes['orders.status']; initiate_by: number | null; fill_by: number | null; maker_quote: ColumnTypes['orders.maker_quote'] | null; dest_asset: string; final_amount: string | null; created_at: Date; updated_at: Date }
  orderOfDelivery: { order_id: string }
  orderOfVault: { order_id: string }
  orderToProject: { order_id: string; status: ColumnTypes['orders.status']; source_transition_at: string | null; dest_transition_at: string | null; completed_at: Date | null; last_event_seq: number; created_at: Date }
  orderToReplay: { order_id: string }
  quote: { quote_id: string; source_asset: string; source_amount: string; destination_asset: string; destination_amount: string; route_type: ColumnTypes['quotes.route_type']; fee_bips: number; source_token_price: string; dest_token_price: string; source_solver_address: ColumnTypes['quotes.source_solver_address']; dest_solver_address: ColumnTypes['quotes.dest_solver_address']; hop_relayer_fee: string | null; network_fee: string | null; initiate_by: number | null; fill_by: number | null; source_cancel_after: number | null; dest_cancel_after: number | null; free_option_secs: number | null; maker_quote: ColumnTypes['quotes.maker_quote'] | null; runners_up: unknown; expires_at: Date; consumed: boolean }
  replayedTo: { lsn: string | null }
  revisedOrder: { order_json: string; revision: string }
  rollUpDifference: { of: string; column: string; stored: string | null; expected: string | null }
  routeTime: { source: string; destination: string; orders: number; since: Date; p50_secs: number; p95_secs: number }
  sealedSecret: { id: string; secret: string; url: string }
  standingBlock: { number: string; hash: ColumnTypes['chain_blocks.hash'] }
  standingFact: { side: ColumnTypes['standingFact.side']; kind: ColumnTypes['standingFact.kind']; chain: string; tx_hash: string; block_number: number; block_hash: string; block_timestamp: number; finality: ColumnTypes['standingFact.finality']; confirmations: number; log_index: number; rank: number }
  statsHour: { hour: string; totalOrders: number; completedOrders: number; cancelledOrders: number; volumeUsd: number }
  storedEvent: { key: string }
  topAsset: { asset: string; orders: number; volume: number }
  topPair: { source: string; destination: string; orders: number; volume: number }
  tried: { taken: boolean }
  unchangedOrder: { order_id: string }
  undelivered: { state: ColumnTypes['undelivered.state']; orderId: string; since: Date }
  unfunded: { of_user: number; of_address: number; of_client: number }
  vault: { swap_id: ColumnTypes['intents.swap_id'] }
  vaultOfMessage: { message_id: string; subject: ColumnTypes['chain_events.subject'] }
  webhookCount: { count: number }
  worth: { swap_id: ColumnTypes['intents.swap_id']; source_asset: string; source_amount: string; dest_asset: string; dest_amount: string }
  writtenTo: { lsn: string }
}
