import type { Address, Hex } from 'viem'
import type { Intent, Order, TransactionFact } from '../domain/order.ts'
import { orderFacts } from '../domain/order.ts'
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

type Cast = 'text' | 'float8' | 'none'

/** Columns that the domain reads. Numbers come as text or float8: the driver would make slow big decimals of them. */
const intentColumns: Record<string, Cast> = {
  swap_id: 'none',
  chain: 'none',
  asset: 'none',
  token_address: 'none',
  creator: 'none',
  recipient: 'none',
  amount: 'text',
  commitment_hash: 'none',
  commitment: 'none',
  cancel_after: 'float8',
  registry_address: 'none',
  create_tx_hash: 'none',
  create_block_number: 'float8',
  create_timestamp: 'none',
  claim_tx_hash: 'none',
  claim_block_number: 'float8',
  claim_timestamp: 'none',
  cancel_tx_hash: 'none',
  cancel_block_number: 'float8',
  cancel_timestamp: 'none',
  l1_hop: 'none',
  hop_bridge_factory: 'none',
  hop_dest_blockchain_id: 'none',
  hop_recipient: 'none',
  hop_fee_token: 'none',
  hop_relayer_fee: 'text',
  final_chain: 'none',
  final_token_address: 'none',
  bridge_tx_hash: 'none',
  bridge_state: 'none',
  contradiction: 'none',
  status: 'none',
  created_at: 'none',
  updated_at: 'none',
}

const orderColumns: Record<string, Cast> = {
  order_id: 'text',
  user_id: 'none',
  quote_id: 'text',
  route_type: 'none',
  source_token_price: 'none',
  dest_token_price: 'none',
  fee_bips: 'none',
  status: 'none',
  created_at: 'none',
  updated_at: 'none',
}

function select(columns: Record<string, Cast>, table: string): string {
  return Object.entries(columns)
    .map(([name, cast]) => `${table}.${name}${cast === 'none' ? '' : `::${cast}`} AS ${table}_${name}`)
    .join(', ')
}

/** The select list of `o` (orders) with its intents `s` (source) and `d` (destination). */
export const orderSelect = [select(orderColumns, 'o'), select(intentColumns, 's'), select(intentColumns, 'd')].join(
  ', ',
)

/** Joins both intents to `o`. */
export const intentJoins =
  `JOIN intents s ON s.order_id = o.order_id AND s.side = 'source' ` +
  `JOIN intents d ON d.order_id = o.order_id AND d.side = 'destination'`

export type OrderRow = Readonly<Record<string, unknown>>

export function orderOf(row: OrderRow): Order {
  return {
    orderId: row.o_order_id as string,
    userId: row.o_user_id as string,
    quoteId: row.o_quote_id as string,
    routeType: row.o_route_type as RouteType,
    sourceTokenPrice: row.o_source_token_price as string,
    destTokenPrice: row.o_dest_token_price as string,
    feeBips: row.o_fee_bips as number,
    source: intentOf(row, 's', 'source'),
    destination: intentOf(row, 'd', 'destination'),
    status: row.o_status as OrderStatus,
    createdAt: row.o_created_at as Date,
    updatedAt: row.o_updated_at as Date,
  }
}

function intentOf(row: OrderRow, table: 's' | 'd', side: Side): Intent {
  const at = (name: string) => row[`${table}_${name}`]
  const fact = (name: string): TransactionFact | null => {
    const txHash = at(`${name}_tx_hash`) as Hex | null
    if (txHash === null) return null
    return {
      txHash,
      blockNumber: at(`${name}_block_number`) as number,
      timestamp: at(`${name}_timestamp`) as Date,
    }
  }
  return {
    side,
    swapId: at('swap_id') as Address,
    chain: at('chain') as string,
    asset: at('asset') as string,
    tokenAddress: at('token_address') as Address,
    creator: at('creator') as Address,
    recipient: at('recipient') as Address,
    amount: BigInt(at('amount') as string),
    commitmentHash: at('commitment_hash') as Hex,
    commitment: at('commitment') as Hex | null,
    cancelAfter: at('cancel_after') as number,
    registryAddress: at('registry_address') as Address,
    create: fact('create'),
    claim: fact('claim'),
    cancel: fact('cancel'),
    hop:
      at('l1_hop') === true
        ? {
            bridgeFactory: at('hop_bridge_factory') as Address,
            destBlockchainId: at('hop_dest_blockchain_id') as Hex,
            recipient: at('hop_recipient') as Address,
            feeToken: at('hop_fee_token') as Address,
            relayerFee: BigInt(at('hop_relayer_fee') as string),
            finalChain: at('final_chain') as string,
            finalTokenAddress: at('final_token_address') as Address,
          }
        : null,
    bridgeTxHash: at('bridge_tx_hash') as Hex | null,
    bridgeState: at('bridge_state') as BridgeState | null,
    contradiction: at('contradiction') as string | null,
    status: at('status') as IntentStatus,
    createdAt: at('created_at') as Date,
    updatedAt: at('updated_at') as Date,
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

/** A consumed quote as a row of `quotes`, keyed by column. */
export function consumedQuoteRow(quote: Quote, consumedAt: Date): object {
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
    expires_at: quote.expiresAt,
    consumed_at: consumedAt,
    created_at: consumedAt,
  }
}
