import { explore, type TracePoint } from './explore.ts'
import type { Violation } from './properties.ts'
import {
  calm,
  marginsOf,
  type Plan,
  planNamed,
  plansOfOne,
  plansOfTwo,
  restarting,
  scenarioOf,
  worldOf,
} from './scenarios.ts'
import type { Bounds, Scenario } from './world.ts'

/** A set of scenarios that are explored whole, in none of which a property breaks. */
export interface Suite {
  readonly name: 'quick' | 'large'
  readonly bounds: Bounds
  readonly scenarios: readonly Scenario[]
}

const sharedSource = plansOfTwo.at(-1)
const quickBounds: Bounds = { ...calm, reorgs: 1 }
const largeBounds: Bounds = { ...calm, halts: [1, 1], reorgs: 1 }
const renamed =
  (more: string) =>
  (scenario: Scenario): Scenario => ({ ...scenario, name: scenario.name + more })

const inBounds = (plans: readonly Plan[], bounds: Bounds) => plans.map((plan) => scenarioOf(plan, bounds))

export const suites: readonly Suite[] = [
  {
    name: 'quick',
    bounds: quickBounds,
    scenarios: [
      ...inBounds(plansOfOne, quickBounds),
      ...(sharedSource ? inBounds([sharedSource], calm) : []),
      restarting(1),
    ],
  },
  {
    name: 'large',
    bounds: largeBounds,
    scenarios: [
      ...inBounds(plansOfOne, largeBounds),
      ...inBounds(plansOfOne, { ...calm, outages: 1 }).map(renamed(', with one outage and calm chains')),
      ...inBounds(plansOfTwo, calm).map(renamed(', with calm chains')),
    ],
  },
]

export interface Broken {
  readonly assumption: string
  readonly change: string
  readonly scenario: Scenario
}

const calmMargins = marginsOf(calm)
const [userLies, makerLies] = [planNamed('the user lies'), planNamed('the maker lies')]
const liars = planNamed('the maker and the relayer lie together')

export const brokenAssumptions: readonly Broken[] = [
  {
    assumption: 'No reorganization goes as deep as the confirmation depth.',
    change: 'a reorganization goes two blocks deep, and a fact counts when it is two blocks deep',
    scenario: scenarioOf(userLies, { ...calm, reorgs: 1, reorgDepth: 2 }),
  },
  {
    assumption: 'The margin between the two deadlines is longer than a chain’s halt.',
    change: 'the source’s chain can miss four blocks, and the margin is four ticks long',
    scenario: scenarioOf(userLies, { ...calm, halts: [4, 0] }, calmMargins),
  },
  {
    assumption: 'The claim safety is longer than a chain’s halt.',
    change: 'the destination’s chain can miss three blocks, and the claim safety is three ticks long',
    scenario: scenarioOf(makerLies, { ...calm, halts: [0, 3] }, calmMargins),
  },
  {
    assumption: 'Of the three endpoints that the user’s side reads a chain from, at most one lies.',
    change: 'two endpoints tell the same lie',
    scenario: scenarioOf(makerLies, { ...calm, colluders: 2 }),
  },
  {
    assumption: 'Of the three endpoints that the maker reads a chain from, at most one lies.',
    change: 'two endpoints show the maker a source escrow that does not exist',
    scenario: scenarioOf(userLies, { ...calm, colluders: 2 }),
  },
  {
    assumption: 'A transaction of an honest party is mined within a block.',
    change: 'it can take three blocks, and the margins allow for one',
    scenario: scenarioOf(makerLies, { ...calm, inclusion: 3 }, calmMargins),
  },
  {
    assumption:
      'While the user’s application watches a relayer that lies, it is away for no longer than the claim safety allows for.',
    change: 'it restarts when its wallet would claim, and the claim safety leaves no time for that',
    scenario: {
      ...scenarioOf(liars, { ...calm, outages: 1 }, { claimSafety: calmMargins.ofWallet }),
      isUserSteady: false,
    },
  },
]

/**
 * A shortest run in which a broken assumption costs somebody something.
 * @throws Error without one.
 */
export function lossWithout({ assumption, scenario }: Broken): { violation: Violation; trace: readonly TracePoint[] } {
  const { found } = explore(worldOf(scenario))
  if (found === undefined) throw new Error(`nobody loses without this assumption: ${assumption}`)
  return found
}
