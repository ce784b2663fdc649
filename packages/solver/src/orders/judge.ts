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

export interface Judged {
  decision: Decision
  secret: Hex | undefined
}

/** @throws UnbelievedError */
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
  /** By source: the destination's chain may be away later. */
  const shown = new Map<string, Hex>()

  return async (order, sides) => {
    const { source, destination } = sides
    const valueUsd = highestWorthUsd(assets, order)
    /** The source's chain alone decides. */
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
