import type { IntentStatus, MakerQuoteWire, OrderStatus } from '@tandem/contracts'
import type { Address, Hex } from 'viem'
import type { BridgeState, IntentFacts, OrderFacts, Side } from './order-lifecycle.ts'
import type { RouteType } from './quote.ts'

/** A transaction that stands on chain. `timestamp` is its block's. */
export type TransactionFact = { readonly txHash: Hex; readonly blockNumber: number; readonly timestamp: Date }

/**
 * The terms that a claim of a hop vault must name; the recipient signs them. `relayerFee` in base units of `feeToken`.
 * `finalAsset` and `finalAmount` (base units) are what was asked for, and arrive on the final chain.
 */
export type HopTerms = {
  readonly bridgeFactory: Address
  readonly destBlockchainId: Hex
  readonly recipient: Address
  readonly feeToken: Address
  readonly relayerFee: bigint
  readonly finalChain: string
  readonly finalTokenAddress: Address
  readonly finalAsset: string
  readonly finalAmount: bigint
}

/** One side of an order. The terms are fixed at creation and bound by the vault's address. */
export type IntentTerms = {
  readonly side: Side
  readonly swapId: Address
  readonly chain: string
  readonly asset: string
  readonly tokenAddress: Address
  readonly creator: Address
  readonly recipient: Address
  /** Base units. */
  readonly amount: bigint
  readonly commitmentHash: Hex
  /** Unix seconds by the chain's own clock. */
  readonly cancelAfter: number
  readonly registryAddress: Address
  readonly hop: HopTerms | null
}

export type Intent = IntentTerms & {
  readonly commitment: Hex | null
  readonly create: TransactionFact | null
  readonly claim: TransactionFact | null
  readonly cancel: TransactionFact | null
  readonly bridgeTxHash: Hex | null
  readonly bridgeState: BridgeState | null
  /** The id of the message that carries the hop, on both of its chains. */
  readonly bridgeMessageId: Hex | null
  /** The last transaction on the final chain that executed the message, or failed to. */
  readonly deliveryTxHash: Hex | null
  readonly deliveredAt: Date | null
  readonly contradiction: string | null
  readonly status: IntentStatus
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type Order = {
  readonly orderId: string
  readonly userId: string
  readonly quoteId: string
  readonly routeType: RouteType
  readonly sourceTokenPrice: string
  readonly destTokenPrice: string
  readonly feeBips: number
  /** As in the quote. */
  readonly initiateBy: number | null
  readonly fillBy: number | null
  /** The quote that the maker signed; null when this service priced the quote itself. */
  readonly makerQuote: MakerQuoteWire | null
  readonly source: Intent
  readonly destination: Intent
  readonly status: OrderStatus
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The asset and amount that the user receives in the end: on a hop, on its final chain. `amount` in base units. */
export type Receipt = {
  readonly chain: string
  readonly asset: string
  readonly tokenAddress: Address
  readonly recipient: Address
  readonly amount: bigint
}

/** The asset that the user asked for, and receives when the order is completed. */
export function receiptOf({ destination }: { readonly destination: IntentTerms }): Receipt {
  const { chain, asset, tokenAddress, recipient, amount, hop } = destination
  if (hop === null) return { chain, asset, tokenAddress, recipient, amount }
  return {
    chain: hop.finalChain,
    asset: hop.finalAsset,
    tokenAddress: hop.finalTokenAddress,
    recipient: hop.recipient,
    amount: hop.finalAmount,
  }
}

/** The chain's facts about one intent, in the form that the lifecycle reads. */
export function intentFacts(intent: Intent): IntentFacts {
  return {
    created: intent.create !== null,
    claimed: intent.claim !== null,
    cancelled: intent.cancel !== null,
    contradicted: intent.contradiction !== null,
    cancelAfter: intent.cancelAfter,
  }
}

/** The chains' facts about one order, in the form that the lifecycle reads. */
export function orderFacts(order: Order): OrderFacts {
  return {
    source: intentFacts(order.source),
    destination: intentFacts(order.destination),
    bridge: order.routeType === 'hop' ? (order.destination.bridgeState ?? 'none') : undefined,
  }
}
