import { highestWorthUsd } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { Hex } from 'viem'
import { deadlineProblem } from '../domain/deadline-problem.ts'
import { type Decision, decide, isHeldByOldBlock, type OrderView, type Policy } from '../domain/decide.ts'
import { makeLook } from './look.ts'
import { makeNewerClock, type NewerClock, type NewerClockDeps } from './newer-clock.ts'
import type { Sides } from './sides.ts'

export type SolverPolicy = Pick<Policy, 'isPaused' | 'minProfitBips'> & {
  /** The network's, which counts where a chain of the order has no fitted windows. */
  minMarginSecs: number
  /** The least by which the source must outlive the destination, whatever the network allows; seconds. */
  ownMarginSecs: number
  /** Assets that are traded; `undefined`: all. An order that was funded before is settled whatever the list says. */
  assets: ReadonlySet<string> | undefined
}

export type JudgeDeps = Parameters<typeof makeLook>[0] & NewerClockDeps & { policy: SolverPolicy }

/** A decision, and the secret that it stands on where the chain has published it. */
export interface Judged {
  decision: Decision
  secret: Hex | undefined
  /** How the destination's endpoints compare, where they were compared. It names hosts: for the log, and never for others. */
  endpoints: string | undefined
}

export type Judge = (order: Order, sides: Sides) => Promise<Judged>

/** Seconds that a funding is given to be mined, beside two blocks. */
const sendingSecs = 5

/** Looks at both chains and decides what there is to do for an order. */
export function makeJudge(deps: JudgeDeps): Judge {
  const { policy } = deps
  const look = makeLook(deps)
  const newerClock = makeNewerClock(deps)
  return async (order, sides) => {
    const { view, secret, destinationHead } = await look(order, sides)
    const listed = isListed(order, policy) ? view : { ...view, bar: 'an asset is not traded' }
    const worthUsd = highestWorthUsd(deps.assets, order)
    const rules = policyFor(sides, policy, worthUsd)
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

const isListed = ({ source_intent, destination_intent }: Order, { assets }: SolverPolicy): boolean =>
  assets === undefined || (assets.has(source_intent.asset) && assets.has(destination_intent.asset))

function policyFor({ source, destination }: Sides, policy: SolverPolicy, worthUsd: number | undefined): Policy {
  const { claim_safety_secs, block_time_ms } = destination.chain.config
  const rules = { source: source.chain.config, destination: destination.chain.config, worthUsd, ...policy }
  return {
    ...policy,
    deadlineProblem: (deadlines, { fillBy, ...clocks }) => deadlineProblem(deadlines, clocks, { ...rules, fillBy }),
    minFillWindowSecs: claim_safety_secs + 30,
    fundingSecs: sendingSecs + Math.ceil((2 * block_time_ms) / 1000),
  }
}
