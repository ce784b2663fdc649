import type { VaultFacts } from '@tandem/chain'
import type { EscrowTerms } from '@tandem/escrow'

/** One escrow of a swap before the reveal. The secret is not revealed when fewer than `safetySecs` seconds are left. */
export interface RevealSide extends Pick<VaultFacts, 'latest' | 'atDepth' | 'chainTime'> {
  terms: EscrowTerms
  safetySecs: number
}

/** All that the decision about a reveal depends on. Times are in unix seconds. */
export interface RevealFacts {
  /**
   * `undefined` when the recipient claims by its own transaction. Whether the source is claimed does not matter then.
   */
  source: RevealSide | undefined
  destination: RevealSide
  /**
   * The time by our own clock. It counts when it is later than the chain's, because a chain or an endpoint can stop.
   */
  now: number
  isRouteOpen: boolean
  isPayable: boolean
}

/**
 * Whether to reveal the secret now, to wait, or never to reveal it. `settled` means that the destination is claimed
 * already, so there is nothing left to decide.
 */
export type RevealDecision =
  | { type: 'reveal' | 'settled' }
  | { type: 'wait'; code: RevealWait; reason: string }
  | { type: 'refuse'; code: Refusal; reason: string }

type Refusal = 'TOO_LATE' | 'VAULT_MISMATCH' | 'ORDER_FINAL'
type RevealWait = 'SOURCE_NOT_INITIATED' | 'DESTINATION_NOT_INITIATED' | 'HOP_ROUTE_CLOSED' | 'PAYOUT_BLOCKED'

const wait = (code: RevealWait, reason: string): RevealDecision => ({ type: 'wait', code, reason })
const refuse = (code: Refusal, reason: string): RevealDecision => ({ type: 'refuse', code, reason })

/**
 * Decides whether the secret may be revealed. Whoever claimed the source has published the secret, so the destination
 * has to be claimed at once then, without further checks.
 */
export function decideReveal(facts: RevealFacts): RevealDecision {
  const { source, destination } = facts
  if (destination.latest.state === 'claimed') return { type: 'settled' }
  if (destination.latest.state === 'cancelled') return refuse('ORDER_FINAL', 'the destination escrow is cancelled')
  if (source?.latest.state === 'claimed' && destination.latest.state === 'open') return { type: 'reveal' }
  if (source?.latest.state === 'cancelled') return refuse('ORDER_FINAL', 'the source escrow is cancelled')
  return lateness(facts) ?? absence(facts) ?? mismatch(facts) ?? blockage(facts) ?? { type: 'reveal' }
}

function lateness({ source, destination, now }: RevealFacts): RevealDecision | undefined {
  for (const [name, side] of [
    ['destination', destination],
    ['source', source],
  ] as const) {
    if (side === undefined) continue
    if (side.terms.cancelAfter - Math.max(side.chainTime, now) < side.safetySecs)
      return refuse('TOO_LATE', `too little time is left on the ${name}`)
  }
  return undefined
}

function absence({ source, destination }: RevealFacts): RevealDecision | undefined {
  if (source?.latest.state === 'missing' || source?.atDepth.state === 'missing')
    return wait('SOURCE_NOT_INITIATED', 'the source escrow does not stand at its confirmation depth')
  if (destination.latest.state === 'missing' || destination.atDepth.state === 'missing')
    return wait('DESTINATION_NOT_INITIATED', 'the destination escrow does not stand at its confirmation depth')
  return undefined
}

function mismatch({ source, destination }: RevealFacts): RevealDecision | undefined {
  for (const side of [source, destination]) {
    if (side === undefined) continue
    const { terms, latest, atDepth } = side
    for (const view of [latest, atDepth]) {
      if (view.state === 'missing') continue
      if (!view.hasTerms) return refuse('VAULT_MISMATCH', 'an escrow has other terms than the order')
      if (view.balance < terms.amount) return refuse('VAULT_MISMATCH', 'an escrow holds less than its amount')
    }
  }
  return undefined
}

function blockage({ isRouteOpen, isPayable }: RevealFacts): RevealDecision | undefined {
  if (!isRouteOpen) return wait('HOP_ROUTE_CLOSED', 'the bridge has no open route to the final chain')
  if (!isPayable) return wait('PAYOUT_BLOCKED', 'the token does not let the escrow pay the recipient now')
  return undefined
}
