import { highestWorthUsd } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { Hex } from 'viem'
import { type Decision, decide, isClaimable } from '../domain/decide.ts'
import type { ClaimPauses } from './claim-pauses.ts'
import { type LookDeps, makeLook, shownSecret, toldSecret } from './look.ts'
import { policyFor, type SolverPolicy, withListing } from './policy-for.ts'
import { readSide } from './read-account.ts'
import type { Sides } from './sides.ts'

export type JudgeDeps = LookDeps & { policy: SolverPolicy; claimPauses: Pick<ClaimPauses, 'isPaused'> }

/** A decision, and the secret that it stands on where the chain has published it. */
export interface Judged {
  decision: Decision
  secret: Hex | undefined
}

/** Looks at both chains and decides what there is to do for an order. @throws UnbelievedError. */
export type Judge = (order: Order, sides: Sides) => Promise<Judged>

export function makeJudge(deps: JudgeDeps): Judge {
  const judge = makeUnpausedJudge(deps)
  return async (order, sides) => {
    const judged = await judge(order, sides)
    if (judged.decision.do !== 'claim_source' || !deps.claimPauses.isPaused(sides.source.vault)) return judged
    return { ...judged, decision: { do: 'wait', reason: 'after a claim that was mined and reverted' } }
  }
}

function makeUnpausedJudge(deps: JudgeDeps): Judge {
  const { assets, journal, policy, now } = deps
  const look = makeLook(deps)
  /** Secrets that a destination has shown, by the source that they open: its chain may be away by the next look. */
  const shown = new Map<string, Hex>()

  return async (order, sides) => {
    const { source, destination } = sides
    const valueUsd = highestWorthUsd(assets, order)
    /** The source can be claimed by its secret, as its own chain says: the destination's may not answer. */
    const claimBy = async (secret: Hex): Promise<Judged | undefined> =>
      isClaimable(await readSide(source, valueUsd)) ? { decision: { do: 'claim_source' }, secret } : undefined

    const known = toldSecret(order, destination) ?? shown.get(source.vault)
    const claim = known && (await claimBy(known))
    if (claim !== undefined) return claim
    const judged = await look(order, sides).then(
      ({ view, secret }): Judged => ({
        decision: decide(withListing(view, order, policy), policyFor(sides, policy, valueUsd)),
        secret,
      }),
      async (error: unknown) => {
        // Endpoints that disagree about the destination may show its claim all the same: the secret proves itself.
        const isFunded = journal.fundings(source.vault).length > 0
        const secret = isFunded ? await shownSecret(destination, now) : undefined
        const proven = secret && (await claimBy(secret))
        if (proven !== undefined) return proven
        throw error
      },
    )
    if (judged.decision.do === 'claim_source' && judged.secret !== undefined) shown.set(source.vault, judged.secret)
    else shown.delete(source.vault)
    return judged
  }
}
