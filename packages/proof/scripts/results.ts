import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Explored } from '../src/explore.ts'
import { killOf, type Mutation } from '../src/mutations.ts'
import { type Broken, lossWithout } from '../src/suites.ts'

/** The counts of one scenario. */
export interface ScenarioResult {
  scenario: string
  states: number
  /** How many states end a run, by the status of their order. */
  ends: Record<string, number>
}

/** The property that a mutation breaks first; `null` where it breaks none. */
export interface MutationResult {
  mutation: string
  property: string | null
  steps: number
}

/** The property that breaks first without an assumption. */
export interface AssumptionResult {
  change: string
  property: string
  tick: number
}

/** What the quick bound, the mutations and the broken assumptions show. */
export interface QuickResults {
  scenarios: ScenarioResult[]
  mutations: MutationResult[]
  assumptions: AssumptionResult[]
}

export const scenarioResult = (scenario: string, { states, ends }: Explored): ScenarioResult => ({
  scenario,
  states,
  ends: Object.fromEntries([...ends].sort()),
})

export function mutationResult(mutation: Mutation): MutationResult {
  const kill = killOf(mutation)
  const property = kill?.violation.property ?? null
  return { mutation: mutation.name, property, steps: (kill?.trace.length ?? 1) - 1 }
}

export function assumptionResult(broken: Broken): AssumptionResult {
  const { trace, violation } = lossWithout(broken)
  return { change: broken.change, property: violation.property, tick: trace.at(-1)?.state.now ?? 0 }
}

const quickFile = new URL('../quick-results.json', import.meta.url)
const largeFile = new URL('../large-results.json', import.meta.url)

const write = (file: URL, results: unknown): void => writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
const read = <T>(file: URL, none: T): T => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : none)

export const writeLarge = (rows: readonly ScenarioResult[]): void => write(largeFile, rows)
export const readLarge = (): ScenarioResult[] => read(largeFile, [])
export const writeQuick = (results: QuickResults): void => write(quickFile, results)
export const readQuick = (): QuickResults => read(quickFile, { scenarios: [], mutations: [], assumptions: [] })
