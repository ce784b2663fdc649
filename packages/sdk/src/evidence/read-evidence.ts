import type { Order } from '../client/types.ts'
import { chainOf, type KnownNetwork } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { escrowOf } from '../verify/verify-order.ts'
import { decideReveal, type RevealDecision, type RevealSide } from './decide-reveal.ts'
import { type EvidenceOptions, evidenceOf, evidenceRequired } from './evidence-options.ts'
import { readIsPayable, readIsRouteOpen } from './read-payout.ts'
import { readSide, readTimeAtDepth } from './read-side.ts'

/**
 * Reads both chains, and decides whether the secret may leave.
 *
 * @param claim.isOnHub for a claim without the relayer and the bridge.
 * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 */
export async function readEvidence(
  order: Order,
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
  { isOnHub = false }: { isOnHub?: boolean } = {},
): Promise<RevealDecision> {
  const [source, destination] = await Promise.all([
    isOnHub ? undefined : readRevealSide(order, 'source_intent', network, options),
    readRevealSide(order, 'destination_intent', network, options),
  ])
  const { destination_intent: hub } = order
  const evidence = evidenceOf(options, chainOf(network, hub.chain))
  const isOpen = destination.latest.state === 'open'
  const isBridged = hub.l1_hop && !isOnHub
  const [isRouteOpen, isPayable] = await Promise.all([
    !isOpen || !isBridged || readIsRouteOpen(evidence, hub),
    !isOpen || isBridged || readIsPayable(evidence, escrowOf(hub)),
  ])
  const now = Math.floor(Date.now() / 1000)
  return decideReveal({ source, destination, now, isRouteOpen, isPayable })
}

export interface ClaimProgress {
  /** Whether the newest block shows the claim. */
  isClaimed: boolean
  /** Whether the claim is at depth; `undefined` when that was not asked. */
  isClaimedAtDepth: boolean | undefined
  /** True once the escrow is cancelled, or past its time without a claim. */
  isOver: boolean
  secsLeft: number
}

/** Reads how far a claim is. A watch asks for the newest block alone, because endpoints may not have older states. */
export async function readClaimProgress(
  order: Order,
  { side, isAtDepth = false }: { side: 'source_intent' | 'destination_intent'; isAtDepth?: boolean },
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
): Promise<ClaimProgress> {
  const knowsDepth = isAtDepth && chainOf(network, order[side].chain).confirmations !== undefined
  const asked = knowsDepth ? undefined : { confirmations: 1, tag: null }
  const read = await readSide(order, side, network, options, asked)
  const { terms, views } = read
  const { latest, atDepth } = views
  const now = Math.floor(Date.now() / 1000)
  return {
    isClaimed: latest.state === 'claimed',
    isClaimedAtDepth: knowsDepth ? atDepth.state === 'claimed' : undefined,
    isOver:
      latest.state !== 'claimed' &&
      (atDepth.state === 'cancelled' ||
        (views.chainTime >= terms.cancelAfter && (await readTimeAtDepth(read)) >= terms.cancelAfter)),
    secsLeft: terms.cancelAfter - Math.max(views.chainTime, now),
  }
}

/**
 * Requires that the secret may leave.
 *
 * @throws the reason to wait (retryable), or the refusal.
 */
export function requireReveal(decision: RevealDecision, isSecretOut = false): 'reveal' | 'settled' {
  if (!('code' in decision)) return decision.type
  throw new TandemError(decision.code, `the secret ${isSecretOut ? 'was sent before' : 'stays'}: ${decision.reason}`, {
    retryable: decision.type === 'wait',
  })
}

async function readRevealSide(...asked: Parameters<typeof readSide>): Promise<RevealSide> {
  const [order, side, network] = asked
  const chain = chainOf(network, order[side].chain)
  const { claim_safety_secs: safetySecs } = chain
  if (safetySecs === undefined) throw evidenceRequired(`claim_safety_secs of ${chain.chain}`)
  const { views, terms } = await readSide(...asked)
  return { ...views, terms, safetySecs }
}
