import { highestWorthUsd } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { Hex } from 'viem'
import { type Decision, decide, isHeldByOldBlock, type OrderView, type Policy } from '../domain/decide.ts'
import { makeLook } from './look.ts'
import { makeNewerClock, type NewerClock, type NewerClockDeps } from './newer-clock.ts'
import { policyFor, type SolverPolicy, withListing } from './policy-for.ts'
import type { Sides } from './sides.ts'

export type JudgeDeps = Parameters<typeof makeLook>[0] & NewerClockDeps & { policy: SolverPolicy }

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
  const { policy } = deps
  const look = makeLook(deps)
  const newerClock = makeNewerClock(deps)
  return async (order, sides) => {
    const { view, secret, destinationHead } = await look(order, sides)
    const listed = withListing(view, order, policy)
    const rules = policyFor(sides, policy, highestWorthUsd(deps.assets, order))
    const compare = () => newerClock(sides.destination.chain, destinationHead)
    return { ...(await decideByNewestClock(listed, rules, compare)), secret }
  }
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
