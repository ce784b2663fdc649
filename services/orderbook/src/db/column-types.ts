import type { IntentStatus, OrderStatus } from '@tandem/contracts'
import type { Address, Hex } from 'viem'
import type { MakerEvent } from '../makers/domain/cooldown.ts'
import type { Side } from '../orders/domain/order-lifecycle.ts'
import type { EventKind, EventPayload, Finality } from '../watcher/domain/chain-event.ts'

/** The types of text and JSON columns, by the column of a table, or of a statement's row that is no table's. */
export type ColumnTypes = {
  'chain_events.block_hash': Hex
  'chain_events.finality': Finality
  'chain_events.kind': EventKind
  'chain_events.payload': EventPayload
  /** What the event is about: a vault, or on a final chain a message. */
  'chain_events.subject': Hex
  'chain_events.tx_hash': Hex
  'intents.commitment_hash': Hex
  'intents.side': Side
  'intents.status': IntentStatus
  'intents.swap_id': Address
  'makerEvent.kind': MakerEvent['kind']
  'orders.status': OrderStatus
}
