import { eachMove } from '../../src/moves.ts'
import type { Rules } from '../../src/rules.ts'
import { worldOf } from '../../src/scenarios.ts'
import { statusOf } from '../../src/status.ts'
import type { Step } from '../../src/step.ts'
import { suites } from '../../src/suites.ts'
import { firstState, type Scenario, type State } from '../../src/world.ts'
import { randomFrom } from './random.ts'

/** A run of the model from its first state to an end. */
export interface Trace {
  readonly scenario: Scenario
  /** The run, the secrets of its orders and the ways its vaults are funded all follow from this number. */
  readonly seed: number
  readonly points: readonly TracePoint[]
}

/** One state of a trace, with the status of each order in it. */
export interface TracePoint {
  readonly state: State
  readonly statuses: readonly string[]
  /** The step that led to this state. The first state has none. */
  readonly step: Step | undefined
}

const scenarios = suites.flatMap((suite) => suite.scenarios)

/**
 * How likely a step is chosen. Swaps get further when ticks, outages, reorganizations, strangers and consents are rare.
 */
const weightOf = ({ order, chain, isByStranger }: Step): number =>
  order === undefined || isByStranger === true || chain?.kind === 'consent' ? 0.3 : 1

/** @param at a number from 0 up to 1. */
function choose<T>(all: readonly T[], weigh: (one: T) => number, at: number): T | undefined {
  let left = at * all.reduce((sum, one) => sum + weigh(one), 0)
  return all.find((one) => {
    left -= weigh(one)
    return left < 0
  })
}

/** Plays a scenario at random to its end. Consecutive seeds go through the scenarios of all bounds in turn. */
export function randomTrace(seed: number, rules: Partial<Rules> = {}): Trace {
  const scenario = scenarios[seed % scenarios.length] as Scenario
  const world = worldOf(scenario, rules)
  const random = randomFrom(seed)
  const points: TracePoint[] = []
  for (let state = firstState(scenario), step: Step | undefined; ; ) {
    points.push({ state, step, statuses: scenario.orders.map((_, order) => statusOf(world, state, order)) })
    const followers: { step: Step; next: State }[] = []
    eachMove(world, state, (step, next) => followers.push({ step, next }))
    const chosen = choose(followers, ({ step }) => weightOf(step), random())
    if (chosen === undefined) return { scenario, seed, points }
    ;({ step, next: state } = chosen)
  }
}
