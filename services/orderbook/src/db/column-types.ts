import type { MakerEntryWire, MakerFaultWire, MakerQuoteWire, OrderStatus } from '@tandem/contracts'
import type { Address, Hex } from 'viem'
import type { EventKind, EventPayload, Finality } from '../chain/chain-event.ts'
import type { Side } from '../domain/order-lifecycle.ts'
import type { RouteType } from '../domain/quote.ts'
import type { MakerListing } from '../makers/ports.ts'
import type { StoredEvent } from '../usecases/ports.ts'
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
  'intents.commitment_hash': Hex
  'intents.side': Side
  'intents.swap_id': Address
  'makerFact.maker_quote': MakerQuoteWire
  'maker_faults.kind': MakerFaultWire['kind']
  'maker_listings.entry': Omit<MakerEntryWire, 'secret'>
  'maker_listings.origin': MakerListing['origin']
  'order_events.status': OrderStatus
  'order_events.type': StoredEvent['type']
  'quotes.dest_solver_address': Address
  'quotes.integrator': Address
  'quotes.maker_quote': MakerQuoteWire
  'quotes.route_type': RouteType
  'quotes.source_solver_address': Address
  'standingFact.finality': Finality
  'standingFact.kind': EventKind
  'standingFact.side': Side
  'undelivered.state': 'dispatched' | 'failed'
  'webhook_deliveries.attempts': Attempt[]
}
