/**
 * Explores the quick bound, the mutations and the broken assumptions, keeps what they show in `quick-results.json`, and writes
 * docs/proof.md. `--check` explores nothing: it only compares the page with the kept results.
 * `src/explore.test.ts` compares these with what is explored.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { explore } from '../src/explore.ts'
import { mutations } from '../src/mutations.ts'
import { properties } from '../src/properties.ts'
import { worldOf } from '../src/scenarios.ts'
import { brokenAssumptions, type Suite, suites } from '../src/suites.ts'
import { tell } from '../src/tell.ts'
import type { Bounds } from '../src/world.ts'
import {
  assumptionResult,
  mutationResult,
  type QuickResults,
  readLarge,
  readQuick,
  type ScenarioResult,
  scenarioResult,
  writeQuick,
} from './results.ts'

const file = new URL('../../../docs/proof.md', import.meta.url)
const texts = new URL('../docs/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, texts), 'utf8').trim()

const bounds: readonly [string, (bounds: Bounds) => string][] = [
  ['blocks that each chain misses', ({ halts }) => `${Math.max(...halts)}`],
  ['reorganizations of each chain', ({ reorgs, reorgDepth }) => `${reorgs}, of ${reorgDepth} block`],
  ['outages of parties', ({ outages, outageTicks }) => (outages === 0 ? '0' : `${outages}, of ${outageTicks} tick`)],
  ['blocks until a transaction is mined', ({ inclusion }) => `${inclusion}`],
  ['lying endpoints, of three', ({ colluders }) => `${colluders}`],
]

const boundsTable = (quick: Bounds, large: Bounds): string[] => [
  '| in one run, at most | quick bound | large bound |',
  '| --- | --- | --- |',
  ...bounds.map(([name, of]) => `| ${name} | ${of(quick)} | ${of(large)} |`),
]

function resultsOf({ scenarios }: Suite): ScenarioResult[] {
  return scenarios.map((scenario) => {
    const explored = explore(worldOf(scenario))
    const { found } = explored
    if (found !== undefined) throw new Error(tell(scenario, found.trace, found.violation).join('\n'))
    return scenarioResult(scenario.name, explored)
  })
}

const exploreQuick = (quick: Suite): QuickResults => ({
  scenarios: resultsOf(quick),
  mutations: mutations.map(mutationResult),
  assumptions: brokenAssumptions.map(assumptionResult),
})

const count = (number: number) => number.toLocaleString('en')

const sumOf = (rows: readonly ScenarioResult[]) => count(rows.reduce((total, { states }) => total + states, 0))

/** The names of the scenarios, and the states of each set of bounds. */
function scenarioList(quick: readonly ScenarioResult[], large: readonly ScenarioResult[]): string[] {
  const calmer = [', with one outage and calm chains', ', with calm chains'].flatMap((suffix) => named(large, suffix))
  const names = new Set([...quick, ...named(large, ''), ...calmer].map(({ scenario }) => scenario))
  return [
    `The quick bound has ${sumOf(quick)} states in ${quick.length} scenarios, and the large one ${sumOf(large)} states in ${large.length} scenarios.`,
    'In some scenarios of the large bound, the chains miss no block and reorganize nothing. Instead, a party has one outage, or there are two orders.',
    '`packages/proof/large-results.json` has the figures of each scenario. These were explored:',
    '',
    ...[...names].map((name) => `- ${name}`),
  ]
}

/** The scenarios whose names have this end, under the rest of the name. */
const named = (rows: readonly ScenarioResult[], suffix: string): ScenarioResult[] =>
  rows
    .filter(({ scenario }) => (suffix === '' ? !scenario.includes(', with ') : scenario.endsWith(suffix)))
    .map((row) => ({ ...row, scenario: row.scenario.slice(0, row.scenario.length - suffix.length) }))

function mutationSection(results: QuickResults['mutations']): string[] {
  const survivors = results.filter(({ property }) => property === null).map(({ mutation }) => mutation)
  const steps = results.map((result) => result.steps)
  const counts = Object.keys(properties).flatMap((property) => {
    const broken = results.filter((result) => result.property === property)
    return broken.length === 0 ? [] : [`| \`${property}\` | ${broken.length} |`]
  })
  return [
    `${results.length - survivors.length} of ${results.length} mutations do, in runs of ${Math.min(...steps)} to ${Math.max(...steps)} steps:`,
    ...(survivors.length === 0 ? [] : [`These do not: ${survivors.join('; ')}.`]),
    '',
    '| property that breaks | mutations |',
    '| --- | --- |',
    ...counts,
  ]
}

const assumptionSection = (results: QuickResults['assumptions']): string[] =>
  brokenAssumptions.map(({ assumption, change, scenario }) => {
    const result = results.find((one) => one.change === change)
    return `| ${assumption} | ${change} | \`${result?.property}\`, in tick ${result?.tick} of “${scenario.name}” |`
  })

/** The wiring table. Its rows are kept in several files, one for each part of the repository. */
const wiringSection = (): string[] => [
  read('wiring/head.md'),
  ...readdirSync(new URL('wiring/', texts))
    .filter((name) => name !== 'head.md')
    .sort()
    .map((name) => read(`wiring/${name}`)),
]

function makePage(results: QuickResults): string {
  const [quick, large] = suites as [Suite, Suite]
  return [
    read('head.md'),
    '',
    '## What must hold',
    '',
    ...Object.entries(properties).map(([name, text]) => `- \`${name}\`: ${text}`),
    '',
    '## What was explored',
    '',
    'No property breaks, in any run in which no more than this goes wrong:',
    '',
    ...boundsTable(quick.bounds, large.bounds),
    '',
    ...scenarioList(results.scenarios, readLarge()),
    '',
    '## Would it notice a wrong rule?',
    '',
    'We make one production rule slightly wrong at a time (`packages/proof/src/mutations.ts`). Each such mutation must break a property.',
    ...mutationSection(results.mutations),
    '',
    '## What we assume',
    '',
    'An honest party can lose when one of these assumptions is broken. To show it, we broke each of them in the model;',
    '`npm run prove -- --without-assumptions` prints the shortest run in which somebody then loses.',
    '',
    '| we assume | how we broke it | what breaks first |',
    '| --- | --- | --- |',
    ...assumptionSection(results.assumptions),
    '',
    read('contracts.md'),
    '',
    read('simulation.md'),
    '',
    ...wiringSection(),
    '',
    read('rest.md'),
    '',
  ].join('\n')
}

const isCheck = process.argv.includes('--check')
const results = isCheck ? readQuick() : exploreQuick(suites[0] as Suite)
const made = makePage(results)
if (!isCheck) {
  writeQuick(results)
  writeFileSync(file, made)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== made) {
  console.error('docs/proof.md is not current: npm run generate')
  process.exitCode = 1
}
