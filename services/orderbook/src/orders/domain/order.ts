import type { Fields, intentSchema, MakerQuoteWire, OrderStatus, RouteType } from '@tandem/contracts'
import type { Address, Hex } from 'viem'
import type { BridgeState, IntentFacts, OrderFacts, Side } from './order-lifecycle.ts'

/** A transaction that a chain shows, with the `timestamp` of its block. */
export type TransactionFact = { readonly txHash: Hex; readonly blockNumber: number; readonly timestamp: Date }

/**
 * The terms of a bridge transfer, which the recipient signs. `relayerFee` is in base units of `feeToken`; `finalAmount`
 * arrives on the final chain.
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

/** Fields of the wire that an {@link Intent} groups as `create`, `claim`, `cancel` and `hop`. */
type Grouped =
  | `${'create' | 'claim' | 'cancel'}${'TxHash' | 'BlockNumber' | 'Timestamp'}`
  | `hop${string}`
  | 'l1Hop'
  | 'finalChain'
  | 'finalTokenAddress'

/** Fields of the wire that are computed for each answer and have no column. */
type Computed = 'bridgeStatus' | 'fundedAmount'

/** One side of an order. Its fields are those of the wire, which describes them. */
export type Intent = Omit<Fields<typeof intentSchema>, Grouped | Computed> & {
  readonly side: Side
  readonly hop: HopTerms | null
  readonly create: TransactionFact | null
  readonly claim: TransactionFact | null
  readonly cancel: TransactionFact | null
  readonly bridgeState: BridgeState | null
  /** What the chain shows although the terms do not allow it. */
  readonly contradiction: string | null
}

/** What a chain shows of one side. Only the watcher writes these fields. */
export type ChainFacts = Pick<
  Intent,
  | 'create'
  | 'claim'
  | 'cancel'
  | 'commitment'
  | 'bridgeTxHash'
  | 'bridgeMessageId'
  | 'bridgeState'
  | 'deliveryTxHash'
  | 'deliveredAt'
  | 'contradiction'
>

/**
 * The fields that are fixed when the order is created. The vault's address is computed from them.
 */
export type IntentTerms = Omit<Intent, keyof ChainFacts | 'status' | 'createdAt' | 'updatedAt'>

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

/** What the user receives, in base units. With a hop, the chain is the final chain. */
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
