import type { WindowChain } from '@tandem/contracts'
import { zeroAddress } from 'viem'
import { production, type Rules } from './rules.ts'
import { type Bounds, type Conduct, type OrderSetup, type Scenario, type Times, tickSecs, type World } from './world.ts'

/** The times that a network file sets, in ticks. */
export interface Margins {
  readonly claimSafety: number
  readonly claim: number
}

/** How many ticks a claim needs at most until it is mined and cannot be taken back. */
const needOf = ({ halts, reorgs, inclusion }: Bounds): number => inclusion * (1 + reorgs) + Math.max(...halts) + 1

/** The shortest times with which no honest party loses within the bounds. */
export function marginsOf(bounds: Bounds): Margins & { readonly ofWallet: number } {
  const need = needOf(bounds)
  const away = bounds.outages * bounds.outageTicks
  return {
    // One tick more than a claim needs, because the relayer may refuse in the last moment; and the time for which the
    // relayer may stand still.
    claimSafety: need + 1 + away,
    // Both depths are added to this margin elsewhere.
    claim: Math.max(0, need + away - 3),
    // Where the relayer may lie, the wallet claims with half of the time left.
    ofWallet: 2 * need + 1,
  }
}

const chainOf = ({ claimSafety, claim }: Margins): WindowChain => ({
  block_time_ms: tickSecs * 1_000,
  confirmations: 1,
  confirmation_steps: [{ from_usd: 1_000, confirmations: 2 }],
  finality_tag: null,
  claim_safety_secs: claimSafety * tickSecs,
  source_cancel_after_secs: 60 * tickSecs,
  dest_cancel_after_secs: 50 * tickSecs,
  fitted_windows: { reveal_secs: tickSecs, claim_secs: claim * tickSecs },
})

export const calm: Bounds = {
  ...{ halts: [0, 0], reorgs: 0, reorgDepth: 1 },
  ...{ outages: 0, outageTicks: 1, pauseTicks: 1, inclusion: 1, colluders: 1 },
}

export interface OrderPlan {
  readonly user?: Conduct
  readonly maker?: Conduct
  readonly doesMakerSleep?: boolean
  /** Whether the order goes from chain B to chain A. */
  readonly isBackward?: boolean
  /** Whether the order has the source of the first one, and so its secret. */
  readonly sharesSource?: boolean
  /** Changes the deadlines, as the user or a lying orderbook names them. */
  readonly named?: (times: Times) => Times
}

export interface Plan {
  readonly name: string
  readonly orders?: readonly OrderPlan[]
  readonly relayer?: Conduct
  readonly hasKeeper?: boolean
  readonly ahead?: readonly [number, number]
  readonly ownClock?: number
  /**
   * If true, the recipient's wallet can wait for half of the safety, and the application never
   * restarts.
   */
  readonly isForWallet?: boolean
  /** If true, the user is gone for good once it has handed the secret over. */
  readonly isUserGone?: boolean
}

/** What an order is worth, in US dollars. From 1,000 on, a fact counts with two confirmations. */
const worth = 2_000n
const [initiateBy, fillBy] = [2, 6]

/** The earliest deadlines on which the rules let both parties agree. */
function timesOf(chain: WindowChain, ahead: number): Times {
  const windows = { source: chain, destination: chain, minMarginSecs: 0, worthUsd: Number(worth) }
  const destination = fillBy + production.secsAfterFill(windows) / tickSecs
  const source = destination + ahead + production.requiredMarginSecs(windows) / tickSecs
  return { initiateBy, fillBy, destination, source }
}

