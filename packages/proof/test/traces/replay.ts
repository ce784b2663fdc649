import { isDeepStrictEqual } from 'node:util'
import type { OrderWire } from '@tandem/contracts'
import { projectOrder } from '@tandem/orderbook/project-order'
import { jobDecision, keeperJobs, wireOf } from '../../src/keeper-moves.ts'
import { makerDecision } from '../../src/maker-moves.ts'
import { secs } from '../../src/readings.ts'
import { calls, cancelled, claimed } from '../../src/registry.ts'
import type { Pair, Rules } from '../../src/rules.ts'
import { worldOf } from '../../src/scenarios.ts'
import { claimDecision, fundingDecision, ownTime, pairsOf, revealDecision } from '../../src/user-moves.ts'
import type { Scenario, State, Vault, World } from '../../src/world.ts'
import type { LiveChain } from './live-chain.ts'
import { type LiveVault, makeVaults, prefundsOf } from './live-vaults.ts'
import type { Trace, TracePoint } from './random-trace.ts'
import { type Holdings, holderOf, readHoldings, readVaultState, type SeenVault } from './read-chain-state.ts'

export type LiveChains = readonly [LiveChain, LiveChain]

/** A point at which model, chain and code do not agree. */
export interface Difference {
  /** The step of the trace at which they differ, and its words. */
  readonly index: number
  readonly text: string
  readonly about: string
  readonly model: unknown
  readonly found: unknown
}

/** What was last read from both real chains. */
interface Seen {
  readonly vaults: readonly SeenVault[]
  readonly holdings: Holdings
}

/** The answers that must be the same, by what they are about. */
type Answers = Readonly<Record<string, unknown>>

/**
 * Plays a trace on real chains: each vault is a real escrow, each block a real block, each reorganization takes real blocks back. After
 * every step the model's state, the chains, and the production rules over the real chains must agree.
 *
 * @param rules the rules of the model that the trace was made with, where they are not production's.
 * @returns the first difference.
 */
export async function replay(
  { scenario, seed, points }: Trace,
  chains: LiveChains,
  rules: Partial<Rules> = {},
): Promise<Difference | undefined> {
  const vaults = await makeVaults(scenario, seed, chains)
  const model = worldOf(scenario, rules)
  const code: World = { ...worldOf(scenario), terms: vaults.map(({ terms }) => terms) }
  const [first, ...rest] = points
  if (first === undefined) throw new Error('the trace has no state')
  await Promise.all(
    chains.map((chain, index) => {
      const { before, time } = first.state.chains[index] as State['chains'][number]
      return chain.begin(prefundsOf(vaults, chain), [secs(before), secs(time)])
    }),
  )
  const readChainState = makeReadChainState(code, chains, vaults)
  let seen = await readChainState([true, true])
  const start = seen.holdings
  const compare = (point: TracePoint, index: number): Difference | undefined => {
    const expected = answersOfModel(model, point, vaults)
    const found = answersOfChain(code, point.state, seen, start)
    const about = Object.keys(expected).find((name) => !isDeepStrictEqual(expected[name], found[name]))
    if (about === undefined) return undefined
    return { index, text: point.step?.text ?? '', about, model: expected[about], found: found[about] }
  }
  const atFirst = compare(first, 0)
  if (atFirst !== undefined) return atFirst
  for (const [index, point] of rest.entries()) {
    const { text = '', chain: change } = point.step ?? {}
    if (change !== undefined) {
      if (!(await play(change, scenario, point.state, chains, vaults)))
        return { index: index + 1, text, about: 'the transaction', model: 'is mined', found: 'is refused' }
      seen = await readChainState(changedBy(change, scenario))
    }
    const difference = compare(point, index + 1)
    if (difference !== undefined) return difference
  }
  return undefined
}

/** Reads the chains that have changed. What was read from the other one is kept. */
function makeReadChainState(world: World, chains: LiveChains, vaults: readonly LiveVault[]) {
  const seen: { vaults: SeenVault[]; holdings: Holdings } = { vaults: [], holdings: {} }
  return async (isChanged: readonly [boolean, boolean]): Promise<Seen> => {
    const changed = chains.filter((_, index) => isChanged[index])
    const holdings = changed.map(async (chain) => {
      const read = await readHoldings(chain, vaults)
      seen.holdings = { ...seen.holdings, ...read }
    })
    const reads = vaults.map(async (live, index) => {
      if (changed.includes(live.chain)) seen.vaults[index] = await readVaultState(world, index, live)
    })
    await Promise.all([...holdings, ...reads])
    return { vaults: [...seen.vaults], holdings: seen.holdings }
  }
}

function changedBy(change: ChainStep, { vaults }: Scenario): readonly [boolean, boolean] {
  if (change.kind === 'tick') return change.blocks
  const chain = change.kind === 'reorg' ? change.chain : vaults[change.vault]?.chain
  return [chain === 0, chain === 1]
}

type ChainStep = NonNullable<NonNullable<TracePoint['step']>['chain']>

/** Does to the real chains what a step does to those of the model. @returns whether the chain took it. */
async function play(
  change: ChainStep,
  { bounds }: Scenario,
  { chains: after }: State,
  chains: LiveChains,
  vaults: readonly LiveVault[],
): Promise<boolean> {
  if (change.kind === 'reorg') {
    await chains[change.chain as 0 | 1].reorg(bounds.reorgDepth)
    return true
  }
  if (change.kind === 'tick') {
    const times = after.map(({ time }) => secs(time))
    await Promise.all(chains.map((chain, index) => change.blocks[index] && chain.mine(times[index] ?? 0)))
    return true
  }
  const { chain, calls: callsOf } = vaults[change.vault] as LiveVault
  return chain.include(callsOf[change.kind])
}

