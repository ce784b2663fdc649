import { type newIntentColumns, selectedIntentColumns } from '../../db/intent-columns.ts'
import type { Rows } from '../../db/rows.ts'
import { statement } from '../../db/statements.ts'
import { type HopTerms, type Intent, type Order, orderFacts, receiptOf, type TransactionFact } from '../domain/order.ts'
import { nextTransitionAt, type Side } from '../domain/order-lifecycle.ts'
import type { NewOrder } from '../ports.ts'

/** The one mapping between rows and domain objects. */

const orderColumns = [
  ...['order_id', 'user_id', 'quote_id', 'route_type', 'source_token_price', 'dest_token_price', 'fee_bips', 'status'],
  ...['initiate_by', 'fill_by', 'maker_quote', 'dest_asset', 'final_amount', 'created_at', 'updated_at'],
]

/** A JSON number would lose digits. */
const textColumns = new Set(['amount', 'hop_relayer_fee', 'final_amount'])

const fields = (columns: readonly string[], table: string) =>
  columns.map((name) => `'${name}', ${table}.${name}${textColumns.has(name) ? '::text' : ''}`).join(', ')

/** One JSON text: decoding eighty columns takes the driver several times as long. */
export const orderSelect =
  `json_build_object(${fields(orderColumns, 'o')}, ` +
  `'source', json_build_object(${fields(selectedIntentColumns, 's')}), ` +
  `'destination', json_build_object(${fields(selectedIntentColumns, 'd')}))::text AS order_json`

/**
 * While it stays the same, so does the answer of {@link orderSelect}: it names the transactions that wrote the rows last. It
 * has the time as well, because a promoted standby can give a transaction the number of one that it never saw.
 */
export const orderRevision = `concat_ws(' ', o.xmin, s.xmin, d.xmin, o.updated_at)`

export const intentJoins =
  `JOIN intents s ON s.order_id = o.order_id AND s.side = 'source' ` +
  `JOIN intents d ON d.order_id = o.order_id AND d.side = 'destination'`

export type OrderRow = Rows['order']

/** JSON has numbers for these. */
const bigints: ReadonlySet<string> = new Set([
  ...['initiate_by', 'fill_by', 'cancel_after'],
  ...['create_block_number', 'claim_block_number', 'cancel_block_number'],
])
/** Never run: PostgreSQL types the fields by it. */
const fieldTypes = (columns: readonly string[], table: string) =>
  `SELECT ${columns.map((name) => (bigints.has(name) ? `${name}::float8` : name)).join(', ')} FROM ${table}`
statement('orderFields')(fieldTypes(orderColumns, 'orders'))
statement('intentFields cancel_after')(fieldTypes(selectedIntentColumns, 'intents'))

type Json<Row> = {
  readonly [Name in keyof Row]: Row[Name] extends Date
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name]
}
type Whole<Row> = { readonly [Name in keyof Row]: NonNullable<Row[Name]> }
type IntentJson = Json<Rows['intentFields']>
type OrderJson = Json<Rows['orderFields']> & {
  readonly source: IntentJson
  readonly destination: IntentJson
}

export function orderOf({ order_json }: OrderRow): Order {
  const row = JSON.parse(order_json) as OrderJson
  return {
    orderId: row.order_id,
    userId: row.user_id,
    quoteId: row.quote_id,
    routeType: row.route_type,
    sourceTokenPrice: row.source_token_price,
    destTokenPrice: row.dest_token_price,
    feeBips: row.fee_bips,
    initiateBy: row.initiate_by,
    fillBy: row.fill_by,
    makerQuote: row.maker_quote,
    source: intentOf(row.source, 'source', row),
    destination: intentOf(row.destination, 'destination', row),
    status: row.status,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }
}

function intentOf(row: IntentJson, side: Side, order: OrderJson): Intent {
  return {
    side,
    swapId: row.swap_id,
    chain: row.chain,
    asset: row.asset,
    tokenAddress: row.token_address,
    creator: row.creator,
    recipient: row.recipient,
    amount: BigInt(row.amount),
    commitmentHash: row.commitment_hash,
    commitment: row.commitment,
    cancelAfter: row.cancel_after,
    registryAddress: row.registry_address,
    create: factOf(row, 'create'),
    claim: factOf(row, 'claim'),
    cancel: factOf(row, 'cancel'),
    hop: row.l1_hop ? hopOf(row as Whole<IntentJson>, order as Whole<OrderJson>) : null,
    bridgeTxHash: row.bridge_tx_hash,
    bridgeState: row.bridge_state,
    bridgeMessageId: row.bridge_message_id,
    deliveryTxHash: row.bridge_delivery_tx_hash,
    deliveredAt: row.bridge_delivered_at === null ? null : new Date(row.bridge_delivered_at),
    contradiction: row.contradiction,
    status: row.status,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }
}

function factOf(row: IntentJson, name: 'create' | 'claim' | 'cancel'): TransactionFact | null {
  const txHash = row[`${name}_tx_hash` as const]
  const blockNumber = row[`${name}_block_number` as const]
  const timestamp = row[`${name}_timestamp` as const]
  if (txHash === null || blockNumber === null || timestamp === null) return null
  return { txHash, blockNumber, timestamp: new Date(timestamp) }
}

function hopOf(row: Whole<IntentJson>, order: Whole<OrderJson>): HopTerms {
  return {
    bridgeFactory: row.hop_bridge_factory,
    destBlockchainId: row.hop_dest_blockchain_id,
    recipient: row.hop_recipient,
    feeToken: row.hop_fee_token,
    relayerFee: BigInt(row.hop_relayer_fee),
    finalChain: row.final_chain,
    finalTokenAddress: row.final_token_address,
    finalAsset: order.dest_asset,
    finalAmount: BigInt(order.final_amount),
  }
}

type RowOf<Columns extends readonly string[]> = Readonly<Record<Columns[number], unknown>>

/** Named columns: `SELECT o.*` would write a later release's columns as null. */
export const newOrderColumns = [
  'order_id',
  'user_id',
  'quote_id',
  'route_type',
  'source_token_price',
  'dest_token_price',
  'fee_bips',
  'initiate_by',
  'fill_by',
  'maker_id',
  'maker_quote',
  'commitment_hash',
  'source_chain',
  'dest_chain',
  'source_asset',
  'dest_asset',
  'hub_asset',
  'final_amount',
  'volume_usd',
  'client_hash',
  'status',
  'source_transition_at',
  'dest_transition_at',
  'last_event_seq',
  'created_at',
  'updated_at',
] as const

/** A quote as a row of its table, keyed by column. */
export function newOrderRows(order: NewOrder): {
  order: RowOf<typeof newOrderColumns>
  intents: RowOf<typeof newIntentColumns>[]
} {
  const { hop } = order.destination
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
      maker_id: order.makerQuote?.maker_id ?? null,
      maker_quote: order.makerQuote,
      commitment_hash: order.source.commitmentHash,
      source_chain: order.source.chain,
      dest_chain: order.destination.chain,
      source_asset: order.source.asset,
      dest_asset: receiptOf(order).asset,
      hub_asset: hop === null ? null : order.destination.asset,
      final_amount: hop === null ? null : String(hop.finalAmount),
      volume_usd: order.volumeUsd,
      client_hash: order.clientHash,
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

function newIntentRow(order: NewOrder, intent: Intent): RowOf<typeof newIntentColumns> {
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
    client_hash: intent.side === 'source' ? order.clientHash : null,
    // Lists join by it.
    created_at: order.createdAt,
    updated_at: intent.updatedAt,
  }
}
