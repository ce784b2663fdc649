import {
  type EscrowTerms,
  encodeCancel,
  encodeClaim,
  encodeCreateEscrowNative,
  encodeTransfer,
  nativeToken,
} from '@tandem/escrow'
import { type Address, type Hex, zeroAddress } from 'viem'
import type { BridgeStatus } from './hop-status.ts'
import type { Intent, IntentTerms, Order } from './order.ts'

export type Actor = 'user' | 'solver' | 'relayer' | 'bridge' | 'anyone'
export type ActionName =
  | 'initiate_source'
  | 'recover_prefund'
  | 'initiate_destination'
  | 'submit_claim'
  | 'claim_source'
  | 'deliver_bridge'
  | 'retry_bridge'
  | 'cancel_source'
  | 'cancel_destination'
  | 'refund_source'

/** A transaction's call, with its `value` in wei. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint }

export type NextAction = {
  readonly actor: Actor
  readonly action: ActionName
  readonly chain: string
  /** Unix seconds by the clock of `chain`. Null without a limit. */
  readonly deadline: number | null
  readonly description: string
  readonly call: Call | null
}

/**
 * What has to happen next, and who does it. Null when nothing is left to do.
 * @param claimSafetySecs no secret is revealed within this time before the destination's deadline. Undefined when the
 * network file has no such chain; then any time could be too late.
 */
export function deriveNextAction(
  order: Order,
  claimSafetySecs: number | undefined,
  bridge: BridgeStatus | null = null,
  nowSecs = 0,
): NextAction | null {
  const { source, destination } = order
  const revealBefore = claimSafetySecs === undefined ? null : destination.cancelAfter - claimSafetySecs
  switch (order.status) {
    case 'created':
      if (source.status !== 'awaiting' || destination.status === 'expired') return null
      // Without the destination's chain nobody could see a claim in time, so the user must not pay.
      if (revealBefore === null) return null
      // A source that comes later is funded by no maker, so a payment would only be locked for a while.
      if (order.initiateBy !== null && nowSecs >= order.initiateBy) return null
      return {
        actor: 'user',
        action: 'initiate_source',
        chain: source.chain,
        deadline: order.initiateBy === null ? revealBefore : Math.min(order.initiateBy, revealBefore),
        ...initiateSource(source),
      }
    case 'source_initiated':
      if (destination.status !== 'awaiting') return waitToCancel(source)
      if (order.fillBy !== null && nowSecs >= order.fillBy) return refundSource(order, order.fillBy)
      return initiateDestination(order, revealBefore)
    case 'destination_initiated':
      return source.status === 'cancelled' ? waitToCancel(destination) : submitClaim(order, revealBefore)
    case 'destination_claimed':
      return claimSource(order)
    case 'bridging':
      return bridge === 'stuck' ? announceAgain(destination) : waitForBridge(destination)
    case 'bridge_failed':
      return executeAgain(destination)
    case 'refundable':
      return cancel(source.status === 'cancellable' ? source : destination)
    case 'completed':
    case 'cancelled':
    case 'expired':
    case 'conflict':
      return null
  }
}

function initiateSource(source: Intent): { description: string; call: Call } {
  if (source.tokenAddress === nativeToken) {
    return {
      description: 'Create the source escrow by sending the native token to the registry.',
      call: { to: source.registryAddress, data: encodeCreateEscrowNative(escrowTerms(source)), value: source.amount },
    }
  }
  return {
    description:
      'Fund the source escrow: send the tokens to its address (this call), then create it with createEscrow; or sign ' +
      'a permit or an authorization and let the relayer create it.',
    call: transferCall(source, source.amount),
  }
}

function initiateDestination({ source, destination, fillBy }: Order, revealBefore: number | null): NextAction {
  const deadline = revealBefore === null || fillBy === null ? revealBefore : Math.min(fillBy, revealBefore)
  return {
    actor: 'solver',
    action: 'initiate_destination',
    chain: destination.chain,
    deadline,
    description:
      'The solver funds the destination escrow once the source escrow stands at its confirmation depth' +
      (fillBy === null
        ? '.'
        : `. If it does not by ${isoTime(fillBy)}, it gives the source back with its consent; without that, the source ` +
          `can be cancelled from ${isoTime(source.cancelAfter)} on.`),
    call: null,
  }
}

