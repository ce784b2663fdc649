import type { Address, Hex } from 'viem'
import { type HopTerms, type Intent, type Order, orderFacts, type TransactionFact } from '../domain/order.ts'
import {
  type BridgeState,
  type IntentStatus,
  nextTransitionAt,
  type OrderStatus,
  type Side,
} from '../domain/order-lifecycle.ts'
import type { Quote, RouteType } from '../domain/quote.ts'
import type { NewOrder } from '../usecases/ports.ts'

/** The one place where rows of orders and intents become domain objects, and the other way round. */

const intentColumns = [
  ...['swap_id', 'chain', 'asset', 'token_address', 'creator', 'recipient', 'amount', 'commitment_hash', 'commitment'],
  ...['cancel_after', 'registry_address', 'create_tx_hash', 'create_block_number', 'create_timestamp'],
  ...['claim_tx_hash', 'claim_block_number', 'claim_timestamp', 'cancel_tx_hash', 'cancel_block_number'],
  ...['cancel_timestamp', 'l1_hop', 'hop_bridge_factory', 'hop_dest_blockchain_id', 'hop_recipient', 'hop_fee_token'],
  ...['hop_relayer_fee', 'final_chain', 'final_token_address', 'bridge_tx_hash', 'bridge_state', 'contradiction'],
  ...['bridge_message_id', 'bridge_delivery_tx_hash', 'bridge_delivered_at', 'status', 'created_at', 'updated_at'],
]

const orderColumns = [
  ...['order_id', 'user_id', 'quote_id', 'route_type', 'source_token_price', 'dest_token_price', 'fee_bips', 'status'],
  ...['initiate_by', 'fill_by', 'created_at', 'updated_at'],
]

/** Amounts travel as text: a JSON number would lose digits. */
const textColumns = new Set(['amount', 'hop_relayer_fee'])

const fields = (columns: readonly string[], table: string) =>
  columns.map((name) => `'${name}', ${table}.${name}${textColumns.has(name) ? '::text' : ''}`).join(', ')

/**
 * `o` (orders) with its intents `s` (source) and `d` (destination) as one JSON text. One column instead of eighty: the
 * driver would decode each of them on its own, which takes several times as long as parsing the JSON.
 */
export const orderSelect =
  `json_build_object(${fields(orderColumns, 'o')}, ` +
  `'source', json_build_object(${fields(intentColumns, 's')}), ` +
  `'destination', json_build_object(${fields(intentColumns, 'd')}))::text AS order_json`

/** Joins both intents to `o`. */
export const intentJoins =
  `JOIN intents s ON s.order_id = o.order_id AND s.side = 'source' ` +
  `JOIN intents d ON d.order_id = o.order_id AND d.side = 'destination'`

export type OrderRow = { readonly order_json: string }

type Json = Readonly<Record<string, unknown>>

export function orderOf({ order_json }: OrderRow): Order {
  const row = JSON.parse(order_json) as Json
  return {
    orderId: row.order_id as string,
    userId: row.user_id as string,
    quoteId: row.quote_id as string,
    routeType: row.route_type as RouteType,
    sourceTokenPrice: row.source_token_price as string,
    destTokenPrice: row.dest_token_price as string,
    feeBips: row.fee_bips as number,
    initiateBy: row.initiate_by as number | null,
    fillBy: row.fill_by as number | null,
    source: intentOf(row.source as Json, 'source'),
    destination: intentOf(row.destination as Json, 'destination'),
    status: row.status as OrderStatus,
    createdAt: new Date(row.created_at as string),
    updatedAt: new Date(row.updated_at as string),
  }
}

function intentOf(row: Json, side: Side): Intent {
  return {
    side,
    swapId: row.swap_id as Address,
    chain: row.chain as string,
    asset: row.asset as string,
    tokenAddress: row.token_address as Address,
    creator: row.creator as Address,
    recipient: row.recipient as Address,
    amount: BigInt(row.amount as string),
    commitmentHash: row.commitment_hash as Hex,
    commitment: row.commitment as Hex | null,
    cancelAfter: row.cancel_after as number,
    registryAddress: row.registry_address as Address,
    create: factOf(row, 'create'),
    claim: factOf(row, 'claim'),
    cancel: factOf(row, 'cancel'),
    hop: row.l1_hop === true ? hopOf(row) : null,
    bridgeTxHash: row.bridge_tx_hash as Hex | null,
    bridgeState: row.bridge_state as BridgeState | null,
    bridgeMessageId: row.bridge_message_id as Hex | null,
    deliveryTxHash: row.bridge_delivery_tx_hash as Hex | null,
    deliveredAt: row.bridge_delivered_at === null ? null : new Date(row.bridge_delivered_at as string),
    contradiction: row.contradiction as string | null,
    status: row.status as IntentStatus,
    createdAt: new Date(row.created_at as string),
    updatedAt: new Date(row.updated_at as string),
  }
}

