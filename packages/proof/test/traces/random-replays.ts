import { worldOf } from '../../src/scenarios.ts'
import { suites } from '../../src/suites.ts'
import type { Scenario } from '../../src/world.ts'
import { type ItfTrace, randomTrace } from './itf.ts'
import { startLiveChain } from './live-chain.ts'
import { type Difference, type LiveChains, replay, type Wrong } from './replay.ts'

/** The real chains that traces are replayed on, one after the other. */
export async function startChains(): Promise<LiveChains & { stop(): Promise<void> }> {
  const chains = await Promise.all([startLiveChain(31_337), startLiveChain(31_338)])
  return Object.assign(chains, {
    async stop() {
      await Promise.all(chains.map((chain) => chain.stop()))
    },
  })
}

const all = suites.flatMap(({ name, scenarios }) => scenarios.map((scenario) => ({ bound: name, scenario })))

/** The scenario that a trace is of. @throws Error when there is none. */
export function scenarioOf({ '#meta': { bound, scenario } }: Pick<ItfTrace, '#meta'>): Scenario {
  const found = all.find((one) => one.bound === bound && one.scenario.name === scenario)
  if (found === undefined) throw new Error(`the bound ${bound} has no scenario "${scenario}"`)
  return found.scenario
}

/** A random trace by its seed: the scenarios of all bounds have their turns. */
export function traceOf(seed: number, { model = {} }: Wrong = {}): ItfTrace {
  const { bound, scenario } = all[seed % all.length] as (typeof all)[number]
  return randomTrace(worldOf(scenario, model), bound, seed)
}

/** Counts of replayed traces. */
export interface Replayed {
  traces: number
  steps: number
  /** Transactions that were mined, by the registry's call; reorganizations; and ticks. */
  changes: Record<string, number>
  /** The statuses in which orders ended. */
  ends: Record<string, number>
  difference?: Difference & { readonly seed: number }
}

/** Replays one random trace after the other, up to the first difference. */
export async function replaySeeds(
  chains: LiveChains,
  {
    seed,
    traces,
    wrong,
    onTrace,
  }: { seed: number; traces: number; wrong?: Wrong; onTrace?: (trace: ItfTrace) => void },
): Promise<Replayed> {
  const done: Replayed = { traces: 0, steps: 0, changes: {}, ends: {} }
  for (let at = seed; at < seed + traces; at += 1) {
    const trace = traceOf(at, wrong)
    const difference = await replay(trace, scenarioOf(trace), chains, wrong)
    if (difference !== undefined) return { ...done, difference: { ...difference, seed: at } }
    count(done, trace)
    onTrace?.(trace)
  }
  return done
}

/** Counts a trace among those that were replayed. */
export function count(done: Replayed, { states }: ItfTrace): void {
  const add = (of: Record<string, number>, name: string) => {
    of[name] = (of[name] ?? 0) + 1
  }
  done.traces += 1
  done.steps += states.length - 1
  for (const { action } of states as unknown as { action: { kind: string } }[])
    if (action.kind !== 'none') add(done.changes, action.kind)
  for (const status of (states.at(-1)?.statuses ?? []) as string[]) add(done.ends, status)
}