export function scenarioOf(plan: Plan, bounds: Bounds, over: Partial<Margins> = {}): Scenario {
  const { ofWallet, ...margins } = marginsOf(bounds)
  const chain = chainOf({ ...margins, ...(plan.isForWallet ? { claimSafety: ofWallet } : {}), ...over })
  const { ahead = [0, 0], orders: plans = [{}] } = plan
  const vaults: { chain: 0 | 1; cancelAfter: number }[] = []
  const orders = plans.map((one, index): OrderSetup => {
    const [from, to] = one.isBackward ? ([1, 0] as const) : ([0, 1] as const)
    const times = timesOf(chain, Math.max(0, ahead[from] - ahead[to]))
    const named = one.named?.(times) ?? times
    const source = one.sharesSource ? 0 : vaults.push({ chain: from, cancelAfter: named.source }) - 1
    const destination = vaults.push({ chain: to, cancelAfter: named.destination }) - 1
    const { user = 'honest', maker = 'honest', doesMakerSleep = false } = one
    const secret = one.sharesSource ? 0 : index
    return { source, destination, secret, times: named, user, maker, doesMakerSleep, worth }
  })
  const { name, relayer = 'honest', hasKeeper = false, ownClock = 0 } = plan
  const isUserSteady = plan.isForWallet === true
  const isUserGone = plan.isUserGone === true
  return {
    name,
    bounds,
    isUserSteady,
    isUserGone,
    orders,
    vaults,
    relayer,
    hasKeeper,
    ahead,
    ownClock,
    chains: [chain, chain],
  }
}

const liar = { user: 'lying' } as const
const lyingMaker = { maker: 'lying' } as const

/** Every combination of parties, with one order each. */
export const plansOfOne: readonly Plan[] = [
  { name: 'everybody is honest' },
  { name: 'everybody is honest, and the relayer is away', relayer: 'absent', isForWallet: true },
  { name: 'the maker lies', orders: [lyingMaker] },
  { name: 'the maker and the relayer lie together', orders: [lyingMaker], relayer: 'lying', isForWallet: true },
  {
    name: 'the maker lies, and the user is gone after it has handed the secret over',
    orders: [lyingMaker],
    ...{ isUserGone: true, hasKeeper: true },
  },
  { name: 'the user lies', orders: [liar] },
  {
    name: 'the user lies, the maker sleeps after its funding, and the keeper is up',
    orders: [{ ...liar, doesMakerSleep: true }],
    hasKeeper: true,
  },
  { name: 'the user lies, and names a margin that is a tick too short', orders: [{ ...liar, named: shorter }] },
  { name: 'the user lies, and the clock of the source’s chain is ahead', orders: [liar], ahead: [1, 0] },
  { name: 'the maker lies, and the clock of the destination’s chain is ahead', orders: [lyingMaker], ahead: [0, 1] },
  { name: 'the maker lies, and all honest clocks are behind', orders: [lyingMaker], ownClock: -1 },
  { name: 'the user lies, and all honest clocks are behind', orders: [liar], ownClock: -1 },
]

function shorter(times: Times): Times {
  return { ...times, source: times.source - 1 }
}

/** Scenarios with two orders at once, between the same chains. */
export const plansOfTwo: readonly Plan[] = [
  { name: 'two orders in both directions, everybody is honest', orders: [{}, { isBackward: true }] },
  { name: 'two makers, one of them lies', orders: [{}, lyingMaker] },
  { name: 'two users, one of them lies', orders: [{}, { ...liar, isBackward: true }] },
  { name: 'two destinations against one source, the user lies', orders: [liar, { ...liar, sharesSource: true }] },
]

export const worldOf = (scenario: Scenario, over: Partial<Rules> = {}): World => ({
  scenario,
  rules: { ...production, ...over },
  terms: scenario.vaults.map(({ cancelAfter }) => ({
    ...{ token: zeroAddress, creator: zeroAddress, recipient: zeroAddress, hopBridge: zeroAddress },
    ...{ commitmentHash: '0x', amount: 1n, cancelAfter: cancelAfter * tickSecs },
  })),
})

export function planNamed(start: string): Plan {
  const found = [...plansOfOne, ...plansOfTwo].find(({ name }) => name.startsWith(start))
  if (found === undefined) throw new Error(`no plan begins with "${start}"`)
  return found
}

/** A scenario whose safety is long enough for an application that restarts. */
export function restarting(outages: number): Scenario {
  const plan = planNamed('the maker and the relayer lie together')
  const bounds = { ...calm, outages }
  const claimSafety = marginsOf(calm).ofWallet + 2 * outages * calm.outageTicks
  return {
    ...scenarioOf(plan, bounds, { claimSafety }),
    name: `${plan.name}, and the user’s application restarts`,
    isUserSteady: false,
  }
}
