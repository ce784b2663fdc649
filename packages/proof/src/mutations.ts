import { explore, type TracePoint } from './explore.ts'
import type { Violation } from './properties.ts'
import { production, type Rules } from './rules.ts'
import { calm, type Plan, planNamed, restarting, scenarioOf, worldOf } from './scenarios.ts'
import { type Bounds, type Scenario, tickSecs } from './world.ts'

/** A production rule that was made slightly wrong, and a scenario in which somebody then loses. */
export interface Mutation {
  readonly name: string
  readonly over: Partial<Rules>
  readonly scenario: Scenario
}

const inPlan = (start: string, bounds: Partial<Bounds> = {}, over: Partial<Plan> = {}): Scenario =>
  scenarioOf({ ...planNamed(start), ...over }, { ...calm, ...bounds })

const reorg = { reorgs: 1 }
const halts: Partial<Bounds> = { halts: [1, 1] }
const honest = inPlan('everybody is honest')
const userLies = inPlan('the user lies', reorg)
const makerLies = inPlan('the maker lies', reorg)
const liars = inPlan('the maker and the relayer', reorg)
/**
 * The source lives so long that a reveal by the source's deadline comes too late even for the
 * wallet.
 */
const longSource = inPlan('the maker and the relayer', reorg, {
  orders: [{ maker: 'lying', named: (times) => ({ ...times, source: times.source + 4 }) }],
})
const keeperOnly = inPlan('the user lies, the maker sleeps', reorg)
const shortMargin = inPlan('the user lies, the maker sleeps', halts, {
  orders: [{ user: 'lying', doesMakerSleep: true, named: (times) => ({ ...times, source: times.source - 1 }) }],
})
const noMargin = inPlan(
  'the user lies',
  {},
  {
    orders: [{ user: 'lying', named: (times) => ({ ...times, source: times.destination }) }],
  },
)

const {
  decide,
  decideReveal,
  decideClaim,
  decideRefund,
  deriveOrderStatus,
  jobsOf,
  decideJob,
  policyFor,
  fundingBlocker,
} = production
type Reveal = Parameters<typeof decideReveal>[0]
type Claim = Parameters<typeof decideClaim>[0]

const shallow = <S extends Reveal['destination'] | Claim['destination']>(side: S): S => ({
  ...side,
  atDepth: side.latest,
})
const withoutTime = (facts: Reveal): Reveal => ({
  ...facts,
  source: facts.source && { ...facts.source, safetySecs: 0 },
  destination: { ...facts.destination, safetySecs: 0 },
})

const ofReveal: readonly Mutation[] = [
  {
    name: 'the reveal margin is zero: for the application, the relayer and its fence',
    over: {
      decideReveal: (facts) => decideReveal(withoutTime(facts)),
      decideClaim: (facts) => decideClaim({ ...facts, claimSafetySecs: 0, sourceSafetySecs: 0 }),
      revealableUntil: (requests) => production.revealableUntil(requests, 0),
    },
    scenario: makerLies,
  },
  {
    name: 'the application asks for no time that is left',
    over: { decideReveal: (facts) => decideReveal(withoutTime(facts)) },
    scenario: liars,
  },
  {
    name: 'the application counts the destination in the newest block',
    over: { decideReveal: (facts) => decideReveal({ ...facts, destination: shallow(facts.destination) }) },
    scenario: liars,
  },
  {
    name: 'the application and the relayer count the destination in the newest block',
    over: {
      decideReveal: (facts) => decideReveal({ ...facts, destination: shallow(facts.destination) }),
      decideClaim: (facts) => decideClaim({ ...facts, destination: shallow(facts.destination) }),
    },
    scenario: makerLies,
  },
  {
    name: 'the application reveals while the destination is missing',
    over: {
      decideReveal: (facts) => {
        const decision = decideReveal(facts)
        return decision.type === 'wait' ? { type: 'reveal' } : decision
      },
    },
    scenario: liars,
  },
  {
    name: 'the application reveals after the destination is cancelled',
    over: {
      decideReveal: (facts) => {
        const decision = decideReveal(facts)
        return 'code' in decision && decision.code === 'ORDER_FINAL' ? { type: 'reveal' } : decision
      },
    },
    scenario: liars,
  },
  {
    name: 'the application looks at the source’s deadline in place of the destination’s',
    over: {
      decideReveal: ({ source, destination, ...facts }) =>
        decideReveal({ ...facts, source, destination: { ...destination, terms: source?.terms ?? destination.terms } }),
    },
    scenario: longSource,
  },
  {
    name: 'the reveal has no fence: an old decision is committed whenever the relayer goes on',
    over: { revealableUntil: () => new Date(8.64e15) },
    scenario: inPlan('the maker lies, and the user is gone', { outages: 1, outageTicks: 0, pauseTicks: 4 }),
  },
  { name: 'the wallet waits until no time is left', over: { patienceOf: () => 0 }, scenario: liars },
  {
    name: 'the wallet waits until a quarter of the time is left',
    over: { patienceOf: (secsLeft) => Math.floor(secsLeft / 4) },
    scenario: liars,
  },
  {
    name: 'each restart of the user’s application halves the patience of its wallet',
    over: { patienceOf: (secsLeft) => Math.floor(secsLeft / 2) },
    scenario: restarting(1),
  },
]

