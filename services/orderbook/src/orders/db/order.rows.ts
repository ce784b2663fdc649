import { decodeRow, jsonFields, rowOf } from '../../fields.ts'
import { type Intent, type Order, orderFacts, receiptOf } from '../domain/order.ts'
import { nextTransitionAt } from '../domain/order-lifecycle.ts'
import type { NewOrder } from '../ports.ts'

/** The fields of {@link Order} that are columns of `orders`. */
const orderFields = new Set([
  ...['orderId', 'userId', 'quoteId', 'routeType', 'sourceTokenPrice', 'destTokenPrice', 'feeBips', 'status'],
  ...['initiateBy', 'fillBy', 'makerQuote', 'createdAt', 'updatedAt'],
])

const transactions = ['create', 'claim', 'cancel'] as const

/** Whether a column of `intents` is a field of {@link Intent} under the same name. */
const isPlain = (name: string): boolean =>
  !/^(create|claim|cancel)(TxHash|BlockNumber|Timestamp)$|^hop[A-Z]|^l1Hop$|^final(Chain|TokenAddress)$/.test(name) &&
  name !== 'orderId' &&
  name !== 'clientHash'

const transactionJson = (name: (typeof transactions)[number], alias: string) => `
  '${name}', CASE WHEN ${alias}.${name}_tx_hash IS NOT NULL THEN json_build_object('txHash', ${alias}.${name}_tx_hash,
    'blockNumber', ${alias}.${name}_block_number, 'timestamp', ${alias}.${name}_timestamp) END`

const intentJson = (alias: string) => `json_build_object(${jsonFields('intents', alias, isPlain)},
  ${transactions.map((name) => transactionJson(name, alias)).join(', ')},
  'hop', CASE WHEN ${alias}.l1_hop THEN json_build_object('bridgeFactory', ${alias}.hop_bridge_factory,
    'destBlockchainId', ${alias}.hop_dest_blockchain_id, 'recipient', ${alias}.hop_recipient,
    'feeToken', ${alias}.hop_fee_token, 'relayerFee', ${alias}.hop_relayer_fee::text, 'finalChain', ${alias}.final_chain,
    'finalTokenAddress', ${alias}.final_token_address, 'finalAsset', o.dest_asset, 'finalAmount', o.final_amount::text) END)`

/**
 * An order as one JSON text, of the shape of {@link Order}. PostgreSQL and `JSON.parse` take only a part of the time in
 * which the driver, or Prisma's client, decodes eighty columns.
 */
export const orderSelect = `json_build_object(${jsonFields('orders', 'o', (name) => orderFields.has(name))},
  'source', ${intentJson('s')}, 'destination', ${intentJson('d')})::text AS order_json`

export const intentJoins =
  `JOIN intents s ON s.order_id = o.order_id AND s.side = 'source' ` +
  `JOIN intents d ON d.order_id = o.order_id AND d.side = 'destination'`

type Json = Record<string, unknown>

/** Reads the JSON of {@link orderSelect}, and turns its texts into amounts and times. */
export function orderOf({ order_json }: { readonly order_json: string }): Order {
  const order = JSON.parse(order_json) as Json
  decodeRow('orders', order)
  decodeIntent(order.source as Json)
  decodeIntent(order.destination as Json)
  return order as Order
}

function decodeIntent(intent: Json): void {
  decodeRow('intents', intent)
  for (const name of transactions) {
    const fact = intent[name] as Json | null
    if (fact !== null) fact.timestamp = new Date(fact.timestamp as string)
  }
  const hop = intent.hop as Json | null
  if (hop === null) return
  hop.relayerFee = BigInt(hop.relayerFee as string)
  hop.finalAmount = BigInt(hop.finalAmount as string)
}

type Row = Record<string, unknown>

/** The rows of a new order and its intents, keyed by column. */
export function newOrderRows(order: NewOrder): { order: Row; intents: Row[] } {
  const { hop } = order.destination
  const next = nextTransitionAt(orderFacts(order), { source: undefined, destination: undefined })
  return {
    order: rowOf('orders', order, {
      makerId: order.makerQuote?.maker_id ?? null,
      commitmentHash: order.source.commitmentHash,
      sourceChain: order.source.chain,
      destChain: order.destination.chain,
      sourceAsset: order.source.asset,
      destAsset: receiptOf(order).asset,
      hubAsset: hop === null ? null : order.destination.asset,
      finalAmount: hop?.finalAmount ?? null,
      sourceTransitionAt: next.source,
      destTransitionAt: next.destination,
      lastEventSeq: 1,
    }),
    intents: [newIntentRow(order, order.source), newIntentRow(order, order.destination)],
  }
}

const newIntentRow = (order: NewOrder, { hop, ...intent }: Intent): Row =>
  rowOf('intents', intent, {
    l1Hop: hop !== null,
    hopBridgeFactory: hop?.bridgeFactory,
    hopDestBlockchainId: hop?.destBlockchainId,
    hopRecipient: hop?.recipient,
    hopFeeToken: hop?.feeToken,
    hopRelayerFee: hop?.relayerFee,
    finalChain: hop?.finalChain,
    finalTokenAddress: hop?.finalTokenAddress,
    orderId: order.orderId,
    clientHash: intent.side === 'source' ? order.clientHash : null,
    // Lists sort the intents of an address by the order's time.
    createdAt: order.createdAt,
  })