/** The model’s answers: what the chains must show, and what its rules decide. */
function answersOfModel(world: World, { state, statuses }: TracePoint, vaults: readonly LiveVault[]): Answers {
  const { scenario, rules } = world
  const ofVaults = scenario.vaults.flatMap(({ chain, cancelAfter }, index) => {
    const { time } = state.chains[chain] as State['chains'][number]
    const vault = state.vaults[index] as Vault
    const allowed = calls.map((call) => [call, rules.allows(call, vault, time, cancelAfter)])
    return [[`calls of vault ${index}`, Object.fromEntries(allowed)]]
  })
  const ofOrders = scenario.orders.flatMap((setup, order) => {
    const [pair] = pairsOf(world, state, order)
    if (pair === undefined) throw new Error('the model believes nothing of its chains')
    const wire = { ...wireOf(world, state, order), status: statuses[order] } as OrderWire
    return [
      ...sidesOf(pair, order, (side) => vaults[setup[side]]?.terms.amount ?? 0n),
      ...decisionsOf(world, state, order, pair, wire),
    ]
  })
  return { ...Object.fromEntries([...ofVaults, ...ofOrders]), holdings: movedBy(state, vaults) }
}

/** The same answers, from the real chains. */
function answersOfChain(world: World, state: State, { vaults, holdings }: Seen, start: Holdings): Answers {
  const ofVaults = vaults.map(({ allowed }, index) => [`calls of vault ${index}`, allowed])
  const ofOrders = world.scenario.orders.flatMap((setup, order) => {
    const sides = { source: vaults[setup.source] as SeenVault, destination: vaults[setup.destination] as SeenVault }
    const pair: Pair = { source: sides.source.reading, destination: sides.destination.reading }
    return [...sidesOf(pair, order), ...decisionsOf(world, state, order, pair, wireFrom(sides))]
  })
  const moved = Object.entries(holdings).map(([holder, amount]) => [holder, amount - (start[holder] ?? 0n)])
  return { ...Object.fromEntries([...ofVaults, ...ofOrders]), holdings: Object.fromEntries(moved) }
}

/**
 * Both sides as they are read.
 *
 * @param amountOf what the escrow really holds; in the model that is one unit.
 */
const sidesOf = (pair: Pair, order: number, amountOf?: (side: keyof Pair) => bigint) =>
  (['source', 'destination'] as const).map((side) => {
    const { terms: _, createdAt, ...reading } = pair[side]
    const held = (view: typeof reading.latest) =>
      amountOf && 'balance' in view ? { ...view, balance: view.balance * amountOf(side) } : view
    const read = { ...reading, latest: held(reading.latest), atDepth: held(reading.atDepth) }
    return [`${side} of order ${order}`, { ...read, isCreated: createdAt !== undefined }] as const
  })

/** The decisions of all parties by the rules of a world, over the model's sides or real ones. */
function decisionsOf(world: World, state: State, order: number, pair: Pair, wire: OrderWire) {
  const now = ownTime(world, state)
  const keeper = keeperJobs(world.rules, wire, now).map((job) => ({
    ...job,
    decision: jobDecision(world.rules, job.type, pair[job.side]),
  }))
  return Object.entries({
    status: wire.status,
    funding: fundingDecision(world, order, pair, now),
    reveal: revealDecision(world, order, pair, now),
    claim: claimDecision(world, order, pair, now),
    maker: makerDecision(world, state, order, pair, now),
    keeper,
  }).map(([name, decision]) => [`${name} of order ${order}`, decision] as const)
}

/** The order as the orderbook shows it, from the real events. */
function wireFrom(sides: Record<'source' | 'destination', SeenVault>): OrderWire {
  const input = ({ reading: { terms, timeAtDepth }, events }: SeenVault) => ({
    ...{ commitmentHash: terms.commitmentHash, cancelAfter: terms.cancelAfter, isHop: false, events },
    chainTime: timeAtDepth,
  })
  const projection = projectOrder({ source: input(sides.source), destination: input(sides.destination) })
  const intent = (side: 'source' | 'destination') => {
    const { create, claim, cancel, commitment } = projection[side]
    return {
      create_tx_hash: create?.txHash ?? null,
      claim_tx_hash: claim?.txHash ?? null,
      cancel_tx_hash: cancel?.txHash ?? null,
      claim_timestamp: claim?.timestamp.toISOString() ?? null,
      ...{ commitment, cancel_after: sides[side].reading.terms.cancelAfter, l1_hop: false },
    }
  }
  const shown = { source_intent: intent('source'), destination_intent: intent('destination') }
  return { status: projection.status, ...shown } as unknown as OrderWire
}

/** The amounts that each party has more, or less, than at the beginning, by the model's vaults. */
function movedBy({ vaults: states }: State, vaults: readonly LiveVault[]): Holdings {
  const moved: Record<string, bigint> = {}
  for (const [index, { chain, terms, funding }] of vaults.entries()) {
    const { created, end } = states[index] as Vault
    const add = (party: 'creator' | 'recipient', amount: bigint) => {
      const holder = holderOf(chain, terms[party], terms.token)
      moved[holder] = (moved[holder] ?? 0n) + amount
    }
    add('creator', created > 0 && funding === 'signed' ? -terms.amount : 0n)
    add('creator', end === cancelled ? terms.amount : 0n)
    add('recipient', end === claimed ? terms.amount : 0n)
  }
  return moved
}
