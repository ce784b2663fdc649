import { requiredMarginSecs, type WindowRules } from '@tandem/contracts'
import type { EscrowTerms, VaultAtDepth } from '@tandem/escrow'
import type { FillTime } from './work.ts'

/** The facts that decide whether a secret may be revealed. Times are in unix seconds by each chain's clock. */
export interface ClaimFacts {
  source: VaultAtDepth & { terms: EscrowTerms }
  destination: VaultAtDepth & { terms: EscrowTerms }
  /** Seconds that must be left on the destination for the claim to be mined. */
  claimSafetySecs: number
  /** Seconds that must be left on the source for the other party to claim there. */
  sourceSafetySecs: number
  /** Unix seconds by our own clock, which shows when a chain or an endpoint has stopped. */
  now: number
}

export type HopRefusal = 'HOP_EXPIRED' | 'SIGNATURE_INVALID' | 'HOP_ROUTE_CLOSED'
export type ClaimRefusal = 'VAULT_MISMATCH' | 'TOO_LATE' | 'CANCELLED' | HopRefusal
export type ClaimWait =
  | 'SOURCE_NOT_INITIATED'
  | 'DESTINATION_NOT_INITIATED'
  | 'CHAIN_UNAVAILABLE'
  | 'PAYOUT_BLOCKED'
  | 'PAYOUT_TOO_COSTLY'

export type ClaimDecision =
  | { type: 'safe' }
  /** The destination is claimed already, so the secret is public. */
  | { type: 'settled' }
  | { type: 'wait'; code: ClaimWait; reason: string }
  | { type: 'refuse'; code: ClaimRefusal; reason: string }

const wait = <C extends ClaimWait>(code: C, reason: string) => ({ type: 'wait', code, reason }) as const
const refuse = (code: ClaimRefusal, reason: string): ClaimDecision => ({ type: 'refuse', code, reason })

/** A chain without a new block: its next one may be past the deadline already, unseen by our endpoint. */
const standsStill = (side: 'source' | 'destination') =>
  wait('CHAIN_UNAVAILABLE', `the ${side} has no new block, and too little time is left by our clock`)

/** Seconds that must be left on the source: half of the margin, so that the solver can claim. */
export const sourceSafetySecs = (rules: WindowRules): number => Math.ceil(requiredMarginSecs(rules) / 2)

/** Decides whether a claim may be sent, which reveals its secret. The test beside this file has a row for each refusal. */
export function decideClaim(facts: ClaimFacts): ClaimDecision {
  const { source, destination } = facts
  if (destination.latest.state === 'claimed') return { type: 'settled' }
  if (destination.latest.state === 'cancelled') return refuse('CANCELLED', 'the destination vault is cancelled')
  if (source.latest.state === 'cancelled') return refuse('CANCELLED', 'the source vault is cancelled')

  if (destination.terms.cancelAfter - destination.chainTime < facts.claimSafetySecs) {
    return refuse('TOO_LATE', 'too little time is left on the destination')
  }
  if (source.terms.cancelAfter - source.chainTime < facts.sourceSafetySecs)
    return refuse('TOO_LATE', 'too little time is left on the source')
  if (destination.terms.cancelAfter - facts.now < facts.claimSafetySecs) return standsStill('destination')
  if (source.terms.cancelAfter - facts.now < facts.sourceSafetySecs) return standsStill('source')

  if (source.atDepth.state === 'missing')
    return wait('SOURCE_NOT_INITIATED', 'the source vault is not on chain at its confirmation depth')
  if (destination.latest.state === 'missing' || destination.atDepth.state === 'missing') {
    return wait('DESTINATION_NOT_INITIATED', 'the destination vault is not on chain at its confirmation depth')
  }
  for (const { terms, latest, atDepth } of [source, destination]) {
    for (const view of [latest, atDepth]) {
      // A claimed source cannot be short: its claimer knew the secret.
      if (view.state === 'missing' || view.state === 'claimed') continue
      if (!view.hasTerms) return refuse('VAULT_MISMATCH', 'a vault has other terms than the order')
      if (view.balance < terms.amount) return refuse('VAULT_MISMATCH', 'a vault holds less than its amount')
    }
  }
  return { type: 'safe' }
}

/** The facts that decide whether a hop's claim may be sent. Times are in unix seconds. */
export interface HopFacts {
  deadline: number
  chainTime: number
  now: number
  claimSafetySecs: number
  /** Whether the recipient has signed the hop payload for this route and vault. */
  isSigned: boolean
  isRouteOpen: boolean
}

