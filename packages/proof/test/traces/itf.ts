import { eachMove } from '../../src/moves.ts'
import { statusOf } from '../../src/status.ts'
import type { Step } from '../../src/step.ts'
import { firstState, type State, type World } from '../../src/world.ts'
import { randomFrom } from './random.ts'

/** An integer, as Apalache's informal trace format (https://apalache-mc.org/docs/adr/015adr-trace.html) writes it. */
interface ItfInteger {
  readonly '#bigint': string
}
type Itf = ItfInteger | string | boolean | readonly Itf[] | { readonly [name: string]: Itf }

type StateOf<S extends Itf = Itf> = { readonly '#meta': { readonly index: number } } & { readonly [name: string]: S }

/** A run of the model. Each state has the step that led to it, the fields of {@link State}, and the status of each order. */
export interface ItfTrace {
  readonly '#meta': {
    readonly format: 'ITF'
    readonly 'format-description': string
    readonly description: string
    /** Which scenario of which bound, and the seed of its secrets. */
    readonly bound: string
    readonly scenario: string
    readonly seed: number
  }
  readonly vars: readonly string[]
  readonly states: readonly StateOf[]
}

/** A state of a trace, as the replay goes through it. */
export interface TraceState {
  readonly state: State
  readonly statuses: readonly string[]
  /** None led to the first. */
  readonly step: Pick<Step, 'text' | 'chain'> | undefined
}

const vars = ['action', 'now', 'outages', 'down', 'chains', 'vaults', 'memory', 'statuses'] as const

type Plain = number | string | boolean | readonly Plain[] | { readonly [name: string]: Plain }

function toItf(value: Plain): Itf {
  if (typeof value === 'number') return { '#bigint': String(value) }
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(toItf)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toItf(one)]))
}

function fromItf(value: Itf): Plain {
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(fromItf)
  if ('#bigint' in value) return Number(value['#bigint'])
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fromItf(one as Itf)]))
}

/** A step of every kind has the same fields, as a typed reader needs it; -1 and no blocks where they do not matter. */
interface Action {
  readonly text: string
  readonly kind: NonNullable<Step['chain']>['kind'] | 'none'
  readonly vault: number
  readonly chain: number
  readonly blocks: readonly boolean[]
}

function actionOf(step: Step | undefined): Action {
  const { chain } = step ?? {}
  const base: Action = {
    text: step?.text ?? 'It begins.',
    kind: chain?.kind ?? 'none',
    vault: -1,
    chain: -1,
    blocks: [],
  }
  if (chain === undefined) return base
  if (chain.kind === 'tick') return { ...base, blocks: [...chain.blocks] }
  return chain.kind === 'reorg' ? { ...base, chain: chain.chain } : { ...base, vault: chain.vault }
}

function stepOf({ text, kind, vault, chain, blocks }: Action): TraceState['step'] {
  if (kind === 'none') return { text }
  if (kind === 'reorg') return { text, chain: { kind, chain } }
  if (kind === 'tick') return { text, chain: { kind, blocks: blocks as readonly [boolean, boolean] } }
  return { text, chain: { kind, vault } }
}

/** Swaps get somewhere when ticks, outages and reorganizations, strangers and consents come seldom. */
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

/** A random run of a scenario to its end, by the seed. */
export function randomTrace(world: World, bound: string, seed: number): ItfTrace {
  const { scenario } = world
  const random = randomFrom(seed)
  const states: StateOf[] = []
  const put = (state: State, step: Step | undefined) => {
    const statuses = scenario.orders.map((_, order) => statusOf(world, state, order))
    const values = toItf({ action: actionOf(step), ...state, statuses } as unknown as Plain) as { [name: string]: Itf }
    states.push({ '#meta': { index: states.length }, ...values } as StateOf)
  }
  for (let state = firstState(scenario), step: Step | undefined; ; ) {
    put(state, step)
    const followers: { step: Step; next: State }[] = []
    eachMove(world, state, (step, next) => followers.push({ step, next }))
    const chosen = choose(followers, ({ step }) => weightOf(step), random())
    if (chosen === undefined) break
    ;({ step, next: state } = chosen)
  }
  return {
    '#meta': {
      format: 'ITF',
      'format-description': 'https://apalache-mc.org/docs/adr/015adr-trace.html',
      description: 'A random run of the model of @tandem/proof; times in ticks.',
      ...{ bound, scenario: scenario.name, seed },
    },
    vars,
    states,
  }
}

/** The states of a trace, and the steps between them. */
export const statesOf = (trace: ItfTrace): TraceState[] =>
  trace.states.map(({ '#meta': { index }, ...values }) => {
    const { action, statuses, ...state } = fromItf(values as Itf) as unknown as State & {
      action: Action
      statuses: string[]
    }
    return { state, statuses, step: index === 0 ? undefined : stepOf(action) }
  })
