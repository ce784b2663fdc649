import type { ExplanationWire, IntentWire, NextActionWire, OrderWire, StandingFactWire } from '@tandem/contracts'
import type { Explanation } from './domain/explanation.ts'
import type { BridgeStatus } from './domain/hop-status.ts'
import type { NextAction } from './domain/next-action.ts'
import { type Intent, type Order, type Receipt, receiptOf } from './domain/order.ts'
import type { Prefund } from './domain/prefund.ts'

/** `bridge` is `null` on a direct order. */
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
  return {
    swap_id: intent.swapId,
    chain: intent.chain,
    asset: intent.asset,
    token_address: intent.tokenAddress,
    creator: intent.creator,
    recipient: intent.recipient,
    amount: String(intent.amount),
    commitment_hash: intent.commitmentHash,
    commitment: intent.commitment,
    cancel_after: intent.cancelAfter,
    registry_address: intent.registryAddress,
    create_tx_hash: create?.txHash ?? null,
    create_block_number: create?.blockNumber ?? null,
    create_timestamp: create?.timestamp.toISOString() ?? null,
    claim_tx_hash: claim?.txHash ?? null,
    claim_block_number: claim?.blockNumber ?? null,
    claim_timestamp: claim?.timestamp.toISOString() ?? null,
    cancel_tx_hash: cancel?.txHash ?? null,
    cancel_block_number: cancel?.blockNumber ?? null,
    cancel_timestamp: cancel?.timestamp.toISOString() ?? null,
    l1_hop: hop !== null,
    hop_bridge_factory: hop?.bridgeFactory ?? null,
    hop_dest_blockchain_id: hop?.destBlockchainId ?? null,
    hop_recipient: hop?.recipient ?? null,
    hop_fee_token: hop?.feeToken ?? null,
    hop_relayer_fee: hop === null ? null : String(hop.relayerFee),
    final_chain: hop?.finalChain ?? null,
    final_token_address: hop?.finalTokenAddress ?? null,
    bridge_tx_hash: intent.bridgeTxHash,
    bridge_status: bridge,
    bridge_message_id: intent.bridgeMessageId,
    delivery_tx_hash: intent.deliveryTxHash,
    delivered_at: intent.deliveredAt?.toISOString() ?? null,
    created_at: intent.createdAt.toISOString(),
    updated_at: intent.updatedAt.toISOString(),
    status: intent.status,
    funded_amount: prefund === null ? null : String(prefund.amount),
  }
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