function factOf(row: Json, name: 'create' | 'claim' | 'cancel'): TransactionFact | null {
  const txHash = row[`${name}_tx_hash`] as Hex | null
  if (txHash === null) return null
  return {
    txHash,
    blockNumber: row[`${name}_block_number`] as number,
    timestamp: new Date(row[`${name}_timestamp`] as string),
  }
}

function hopOf(row: Json): HopTerms {
  return {
    bridgeFactory: row.hop_bridge_factory as Address,
    destBlockchainId: row.hop_dest_blockchain_id as Hex,
    recipient: row.hop_recipient as Address,
    feeToken: row.hop_fee_token as Address,
    relayerFee: BigInt(row.hop_relayer_fee as string),
    finalChain: row.final_chain as string,
    finalTokenAddress: row.final_token_address as Address,
  }
}

/** A new order as rows of `orders` and `intents`, keyed by column. */
export function newOrderRows(order: NewOrder): { order: object; intents: object[] } {
  const next = nextTransitionAt(orderFacts(order), { source: undefined, destination: undefined })
  return {
    order: {
      order_id: order.orderId,
      user_id: order.userId,
      quote_id: order.quoteId,
      route_type: order.routeType,
      source_token_price: order.sourceTokenPrice,
      dest_token_price: order.destTokenPrice,
      fee_bips: order.feeBips,
      initiate_by: order.initiateBy,
      fill_by: order.fillBy,
      commitment_hash: order.source.commitmentHash,
      source_chain: order.source.chain,
      dest_chain: order.destination.chain,
      source_asset: order.source.asset,
      dest_asset: order.destination.asset,
      volume_usd: order.volumeUsd,
      status: order.status,
      source_transition_at: next.source,
      dest_transition_at: next.destination,
      last_event_seq: 1,
      created_at: order.createdAt,
      updated_at: order.updatedAt,
    },
    intents: [newIntentRow(order, order.source), newIntentRow(order, order.destination)],
  }
}

function newIntentRow(order: NewOrder, intent: Intent): object {
  const { hop } = intent
  return {
    order_id: order.orderId,
    side: intent.side,
    swap_id: intent.swapId,
    chain: intent.chain,
    asset: intent.asset,
    token_address: intent.tokenAddress,
    creator: intent.creator,
    recipient: intent.recipient,
    amount: String(intent.amount),
    commitment_hash: intent.commitmentHash,
    cancel_after: intent.cancelAfter,
    registry_address: intent.registryAddress,
    l1_hop: hop !== null,
    hop_bridge_factory: hop?.bridgeFactory,
    hop_dest_blockchain_id: hop?.destBlockchainId,
    hop_recipient: hop?.recipient,
    hop_fee_token: hop?.feeToken,
    hop_relayer_fee: hop === null ? undefined : String(hop.relayerFee),
    final_chain: hop?.finalChain,
    final_token_address: hop?.finalTokenAddress,
    bridge_state: intent.bridgeState,
    status: intent.status,
    created_at: intent.createdAt,
    updated_at: intent.updatedAt,
  }
}

/** A quote as a row of `quotes`, keyed by column. */
export function quoteRow(quote: Quote, createdAt: Date, consumedAt: Date | null): object {
  return {
    quote_id: quote.quoteId,
    source_asset: quote.source.asset,
    source_amount: String(quote.source.amount),
    destination_asset: quote.destination.asset,
    destination_amount: String(quote.destination.amount),
    route_type: quote.routeType,
    fee_bips: quote.feeBips,
    source_token_price: quote.sourceTokenPrice,
    dest_token_price: quote.destTokenPrice,
    source_solver_address: quote.sourceSolverAddress,
    dest_solver_address: quote.destSolverAddress,
    hop_relayer_fee: quote.hopRelayerFee === null ? null : String(quote.hopRelayerFee),
    initiate_by: quote.initiateBy,
    fill_by: quote.fillBy,
    expires_at: quote.expiresAt,
    consumed_at: consumedAt,
    created_at: createdAt,
  }
}
