import { highestWorthUsd } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { Hex } from 'viem'
import { type Decision, decide, isClaimable, isHeldByOldBlock, type OrderView, type Policy } from '../domain/decide.ts'
import type { ClaimPauses } from './claim-pauses.ts'
import { type FindClaim, makeFindClaim } from './find-claim.ts'
import { makeLook, toldSecret } from './look.ts'
import { makeNewerClock, type NewerClock, type NewerClockDeps } from './newer-clock.ts'
import { policyFor, type SolverPolicy, withListing } from './policy-for.ts'
import { readSide } from './read-account.ts'
import type { Side, Sides } from './sides.ts'

export type JudgeDeps = Parameters<typeof makeLook>[0] &
  NewerClockDeps & { policy: SolverPolicy; claimPauses: Pick<ClaimPauses, 'isPaused'> }

/** A decision, and the secret that it stands on where the chain has published it. */
export interface Judged {
  decision: Decision
  secret: Hex | undefined
  /** How the destination's endpoints compare, where they were compared. It names hosts: for the log, and never for others. */
  endpoints: string | undefined
}

export type Judge = (order: Order, sides: Sides) => Promise<Judged>

/** Looks at both chains and decides what there is to do for an order. */
export function makeJudge(deps: JudgeDeps): Judge {
  const judge = makeUnpausedJudge(deps)
  return async (order, sides) => {
    const judged = await judge(order, sides)
    if (judged.decision.do !== 'claim_source' || !deps.claimPauses.isPaused(sides.source.vault)) return judged
    return { ...judged, decision: { do: 'wait', reason: 'after a claim that was mined and reverted' } }
  }
}

function makeUnpausedJudge(deps: JudgeDeps): Judge {
  const findClaim = makeFindClaim(deps)
  const judge = makeJudgeOfBoth(deps, findClaim)
  /** Secrets that a destination has shown, by the source that they open: its chain may be away by the next look. */
  const shown = new Map<string, Hex>()
  return async (order, sides) => {
    const { vault } = sides.source
    const secret = toldSecret(order, sides.destination) ?? shown.get(vault)
    const valueUsd = highestWorthUsd(deps.assets, order)
    const claim = (opens: Hex): Judged => ({ decision: { do: 'claim_source' }, secret: opens, endpoints: undefined })
    if (secret !== undefined && (await canClaim(sides.source, valueUsd))) return claim(secret)
    const judged = await judge(order, sides).catch(async (error: unknown) => {
      // The endpoint that shows the source as settled may lie also while the destination cannot be read.
      const found = secret && (await findClaim(order, sides, valueUsd, secret))
      if (found?.found === 'claim') return claim(found.secret)
      throw error
    })
    if (judged.decision.do === 'claim_source' && judged.secret !== undefined) shown.set(vault, judged.secret)
    else shown.delete(vault)
    return judged
  }
}

/** Whether the source can be claimed by its secret, which its own chain says: the destination's may not answer. */
const canClaim = async (source: Side, valueUsd: number | undefined): Promise<boolean> =>
  isClaimable(await readSide(source.chain.client, source, valueUsd))

function makeJudgeOfBoth(deps: JudgeDeps, findClaim: FindClaim): Judge {
  const { policy } = deps
  const look = makeLook(deps)
  const newerClock = makeNewerClock(deps)
  return async (order, sides) => {
    const { view, secret, destinationHead } = await look(order, sides)
    const listed = withListing(view, order, policy)
    const valueUsd = highestWorthUsd(deps.assets, order)
    const rules = policyFor(sides, policy, valueUsd)
    const compare = () => newerClock(sides.destination.chain, destinationHead)
    const judged = { ...(await decideByNewestClock(listed, rules, compare)), secret }
    const isFunded = deps.journal.fundings(sides.source.vault).length > 0
    if (!isLeaving(listed, judged.decision, isFunded)) return judged
    const claim = await findClaim(order, sides, valueUsd)
    if (claim.found === 'claim') return { ...judged, decision: { do: 'claim_source' }, secret: claim.secret }
    if (claim.found === 'none' || judged.decision.do !== 'nothing') return judged
    return { ...judged, decision: { do: 'wait', reason: 'for the endpoints to agree that nothing is left to claim' } }
  }
}

/** Whether the solver would leave money of its own to the user, if the endpoint lied that it read from. */
function isLeaving({ destination, isSecretPublic, now }: OrderView, decision: Decision, isFunded: boolean): boolean {
  if (decision.do === 'claim_source') return false
  const isAtStake = isSecretPublic || isFunded || destination.latest.state !== 'missing'
  return isAtStake && (decision.do === 'nothing' || now >= destination.terms.cancelAfter)
}

/**
 * The other endpoints of the destination are asked where the age of its newest block alone forbids to fund: the endpoint that
 * gave it may lag. No other decision is changed by their answer.
 */
async function decideByNewestClock(
  view: OrderView,
  policy: Policy,
  compare: () => ReturnType<NewerClock>,
): Promise<Omit<Judged, 'secret'>> {
  if (!isHeldByOldBlock(view, policy)) return { decision: decide(view, policy), endpoints: undefined }
  const { time: witnessedTime, reason } = await compare()
  return { decision: decide({ ...view, witnessedTime }, policy), endpoints: reason }
}
