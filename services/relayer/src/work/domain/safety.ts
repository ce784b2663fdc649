import { leastMarginSecs, type WindowRules } from '@tandem/contracts'
import type { EscrowTerms, VaultAtDepth } from '@tandem/escrow'
import type { FillTime } from './work.ts'

/** Everything on which the decision to reveal a secret rests. Times in unix seconds, by each chain's own clock. */
export interface ClaimFacts {
  source: VaultAtDepth & { terms: EscrowTerms }
  destination: VaultAtDepth & { terms: EscrowTerms }
  /** No secret leaves with less time left than this on the destination. */
  claimSafetySecs: number
  /** Nor with less than this on the source: the other party must still be able to settle. */
  sourceSafetySecs: number
  /** By our own clock. The contracts do not know it; it tells a chain, or an endpoint, that stands still. */
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
  /** The destination is claimed: the secret is public, and there is nothing left to reveal. */
  | { type: 'settled' }
  | { type: 'wait'; code: ClaimWait; reason: string }
  | { type: 'refuse'; code: ClaimRefusal; reason: string }

const wait = <C extends ClaimWait>(code: C, reason: string) => ({ type: 'wait', code, reason }) as const
const refuse = (code: ClaimRefusal, reason: string): ClaimDecision => ({ type: 'refuse', code, reason })

/** The next block may be past the deadline, or there already, where our endpoint does not see it. */
const standsStill = (side: 'source' | 'destination') =>
  wait('CHAIN_UNAVAILABLE', `the ${side} has no new block, and too little time is left by our clock`)

/** Seconds that must be left on the source when the secret leaves: half of the margin, so that the solver can claim. */
export const sourceSafetySecs = (rules: WindowRules): number => Math.ceil(leastMarginSecs(rules) / 2)

/** Whether the secret may leave now. Pure; every way in which it may not has a row in the test beside it. */
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
      // A source that was claimed already cannot be short: its claimer knew the secret.
      if (view.state === 'missing' || view.state === 'claimed') continue
      if (!view.hasTerms) return refuse('VAULT_MISMATCH', 'a vault has other terms than the order')
      if (view.balance < terms.amount) return refuse('VAULT_MISMATCH', 'a vault holds less than its amount')
    }
  }
  return { type: 'safe' }
}

/** The conditions of a hop claim beside its vaults. Times in unix seconds. */
export interface HopFacts {
  deadline: number
  /** By the chain's clock. */
  chainTime: number
  /** By our own. */
  now: number
  claimSafetySecs: number
  /** By the recipient, over this route and this vault. */
  isSigned: boolean
  isRouteOpen: boolean
}

/** Why a hop claim would revert, or might, and publish its secret all the same; nothing when it would not. */
export function whyNoHop(facts: HopFacts): Extract<ClaimDecision, { code: string }> | undefined {
  const no = (code: HopRefusal, reason: string) => ({ type: 'refuse', code, reason }) as const
  if (facts.deadline - facts.chainTime < facts.claimSafetySecs)
    return no('HOP_EXPIRED', 'the hop payload expires too soon')
  if (facts.deadline - facts.now < facts.claimSafetySecs) return standsStill('destination')
  if (!facts.isSigned) return no('SIGNATURE_INVALID', 'the hop payload is not signed by the recipient')
  return facts.isRouteOpen ? undefined : no('HOP_ROUTE_CLOSED', 'the bridge has no open route to the final chain')
}

/** Why a vault that is safe otherwise would not be paid out of, by what the simulation of its payout says. */
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
  /** Base units at the vault's address; only where the vault was prefunded. */
  prefund: bigint | undefined
  minWindowSecs: number
  /** Not known of old work. `chainTime`: not known where this relayer does not read the chain. */
  destination: (FillTime & { chainTime: number | undefined }) | undefined
  /** Unix seconds by our own clock. */
  now: number
}

/** Whether the relayer should create the source escrow now: money must not go where no destination will match it. */
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

/** Why a source that is created now would not be matched; nothing when it would. */
function whyNotMatched(
  { source, prefund, now }: InitiationFacts,
  fill: FillTime & { chainTime: number | undefined },
): InitiationDecision | undefined {
  // A prefund has left already, and can be given back early only once the escrow is there.
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

/** Why a source that is funded now would not be matched in time; nothing when it would. */
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