/** Why a hop claim might revert, and publish its secret all the same. */
export function whyNoHop(facts: HopFacts): Extract<ClaimDecision, { code: string }> | undefined {
  const no = (code: HopRefusal, reason: string) => ({ type: 'refuse', code, reason }) as const
  if (facts.deadline - facts.chainTime < facts.claimSafetySecs)
    return no('HOP_EXPIRED', 'the hop payload expires too soon')
  if (facts.deadline - facts.now < facts.claimSafetySecs) return standsStill('destination')
  if (!facts.isSigned) return no('SIGNATURE_INVALID', 'the hop payload is not signed by the recipient')
  return facts.isRouteOpen ? undefined : no('HOP_ROUTE_CLOSED', 'the bridge has no open route to the final chain')
}

/** Why the simulation of the payout stops a claim; undefined when it pays. */
export function whyNoPayout(payout: 'pays' | 'refuses' | 'too_costly') {
  if (payout === 'refuses') return wait('PAYOUT_BLOCKED', 'the token refuses the payout')
  if (payout === 'too_costly')
    return wait('PAYOUT_TOO_COSTLY', 'the recipient, or the token, needs more gas than a claim may use')
  return undefined
}

export type InitiationDecision =
  | { type: 'safe' }
  | { type: 'settled' }
  | { type: 'wait'; code: 'PREFUND_MISSING'; reason: string; held: bigint; required: bigint }
  | { type: 'wait'; code: 'CHAIN_UNAVAILABLE'; reason: string }
  | { type: 'refuse'; code: 'ORDER_EXPIRED' | 'TOO_LATE' | 'CANCELLED' | 'VAULT_MISMATCH'; reason: string }

export interface InitiationFacts {
  source: VaultAtDepth & { terms: EscrowTerms }
  /** What lies at the vault's address, in base units; undefined unless the initiation is prefunded. */
  prefund: bigint | undefined
  minWindowSecs: number
  /**
   * The times of the destination, which work of an earlier version lacks. `chainTime` is undefined where its chain is not read.
   */
  destination: (FillTime & { chainTime: number | undefined }) | undefined
  now: number
}

/** Decides whether a source may be created. Money must not go where no destination will match it. */
export function decideInitiation(facts: InitiationFacts): InitiationDecision {
  const { source, prefund, minWindowSecs } = facts
  if (source.latest.state === 'cancelled')
    return { type: 'refuse', code: 'CANCELLED', reason: 'the source vault is cancelled' }
  if (source.latest.state !== 'missing') return { type: 'settled' }
  if (source.terms.cancelAfter - source.chainTime < minWindowSecs)
    return { type: 'refuse', code: 'TOO_LATE', reason: 'too little time is left to fill the order' }
  const late = facts.destination === undefined ? undefined : whyNotMatched(facts, facts.destination)
  if (late !== undefined) return late
  const { amount } = source.terms
  if (prefund !== undefined && prefund < amount) {
    const reason = `the predicted vault holds ${prefund} of ${amount} base units`
    return { type: 'wait', code: 'PREFUND_MISSING', reason, held: prefund, required: amount }
  }
  return { type: 'safe' }
}

function whyNotMatched(
  { source, prefund, now }: InitiationFacts,
  fill: FillTime & { chainTime: number | undefined },
): InitiationDecision | undefined {
  // A prefund has left its account already, and can be given back early only from an escrow, so the time to create it is not
  // checked.
  const late = prefund === undefined ? whyNotBound(source.chainTime, fill.initiateBy, now) : undefined
  return whyNotFilled(fill, now) ?? late
}

function whyNotBound(
  chainTime: number,
  initiateBy: number | null | undefined,
  now: number,
): InitiationDecision | undefined {
  if (initiateBy == null) return undefined
  if (chainTime >= initiateBy)
    return { type: 'refuse', code: 'TOO_LATE', reason: 'the maker funds no destination for a source created now' }
  return now >= initiateBy ? standsStill('source') : undefined
}

function whyNotFilled(
  { cancelAfter, windowSecs, fillBy, chainTime }: FillTime & { chainTime: number | undefined },
  now: number,
): InitiationDecision | undefined {
  const time = chainTime ?? now
  const left = cancelAfter - time
  if (left <= 0) return { type: 'refuse', code: 'ORDER_EXPIRED', reason: 'the time of the destination is over' }
  if (fillBy != null && time >= fillBy)
    return { type: 'refuse', code: 'TOO_LATE', reason: 'the maker funds the destination no more' }
  if (left < windowSecs) {
    const reason = `${left} s are left on the destination, and the swap needs ${windowSecs} s`
    return { type: 'refuse', code: 'TOO_LATE', reason }
  }
  const isOver = cancelAfter - now < windowSecs || (fillBy != null && now >= fillBy)
  return isOver ? standsStill('destination') : undefined
}