const ofBelief: readonly Mutation[] = [
  {
    name: 'a fact counts in the newest block',
    over: { lastCountedBlock: (_depth, { head }) => head },
    scenario: userLies,
  },
  {
    name: 'every order is worth what it says of itself',
    over: {
      highestWorthUsd: (_assets, order) => Number((order as { source_token_price?: string }).source_token_price),
    },
    scenario: userLies,
  },
  {
    name: 'the depth ignores the worth of the order',
    over: { confirmationDepth: (rules) => production.confirmationDepth({ ...rules, confirmation_steps: [] }, 0) },
    scenario: makerLies,
  },
  { name: 'one endpoint of three is a majority', over: { majorityOf: () => 1 }, scenario: liars },
  {
    name: 'the first answer is believed',
    over: {
      majorityRule: () => (all) =>
        production.majorityRule()({
          ...all,
          answers: all.answers.filter(({ state }) => state === 'said').slice(0, 1),
          majority: 1,
        }),
    },
    scenario: userLies,
  },
]

const ofMaker: readonly Mutation[] = [
  {
    name: 'the maker funds against a source in the newest block',
    over: {
      decide: (view, policy) => decide({ ...view, source: { ...view.source, atDepth: view.source.latest } }, policy),
    },
    scenario: userLies,
  },
  {
    name: 'the maker looks at no deadline',
    over: { policyFor: (...given) => ({ ...policyFor(...given), deadlineProblem: () => undefined }) },
    scenario: noMargin,
  },
  {
    name: 'the maker takes a margin that is a tick too short',
    over: {
      policyFor: (...given) => {
        const policy = policyFor(...given)
        const later = (source: number) => source + tickSecs
        return {
          ...policy,
          deadlineProblem: ({ source, destination }, times) =>
            policy.deadlineProblem({ source: later(source), destination }, times),
        }
      },
    },
    scenario: shortMargin,
  },
  {
    name: 'the maker does not use a public secret',
    over: { decide: (view, policy) => unless('claim_source', decide(view, policy)) },
    scenario: userLies,
  },
  {
    name: 'the maker leaves an expired destination',
    over: { decide: (view, policy) => unless('cancel_destination', decide(view, policy)) },
    scenario: honest,
  },
  {
    name: 'the maker consents while a funding can still be mined',
    over: { decideRefund: (view) => decideRefund({ ...view, destination: { ...view.destination, noncesAtDepth: 1 } }) },
    scenario: userLies,
  },
  {
    name: 'the maker’s journal forgets its fundings',
    over: { decideRefund: (view) => decideRefund({ ...view, highestFundingNonce: undefined }) },
    scenario: userLies,
  },
  {
    name: 'the maker funds two destinations against one source',
    over: {
      fundingBlocker: (deps, ...rest) =>
        fundingBlocker({ ...deps, journal: { ...deps.journal, fundings: () => [] } }, ...rest),
      isOtherFunded: () => false,
    },
    scenario: inPlan('two destinations'),
  },
]

const unless = (kind: string, decision: ReturnType<typeof decide>): ReturnType<typeof decide> =>
  decision.do === kind ? { do: 'wait', reason: 'a mutation' } : decision

const ofServices: readonly Mutation[] = [
  {
    name: 'the keeper claims three ticks late',
    over: { jobsOf: (order, now, delaySecs) => jobsOf(order, now, delaySecs + 3 * tickSecs) },
    scenario: keeperOnly,
  },
  {
    name: 'the keeper does not claim',
    over: { decideJob: (type, facts) => (type === 'claim' ? { type: 'settled' } : decideJob(type, facts)) },
    scenario: keeperOnly,
  },
  {
    name: 'the status is `completed` as soon as the destination is claimed',
    over: { deriveOrderStatus: renamed('destination_claimed', 'completed') },
    scenario: honest,
  },
  {
    name: 'the status is `completed` where one side was paid and the other was given back',
    over: { deriveOrderStatus: renamed('conflict', 'completed') },
    scenario: makerLies,
  },
  {
    name: 'the status is `cancelled` while money lies in an escrow',
    over: { deriveOrderStatus: renamed('refundable', 'cancelled') },
    scenario: makerLies,
  },
  {
    name: 'the status is `expired` where money was given back',
    over: { deriveOrderStatus: renamed('cancelled', 'expired') },
    scenario: honest,
  },
]

type Status = ReturnType<typeof deriveOrderStatus>

function renamed(from: Status, to: Status): typeof deriveOrderStatus {
  return (facts, times) => {
    const status = deriveOrderStatus(facts, times)
    return status === from ? to : status
  }
}

export const mutations: readonly Mutation[] = [...ofReveal, ...ofBelief, ...ofMaker, ...ofServices]

/** Finds the run that shows the mutation; `undefined` when it survives. */
export const killOf = ({
  over,
  scenario,
}: Mutation): { violation: Violation; trace: readonly TracePoint[] } | undefined =>
  explore(worldOf(scenario, over)).found
