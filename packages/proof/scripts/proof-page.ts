/** Writes docs/proof.md by exploring the quick bound, the mutations and the broken assumptions; `--check` compares. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { explore } from '../src/explore.ts'
import { killOf, mutations } from '../src/mutations.ts'
import { properties } from '../src/properties.ts'
import { worldOf } from '../src/scenarios.ts'
import { brokenAssumptions, lossWithout, type Suite, suites } from '../src/suites.ts'
import { tell } from '../src/tell.ts'
import type { Bounds } from '../src/world.ts'
import { readLarge, type ScenarioResult } from './large-results.ts'

const file = new URL('../../../docs/proof.md', import.meta.url)
const texts = new URL('../docs/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, texts), 'utf8').trim()

const bounds: readonly [string, (bounds: Bounds) => string][] = [
  ['blocks that each chain can miss', ({ halts }) => `${Math.max(...halts)}`],
  ['its reorganizations', ({ reorgs, reorgDepth }) => `${reorgs}, of ${reorgDepth} block`],
  ['outages of parties', ({ outages, outageTicks }) => `${outages}, of ${outageTicks} tick`],
  ['blocks until a transaction is mined', ({ inclusion }) => `${inclusion}`],
  ['endpoints of three that lie', ({ colluders }) => `${colluders}`],
]

const boundsOf = (quick: Bounds, large: Bounds): string =>
  bounds
    .map(([name, of]) => `${name}: ${of(quick)}${of(quick) === of(large) ? '' : ` (large: ${of(large)})`}`)
    .join('; ')

function resultsOf({ scenarios }: Suite): ScenarioResult[] {
  return scenarios.map((scenario) => {
    const { states, ends, found } = explore(worldOf(scenario))
    if (found !== undefined) throw new Error(tell(scenario, found.trace, found.violation).join('\n'))
    return { scenario: scenario.name, states, ends: Object.fromEntries([...ends].sort()) }
  })
}

const count = (number: number) => number.toLocaleString('en')

const sumOf = (rows: readonly ScenarioResult[]) => count(rows.reduce((total, { states }) => total + states, 0))

/** The names of the scenarios, and the states of each set of bounds. */
function scenarioList(quick: readonly ScenarioResult[], large: readonly ScenarioResult[]): string[] {
  const calmer = [', with one outage and calm chains', ', with calm chains'].flatMap((suffix) => named(large, suffix))
  const names = new Set([...quick, ...named(large, ''), ...calmer].map(({ scenario }) => scenario))
  return [
    `Within the quick bound there are ${sumOf(quick)} states in ${quick.length} scenarios, and within the large one ${sumOf(large)} in ${large.length}, of which some have calm chains and an`,
    'outage, or more orders. `packages/proof/large-results.json` has the figures of each scenario:',
    '',
    ...[...names].map((name) => `- ${name}`),
  ]
}

/** The scenarios with this end of their names, without it. */
const named = (rows: readonly ScenarioResult[], suffix: string): ScenarioResult[] =>
  rows
    .filter(({ scenario }) => (suffix === '' ? !scenario.includes(', with ') : scenario.endsWith(suffix)))
    .map((row) => ({ ...row, scenario: row.scenario.slice(0, row.scenario.length - suffix.length) }))

function mutationSection(): string[] {
  const killed = mutations.map((mutation) => ({ mutation, kill: killOf(mutation) }))
  const survivors = killed.filter(({ kill }) => kill === undefined).map(({ mutation }) => mutation.name)
  const steps = killed.map(({ kill }) => (kill?.trace.length ?? 1) - 1)
  const counts = Object.keys(properties).flatMap((property) => {
    const broken = killed.filter(({ kill }) => kill?.violation.property === property)
    return broken.length === 0 ? [] : [`\`${property}\` ${broken.length}`]
  })
  return [
    `${killed.length - survivors.length} of ${killed.length} do, in runs of ${Math.min(...steps)} to ${Math.max(...steps)} steps: ${counts.join(', ')}.${survivors.length === 0 ? '' : ` These do not: ${survivors.join('; ')}.`}`,
  ]
}

const assumptionSection = (): string[] =>
  brokenAssumptions.map((broken) => {
    const { trace, violation } = lossWithout(broken)
    const tick = trace.at(-1)?.state.now
    return `- **${broken.assumption}** Broken: ${broken.change} Then \`${violation.property}\` breaks in tick ${tick} of \`${broken.scenario.name}\`.`
  })

/** One table, whose rows are kept in a file for each part of the house. */
const wiringSection = (): string[] => [
  read('wiring/head.md'),
  ...readdirSync(new URL('wiring/', texts))
    .filter((name) => name !== 'head.md')
    .sort()
    .map((name) => read(`wiring/${name}`)),
]

function makePage(): string {
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
    `No property breaks. In one run at most this may go wrong: ${boundsOf(quick.bounds, large.bounds)}.`,
    '',
    ...scenarioList(resultsOf(quick), readLarge()),
    '',
    '## Would it notice a wrong rule?',
    '',
    'Each mutation makes one production rule slightly wrong (`packages/proof/src/mutations.ts`), and must break a property.',
    ...mutationSection(),
    '',
    '## What we assume',
    '',
    'When one of these assumptions is broken, an honest party loses. `npm run prove -- --without-assumptions` prints the shortest such run for each.',
    '',
    ...assumptionSection(),
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

const made = makePage()
if (!process.argv.includes('--check')) writeFileSync(file, made)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== made) {
  console.error('docs/proof.md is not current: npm run generate')
  process.exitCode = 1
}
