import type { Order } from '../client/types.ts'
import { chainOf, type KnownNetwork } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { escrowOf } from '../verify/verify-order.ts'
import { decideReveal, type RevealDecision, type RevealSide } from './decide-reveal.ts'
import { type EvidenceOptions, evidenceOf, evidenceRequired } from './evidence-options.ts'
import { readIsPayable, readIsRouteOpen } from './read-payout.ts'
import { readSide, readTimeAtDepth } from './read-side.ts'

/**
 * Reads both chains, and decides whether the secret may be revealed.
 *
 * @param claim.isOnHub true when the recipient's wallet will claim, without the relayer and the bridge.
 * @throws `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 * @example
 * const decision = await readEvidence(order, network, { endpoints })
 * if ('reason' in decision) show(`not yet, or never: ${decision.reason}`)
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
  /** Whether the claim is at depth; `undefined` when that was not read. */
  isClaimedAtDepth: boolean | undefined
  /** True once the escrow is cancelled, or when `cancel_after` has passed at depth without a claim. */
  isOver: boolean
  secsLeft: number
}

/**
 * Reads whether an escrow is claimed. With `isAtDepth`, an older block is read as well, which not every endpoint can
 * do. A watch therefore reads the newest block alone as long as it shows no claim.
 */
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
 * Requires a decision by which the secret may be revealed.
 *
 * @throws TandemError with the code of the decision, which is retryable if the decision is to wait.
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
