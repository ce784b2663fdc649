// Made by `npm run generate` from the statements and the migrations. Do not edit.
import type { ColumnTypes } from './column-types.ts'

export type Rows = {
  announced: { order_id: string; order_seq: number; status: ColumnTypes['order_events.status']; completion_secs: number | null }
  blockBelow: { number: string; hash: ColumnTypes['chain_blocks.hash'] }
  chainEvent: { chain: string; block_hash: ColumnTypes['chain_events.block_hash']; log_index: number; block_number: string; block_timestamp: string; tx_hash: ColumnTypes['chain_events.tx_hash']; subject: ColumnTypes['chain_events.subject']; kind: ColumnTypes['chain_events.kind']; payload: ColumnTypes['chain_events.payload']; finality: ColumnTypes['chain_events.finality'] }
  claimedQuote: { order_id: string | null; is_reused: boolean }
  clock: { chain: string; clock: string | null; head: number }
  clockBlock: { number: string; hash: ColumnTypes['chain_blocks.hash']; timestamp: string | null }
  consumed: { is_consumed: boolean }
  cursor: { number: string; hash: ColumnTypes['chain_cursors.hash'] }
  cursorNumber: { number: string }
  dispatch: { chain: string; subject: ColumnTypes['chain_events.subject']; message_id: string }
  dueDelivery: { delivery_id: string; host: string }
  dueOrder: { order_id: string }
  eventKey: { key: string }
  insertedOrder: { order_id: string }
  intentToProject: { order_id: string; side: ColumnTypes['intents.side']; status: ColumnTypes['intents.status']; chain: string; swap_id: ColumnTypes['intents.swap_id']; commitment_hash: ColumnTypes['intents.commitment_hash']; cancel_after: string; l1_hop: boolean; final_chain: string | null }
  listCount: { count: number }
  lockedCursor: { number: string; head: string; time: number; counted: string | null }
  makerDay: { maker_id: string; date: string; won: number; filled: number; faded: number; refused: number }
  makerEvent: { maker_id: string; kind: ColumnTypes['makerEvent.kind']; at: number; chain: string | null }
  newestTimes: { orders: number; p50Secs: number; p95Secs: number; counts: number[]; since: string }
  order: { order_json: string }
  orderCount: { count: number }
  orderDifference: { order_id: string; side: string; column: string; stored: unknown; expected: unknown }
  orderOfDelivery: { order_id: string }
  orderOfVault: { order_id: string }
  orderToProject: { order_id: string; status: ColumnTypes['orders.status']; source_transition_at: string | null; dest_transition_at: string | null; completed_at: Date | null; last_event_seq: number; created_at: Date }
  orderToReplay: { order_id: string }
  quote: { quote_id: string; quote_json: string }
  replayedTo: { lsn: string | null }
  rollUpDifference: { of: string; column: string; stored: string | null; expected: string | null }
  routeTime: { source: string; destination: string; orders: number; since: Date; p50_secs: number; p95_secs: number }
  standingBlock: { number: string; hash: ColumnTypes['chain_blocks.hash'] }
  standingFact: { side: ColumnTypes['standingFact.side']; kind: ColumnTypes['standingFact.kind']; chain: string; tx_hash: string; block_number: number; block_hash: string; block_timestamp: number; finality: ColumnTypes['standingFact.finality']; confirmations: number; log_index: number; rank: number }
  statsHour: { hour: string; totalOrders: number; completedOrders: number; cancelledOrders: number; volumeUsd: number }
  storedEvent: { key: string }
  topAsset: { asset: string; orders: number; volume: number }
  topPair: { source: string; destination: string; orders: number; volume: number }
  tried: { taken: boolean }
  undelivered: { state: ColumnTypes['undelivered.state']; orderId: string; since: Date }
  unfunded: { of_user: number; of_address: number; of_client: number }
  vault: { swap_id: ColumnTypes['intents.swap_id'] }
  vaultOfMessage: { message_id: string; subject: ColumnTypes['chain_events.subject'] }
  worth: { swap_id: ColumnTypes['intents.swap_id']; source_asset: string; source_amount: string; dest_asset: string; dest_amount: string }
  writtenTo: { lsn: string }
}
