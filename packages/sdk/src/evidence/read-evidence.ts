import type { Address, Hex } from 'viem'
import type { Intent, Order } from '../client/types.ts'
import { chainOf, type KnownNetwork } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { escrowOf, termsOf } from '../verify-order.ts'
import { type EvidenceOptions, evidenceOf, evidenceRequired } from './evidence-options.ts'
import { judgeReveal, type RevealSide, type RevealVerdict } from './judge-reveal.ts'
import { readIsPayable, readIsRouteOpen } from './read-payout.ts'
import { readSide, readTimeAtDepth } from './read-side.ts'

/**
 * Reads both escrows of a verified order over the application's own endpoints and judges whether the secret may leave.
 *
 * @throws TandemError `EVIDENCE_REQUIRED` without an endpoint of either chain; `EVIDENCE_UNAVAILABLE`.
 */
export async function readEvidence(
  order: Order,
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
): Promise<RevealVerdict> {
  const [source, destination] = await Promise.all([
    readRevealSide(order, 'source_intent', network, options),
    readRevealSide(order, 'destination_intent', network, options),
  ])
  const isOpen = destination.latest.state === 'open'
  const [isRouteOpen, isPayable] = isOpen
    ? await Promise.all([
        readRoute(order.destination_intent, network, options),
        // On a hop the bridge pulls the tokens, and whether it can is what its route says.
        order.destination_intent.l1_hop || readPayable(order, network, options),
      ])
    : [true, true]
  const now = Math.floor(Date.now() / 1000)
  return judgeReveal({ source, destination, now, isRouteOpen, isPayable })
}

/**
 * Reads the destination escrow alone, for a claim by the recipient's own transaction: it needs no bridge.
 *
 * @throws TandemError `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 */
export async function readHubEvidence(
  order: Order,
  network: KnownNetwork,
  options: EvidenceOptions,
): Promise<RevealVerdict> {
  const destination = await readRevealSide(order, 'destination_intent', network, options)
  const isPayable = destination.latest.state !== 'open' || (await readPayable(order, network, options))
  const now = Math.floor(Date.now() / 1000)
  return judgeReveal({ source: undefined, destination, now, isRouteOpen: true, isPayable })
}

/** How far the claim of a side is. */
export interface ClaimProgress {
  /** Whether it stands in the newest block. */
  isClaimed: boolean
  /** Whether it stands where it counts; `undefined` where that was not asked, or the pinned chain does not say how deep. */
  isClaimedAtDepth: boolean | undefined
  /** Whether no claim can come any more, at the depth that was asked: it is cancelled, or unclaimed past its time. */
  isOver: boolean
  /** Seconds left to claim, by the chain's clock or the application's, whichever is later. */
  secsLeft: number
}

/**
 * Whether a side is claimed. A watch asks for the newest block alone: an endpoint that cannot say what stands deeper must
 * not keep the recipient from claiming.
 *
 * @throws TandemError `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
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
 * Waits are errors that may be retried, refusals are errors that may not; otherwise whether there is a secret to reveal.
 *
 * @param isSecretOut whether the secret was sent before: then no message says that it stays.
 * @throws TandemError with the verdict's code.
 */
export function requireReveal(verdict: RevealVerdict, isSecretOut = false): 'reveal' | 'settled' {
  if (!('code' in verdict)) return verdict.verdict
  throw new TandemError(verdict.code, `the secret ${isSecretOut ? 'was sent before' : 'stays'}: ${verdict.reason}`, {
    retryable: verdict.verdict === 'wait',
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

/** The bridge is asked by the address that the application pins, not by the one that the order names. */
async function readRoute(hub: Intent, network: KnownNetwork, options: EvidenceOptions | undefined): Promise<boolean> {
  if (!hub.l1_hop) return true
  const chain = chainOf(network, hub.chain)
  const bridge = chain.hop_bridge_address
  if (bridge == null) throw evidenceRequired(`hop_bridge_address of ${chain.chain}`)
  return readIsRouteOpen(evidenceOf(options, chain), {
    bridge: bridge as Address,
    token: termsOf(hub).token,
    destBlockchainId: hub.hop_dest_blockchain_id as Hex,
  })
}

async function readPayable(
  { destination_intent: destination }: Order,
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
): Promise<boolean> {
  const evidence = evidenceOf(options, chainOf(network, destination.chain))
  return readIsPayable(evidence, escrowOf(destination))
}