/** The source of an unfilled order is refunded at once with the maker's consent, and otherwise at `cancel_after`. */
function refundSource({ source }: Order, fillBy: number): NextAction {
  return {
    actor: 'solver',
    action: 'refund_source',
    chain: source.chain,
    deadline: source.cancelAfter,
    description:
      `The destination was not funded by ${isoTime(fillBy)}. The solver gives the source back (cancelWithConsent) as soon ` +
      'as no funding of it can be mined any more; if it does not, anyone can cancel the source from ' +
      `${isoTime(source.cancelAfter)} on. Both repay its creator.`,
    call: null,
  }
}

const isoTime = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString()

function submitClaim({ destination }: Order, deadline: number | null): NextAction {
  const payload = destination.hop === null ? 'order_id and secret' : 'order_id, secret and the signed hop payload'
  return {
    actor: 'user',
    action: 'submit_claim',
    chain: destination.chain,
    deadline,
    description:
      `Check the destination escrow on ${destination.chain} by an endpoint of your own, then send ${payload} to the relayer ` +
      '(POST /claims). The secret becomes public with the claim.' +
      (deadline === null
        ? ` Until when a relayer takes it is not known here: ${destination.chain} is not in this orderbook's network ` +
          `file any more. The escrow can be claimed before ${isoTime(destination.cancelAfter)} at the latest.`
        : ''),
    call: null,
  }
}

function claimSource({ source, destination }: Order): NextAction {
  const { commitment } = destination
  const open = source.status === 'created' && commitment !== null
  return {
    actor: 'solver',
    action: 'claim_source',
    chain: source.chain,
    deadline: source.cancelAfter,
    description: 'The secret is public: the solver claims the source escrow with it.',
    call: open ? { to: source.registryAddress, data: encodeClaim(escrowTerms(source), commitment), value: 0n } : null,
  }
}

const onFinalChain = ({ chain, hop }: Intent) => ({ chain: hop?.finalChain ?? chain, deadline: null, call: null })

function waitForBridge(destination: Intent): NextAction {
  return {
    actor: 'bridge',
    action: 'deliver_bridge',
    ...onFinalChain(destination),
    description: 'The bridge delivers the tokens on the final chain. Nothing to do but wait.',
  }
}

/** A message that never reached the final chain can be announced again by anyone. */
function announceAgain(destination: Intent): NextAction {
  const { chain, hop, bridgeMessageId } = destination
  return {
    actor: 'anyone',
    action: 'retry_bridge',
    ...onFinalChain(destination),
    chain,
    description:
      `Message ${bridgeMessageId} was not delivered on ${hop?.finalChain} in the usual time. The tokens are locked in ` +
      `the token home on ${chain} until it is. Anyone may announce it again (retrySendCrossChainMessage on ${chain}).`,
  }
}

/** A message whose execution failed can be executed with more gas by anyone. */
function executeAgain(destination: Intent): NextAction {
  const { chain, hop, bridgeMessageId } = destination
  return {
    actor: 'anyone',
    action: 'retry_bridge',
    ...onFinalChain(destination),
    description:
      `Message ${bridgeMessageId} was received on ${hop?.finalChain} and failed. The tokens are locked in the token ` +
      `home on ${chain} until it succeeds, and can then go to ${hop?.recipient} only. Anyone may have it executed ` +
      `again with more gas (retryMessageExecution on ${hop?.finalChain}).`,
  }
}

function waitToCancel(intent: Intent): NextAction {
  return { ...cancel(intent), call: null }
}

/** Anyone may send the cancellation, which repays the creator. */
function cancel(intent: Intent): NextAction {
  const isSource = intent.side === 'source'
  const when = isoTime(intent.cancelAfter)
  return {
    actor: isSource ? 'user' : 'solver',
    action: isSource ? 'cancel_source' : 'cancel_destination',
    chain: intent.chain,
    deadline: null,
    description: `Cancel the ${intent.side} escrow, possible from ${when} on by the chain's clock: it repays its creator.`,
    call: { to: intent.registryAddress, data: encodeCancel(escrowTerms(intent)), value: 0n },
  }
}

export function escrowTerms(intent: Omit<IntentTerms, 'swapId'>): EscrowTerms {
  return {
    token: intent.tokenAddress,
    creator: intent.creator,
    recipient: intent.recipient,
    hopBridge: intent.hop?.bridgeFactory ?? zeroAddress,
    amount: intent.amount,
    cancelAfter: intent.cancelAfter,
    commitmentHash: intent.commitmentHash,
  }
}

/** A transfer to the vault's predicted address. */
export const transferCall = ({ tokenAddress, swapId }: Intent, amount: bigint): Call => ({
  to: tokenAddress,
  data: encodeTransfer(swapId, amount),
  value: 0n,
})
