import type { IntentStatus, MakerQuoteWire, OrderStatus } from '@tandem/contracts'
import type { Address, Hex } from 'viem'
import type { StoredEvent } from '../events/ports.ts'
import type { MakerEvent } from '../makers/domain/cooldown.ts'
import type { BridgeState, Side } from '../orders/domain/order-lifecycle.ts'
import type { RouteType } from '../quotes/domain/quote.ts'
import type { EventKind, EventPayload, Finality } from '../watcher/domain/chain-event.ts'
import type { Attempt } from '../webhooks/dispatcher.ts'

/** Types of texts and JSON, by a table's column or by a row's that no table has. */
export type ColumnTypes = {
  'backlog.orders': Record<string, number>
  'chain_blocks.hash': Hex
  'chain_cursors.hash': Hex
  'chain_events.block_hash': Hex
  'chain_events.finality': Finality
  'chain_events.kind': EventKind
  'chain_events.payload': EventPayload
  /** A vault, or a message. */
  'chain_events.subject': Hex
  'chain_events.tx_hash': Hex
  'intents.bridge_delivery_tx_hash': Hex
  'intents.bridge_message_id': Hex
  'intents.bridge_state': BridgeState
  'intents.bridge_tx_hash': Hex
  'intents.cancel_tx_hash': Hex
  'intents.claim_tx_hash': Hex
  'intents.commitment': Hex
  'intents.commitment_hash': Hex
  'intents.create_tx_hash': Hex
  'intents.creator': Address
  'intents.final_token_address': Address
  'intents.hop_bridge_factory': Address
  'intents.hop_dest_blockchain_id': Hex
  'intents.hop_fee_token': Address
  'intents.hop_recipient': Address
  'intents.recipient': Address
  'intents.registry_address': Address
  'intents.side': Side
  'intents.status': IntentStatus
  'intents.swap_id': Address
  'intents.token_address': Address
  'makerEvent.kind': MakerEvent['kind']
  'order_events.status': OrderStatus
  'order_events.type': StoredEvent['type']
  'orders.maker_quote': MakerQuoteWire
  'orders.route_type': RouteType
  'orders.status': OrderStatus
  'quotes.dest_solver_address': Address
  'quotes.maker_quote': MakerQuoteWire
  'quotes.route_type': RouteType
  'quotes.source_solver_address': Address
  'standingFact.finality': Finality
  'standingFact.kind': EventKind
  'standingFact.side': Side
  'undelivered.state': 'dispatched' | 'failed'
  'webhook_deliveries.attempts': Attempt[]
}
