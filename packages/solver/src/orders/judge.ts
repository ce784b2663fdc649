import { highestWorthUsd } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { Hex } from 'viem'
import { deadlineProblem } from '../domain/deadline-problem.ts'
import { type Decision, decide, type Policy } from '../domain/decide.ts'
import { makeLook } from './look.ts'
import type { Sides } from './sides.ts'

export type SolverPolicy = Pick<Policy, 'isPaused' | 'minProfitBips'> & {
  /** The network's, which counts where a chain of the order has no fitted windows. */
  minMarginSecs: number
  /** The least by which the source must outlive the destination, whatever the network allows; seconds. */
  ownMarginSecs: number
  /** Assets that are traded; `undefined`: all. An order that was funded before is settled whatever the list says. */
  assets: ReadonlySet<string> | undefined
}

export type JudgeDeps = Parameters<typeof makeLook>[0] & { policy: SolverPolicy }

/** A decision, and the secret that it stands on where the chain has published it. */
export type Judge = (order: Order, sides: Sides) => Promise<{ decision: Decision; secret: Hex | undefined }>

/** Seconds that a funding is given to be mined, beside two blocks. */
const sendingSecs = 5

/** Looks at both chains and decides what there is to do for an order. */
export function makeJudge(deps: JudgeDeps): Judge {
  const { policy } = deps
  const look = makeLook(deps)
  return async (order, sides) => {
    const { view, secret } = await look(order, sides)
    const listed = isListed(order, policy) ? view : { ...view, bar: 'an asset is not traded' }
    const worthUsd = highestWorthUsd(deps.assets, order)
    return { decision: decide(listed, policyFor(sides, policy, worthUsd)), secret }
  }
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
