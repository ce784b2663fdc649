import { highestWorthUsd } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { Hex } from 'viem'
import { type Decision, decide, isClaimable } from '../domain/decide.ts'
import type { ClaimPauses } from './claim-pauses.ts'
import { policyFor, type SolverPolicy, withListing } from './policy-for.ts'
import { readSide } from './read-account.ts'
import { makeReadOrderView, type OrderViewDeps, shownSecret, toldSecret } from './read-order-view.ts'
import type { Sides } from './sides.ts'

export type DecideOrderDeps = OrderViewDeps & { policy: SolverPolicy; claimPauses: Pick<ClaimPauses, 'isPaused'> }

export interface DecidedOrder {
  decision: Decision
  secret: Hex | undefined
}

/** @throws UnbelievedError */
export type DecideOrder = (order: Order, sides: Sides) => Promise<DecidedOrder>

export function makeDecideOrder(deps: DecideOrderDeps): DecideOrder {
  const decideUnpaused = makeDecideUnpaused(deps)
  return async (order, sides) => {
    const decided = await decideUnpaused(order, sides)
    if (decided.decision.do !== 'claim_source' || !deps.claimPauses.isPaused(sides.source.vault)) return decided
    return { ...decided, decision: { do: 'wait', reason: 'after a claim that was mined and reverted' } }
  }
}

function makeDecideUnpaused(deps: DecideOrderDeps): DecideOrder {
  const { assets, journal, policy, now } = deps
  const readOrderView = makeReadOrderView(deps)
  /**
   * Secrets that were read from the chain, by source vault. A later claim still needs them when the destination's chain
   * does not answer any more.
   */
  const shown = new Map<string, Hex>()

  return async (order, sides) => {
    const { source, destination } = sides
    const valueUsd = highestWorthUsd(assets, order)
    /** Decides on a claim by the source's chain alone, so that it does not wait for the destination's. */
    const claimBy = async (secret: Hex): Promise<DecidedOrder | undefined> =>
      isClaimable(await readSide(source, valueUsd)) ? { decision: { do: 'claim_source' }, secret } : undefined

    const known = toldSecret(order, destination) ?? shown.get(source.vault)
    const claim = known && (await claimBy(known))
    if (claim !== undefined) return claim
    const decided = await readOrderView(order, sides).then(
      ({ view, secret }): DecidedOrder => ({
        decision: decide(withListing(view, order, policy), policyFor(sides, policy, valueUsd)),
        secret,
      }),
      async (error: unknown) => {
        const isFunded = journal.fundings(source.vault).length > 0
        const secret = isFunded ? await shownSecret(destination, now) : undefined
        const proven = secret && (await claimBy(secret))
        if (proven !== undefined) return proven
        throw error
      },
    )
    if (decided.decision.do === 'claim_source' && decided.secret !== undefined) shown.set(source.vault, decided.secret)
    else shown.delete(source.vault)
    return decided
  }
}
