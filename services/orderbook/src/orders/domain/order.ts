import type { IntentStatus, MakerQuoteWire, OrderStatus } from '@tandem/contracts'
import type { Address, Hex } from 'viem'
import type { RouteType } from '../../quotes/domain/quote.ts'
import type { BridgeState, IntentFacts, OrderFacts, Side } from './order-lifecycle.ts'

/** `timestamp` of its block. */
export type TransactionFact = { readonly txHash: Hex; readonly blockNumber: number; readonly timestamp: Date }

/** Signed by the recipient. `relayerFee` in base units of `feeToken`; `finalAmount` arrives on the final chain. */
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

/** Fixed at creation, and bound by the vault's address. */
export type IntentTerms = {
  readonly side: Side
  readonly swapId: Address
  readonly chain: string
  readonly asset: string
  readonly tokenAddress: Address
  readonly creator: Address
  readonly recipient: Address
  readonly amount: bigint
  readonly commitmentHash: Hex
  /** Unix seconds by the chain's clock. */
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
  /** On both chains of the hop. */
  readonly bridgeMessageId: Hex | null
  /** The last execution, successful or failed. */
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
  readonly initiateBy: number | null
  readonly fillBy: number | null
  /** Null when this service priced the quote. */
  readonly makerQuote: MakerQuoteWire | null
  readonly source: Intent
  readonly destination: Intent
  readonly status: OrderStatus
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** On a hop, on its final chain. `amount` in base units. */
export type Receipt = {
  readonly chain: string
  readonly asset: string
  readonly tokenAddress: Address
  readonly recipient: Address
  readonly amount: bigint
}

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

export function intentFacts(intent: Intent): IntentFacts {
  return {
    created: intent.create !== null,
    claimed: intent.claim !== null,
    cancelled: intent.cancel !== null,
    contradicted: intent.contradiction !== null,
    cancelAfter: intent.cancelAfter,
  }
}

export function orderFacts(order: Order): OrderFacts {
  return {
    source: intentFacts(order.source),
    destination: intentFacts(order.destination),
    bridge: order.routeType === 'hop' ? (order.destination.bridgeState ?? 'none') : undefined,
  }
}
