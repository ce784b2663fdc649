import {
  type ExplanationWire,
  encodeFields,
  type IntentWire,
  intentSchema,
  type NextActionWire,
  type OrderWire,
  type StandingFactWire,
} from '@tandem/contracts'
import type { Explanation } from './domain/explanation.ts'
import type { BridgeStatus } from './domain/hop-status.ts'
import type { NextAction } from './domain/next-action.ts'
import { type Intent, type Order, type Receipt, receiptOf } from './domain/order.ts'
import type { Prefund } from './domain/prefund.ts'

/** The answer for an order. `bridge` is null on a direct order. */
export function orderWire(
  order: Order,
  nextAction: NextAction | null,
  bridge: BridgeStatus | null,
  prefund: Prefund | null = null,
): OrderWire {
  return {
    order_id: order.orderId,
    user_id: order.userId,
    quote_id: order.quoteId,
    source_token_price: order.sourceTokenPrice,
    dest_token_price: order.destTokenPrice,
    fee_bips: order.feeBips,
    initiate_by: order.initiateBy,
    fill_by: order.fillBy,
    maker_quote: order.makerQuote,
    source_intent: intentWire(order.source, null, prefund),
    destination_intent: intentWire(order.destination, bridge, null),
    receives: receiptWire(receiptOf(order)),
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
    status: order.status,
    next_action: nextAction === null ? null : nextActionWire(nextAction),
  }
}

const receiptWire = ({
  chain,
  asset,
  tokenAddress,
  recipient,
  amount,
}: Receipt): NonNullable<OrderWire['receives']> => ({
  chain,
  asset,
  token_address: tokenAddress,
  recipient,
  amount: String(amount),
})

function intentWire(intent: Intent, bridge: BridgeStatus | null, prefund: Prefund | null): IntentWire {
  const { create, claim, cancel, hop } = intent
  return encodeFields(intentSchema, intent, {
    createTxHash: create?.txHash ?? null,
    createBlockNumber: create?.blockNumber ?? null,
    createTimestamp: create?.timestamp ?? null,
    claimTxHash: claim?.txHash ?? null,
    claimBlockNumber: claim?.blockNumber ?? null,
    claimTimestamp: claim?.timestamp ?? null,
    cancelTxHash: cancel?.txHash ?? null,
    cancelBlockNumber: cancel?.blockNumber ?? null,
    cancelTimestamp: cancel?.timestamp ?? null,
    l1Hop: hop !== null,
    hopBridgeFactory: hop?.bridgeFactory ?? null,
    hopDestBlockchainId: hop?.destBlockchainId ?? null,
    hopRecipient: hop?.recipient ?? null,
    hopFeeToken: hop?.feeToken ?? null,
    hopRelayerFee: hop?.relayerFee ?? null,
    finalChain: hop?.finalChain ?? null,
    finalTokenAddress: hop?.finalTokenAddress ?? null,
    bridgeStatus: bridge,
    fundedAmount: prefund === null ? null : prefund.amount,
  })
}

function nextActionWire({ call, ...action }: NextAction): NextActionWire {
  return { ...action, call: call === null ? null : { ...call, value: String(call.value) } }
}

export function explanationWire(
  order: Order,
  explanation: Explanation,
  facts: readonly StandingFactWire[],
): ExplanationWire {
  const { summary, happened, awaiting, youCan } = explanation
  return {
    order_id: order.orderId,
    status: order.status,
    summary,
    happened: happened.map(({ at, text, txHash }) => ({ at: at.toISOString(), text, tx_hash: txHash })),
    awaiting: awaiting === null ? null : { ...awaiting, until: awaiting.until?.toISOString() ?? null },
    facts: [...facts],
    you_can: [...youCan],
  }
}
