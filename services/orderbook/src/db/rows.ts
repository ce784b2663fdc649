// Made by `npm run generate` from the statements and the migrations. Do not edit.
import type { ColumnTypes } from './column-types.ts'

export type Rows = {
  chainEvent: { chain: string; blockHash: ColumnTypes['chain_events.block_hash']; logIndex: number; blockNumber: number; blockTimestamp: number; txHash: ColumnTypes['chain_events.tx_hash']; subject: ColumnTypes['chain_events.subject']; kind: ColumnTypes['chain_events.kind']; payload: ColumnTypes['chain_events.payload']; finality: ColumnTypes['chain_events.finality'] }
  claimedQuote: { order_id: string | null; is_reused: boolean }
  consumed: { is_consumed: boolean }
  dueDelivery: { delivery_id: string; host: string }
  insertedOrder: { order_id: string }
  intentToProject: { order_id: string; side: ColumnTypes['intents.side']; status: ColumnTypes['intents.status']; chain: string; swap_id: ColumnTypes['intents.swap_id']; commitment_hash: ColumnTypes['intents.commitment_hash']; cancel_after: number; l1_hop: boolean; final_chain: string | null }
  listCount: { count: number }
  makerDay: { maker_id: string; date: string; won: number; filled: number; faded: number; refused: number }
  makerEvent: { maker_id: string; kind: ColumnTypes['makerEvent.kind']; at: number; chain: string | null }
  messageOfDispatch: { chain: string; subject: ColumnTypes['chain_events.subject']; message_id: string }
  newestTimes: { orders: number; p50Secs: number; p95Secs: number; counts: number[]; since: string }
  order: { order_json: string }
  orderToProject: { order_id: string; status: ColumnTypes['orders.status']; source_transition_at: number | null; dest_transition_at: number | null; completed_at: Date | null; last_event_seq: number; created_at: Date }
  quote: { quote_id: string; quote_json: string }
  replayedTo: { lsn: string | null }
  rollUpDifference: { of: string; column: string; stored: string | null; expected: string | null }
  routeTime: { source: string; destination: string; orders: number; since: Date; p50_secs: number; p95_secs: number }
  statsHour: { hour: string; totalOrders: number; completedOrders: number; cancelledOrders: number; volumeUsd: number }
  storedEvent: { key: string }
  topAsset: { asset: string; orders: number; volume: number }
  topPair: { source: string; destination: string; orders: number; volume: number }
  tried: { taken: boolean }
  unfunded: { of_user: number; of_address: number; of_client: number }
  vault: { swap_id: ColumnTypes['intents.swap_id'] }
  writtenTo: { lsn: string }
}
