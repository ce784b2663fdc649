/** Writes docs/proof.md by exploring the quick bound, the mutations and the broken assumptions; `--check` compares. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { explore } from '../src/explore.ts'
import { killOf, mutations } from '../src/mutations.ts'
import { properties } from '../src/properties.ts'
import { worldOf } from '../src/scenarios.ts'
import { brokenAssumptions, lossWithout, type Suite, suites } from '../src/suites.ts'
import { tell } from '../src/tell.ts'
import type { Bounds } from '../src/world.ts'
import { readLarge, type ScenarioResult } from './large-results.ts'
import { readSpin } from './spin-results.ts'
import { readTraces } from './trace-results.ts'

const file = new URL('../../../docs/proof.md', import.meta.url)
const texts = new URL('../docs/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, texts), 'utf8').trim()

const boundsOf = ({ halts, reorgs, reorgDepth, outages, outageTicks, inclusion, colluders }: Bounds): string =>
  [
    `blocks that each chain can miss: ${Math.max(...halts)}; its reorganizations: ${reorgs}, of ${reorgDepth} block`,
    `outages of parties: ${outages}, of ${outageTicks} tick`,
    `blocks until a transaction is mined: ${inclusion}`,
    `endpoints of three that lie: ${colluders}`,
  ].join('; ')

function resultsOf({ scenarios }: Suite): ScenarioResult[] {
  return scenarios.map((scenario) => {
    const { states, ends, found } = explore(worldOf(scenario))
    if (found !== undefined) throw new Error(tell(scenario, found.trace, found.violation).join('\n'))
    return { scenario: scenario.name, states, ends: Object.fromEntries([...ends].sort()) }
  })
}

const count = (number: number) => number.toLocaleString('en')

function table(rows: readonly ScenarioResult[]): string[] {
  const sum = count(rows.reduce((total, { states }) => total + states, 0))
  return [
    '| scenario | states | states in which runs end, by status |',
    '| --- | ---: | --- |',
    ...rows.map(
      ({ scenario, states, ends }) =>
        `| ${scenario} | ${count(states)} | ${Object.entries(ends)
          .map(([status, n]) => `\`${status}\` ${count(n)}`)
          .join(', ')} |`,
    ),
    `| **all** | **${sum}** | |`,
  ]
}

function suiteSection(suite: Suite, rows: readonly ScenarioResult[]): string[] {
  if (rows.length === 0) return []
  return [`### The ${suite.name} bound`, '', `The most in one run: ${boundsOf(suite.bounds)}.`, '', ...table(rows), '']
}

function mutationSection(): string[] {
  const killed = mutations.map((mutation) => ({ mutation, kill: killOf(mutation) }))
  const survivors = killed.filter(({ kill }) => kill === undefined).map(({ mutation }) => mutation.name)
  return [
    `${killed.length - survivors.length} of ${killed.length} are killed.${survivors.length === 0 ? '' : ` Survivors: ${survivors.join('; ')}.`}`,
    '',
    '| mutation | breaks | steps of the shortest trace |',
    '| --- | --- | ---: |',
    ...killed.map(
      ({ mutation, kill }) =>
        `| ${mutation.name} | ${kill === undefined ? '**nothing**' : `\`${kill.violation.property}\``} | ${kill === undefined ? '' : kill.trace.length - 1} |`,
    ),
  ]
}

const assumptionSection = (): string[] =>
  brokenAssumptions.flatMap((broken) => {
    const { trace, violation } = lossWithout(broken)
    const lines = tell(broken.scenario, trace, violation).map((line) => `- ${line}`)
    return [`### ${broken.assumption}`, '', `${broken.change} In \`${broken.scenario.name}\`:`, '', ...lines, '']
  })

const spinSection = (): string[] => [
  '## A second opinion',
  '',
  'The same small protocol is written again in Promela (`packages/proof/spin/swap.pml`): an honest user against a maker and a relayer',
  'that lie together. spin 6.5 goes through all of its states, breadth first and without hashing states together',
  '(`npm run prove:spin`).',
  '',
  '| model | states | assertions broken |',
  '| --- | ---: | ---: |',
  ...readSpin().map(({ fault, states, errors }) => `| ${fault} | ${count(states)} | ${errors} |`),
  '',
]

function traceSection(): string[] {
  const done = readTraces()
  if (done === undefined) return []
  const listed = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .sort()
      .map(([name, n]) => `\`${name}\` ${count(n)}`)
      .join(', ')
  return [
    '## Traces on the real contracts',
    '',
    `${count(done.traces)} random traces with ${count(done.steps)} steps were replayed without a difference (\`npm run prove:traces\`).`,
    'Two anvil chains stand for those of the model. Each vault is a real escrow, each block is a real block, and a reorganization takes',
    'real blocks back. After each step these are the same:',
    '',
    '- the state and the money of each escrow, in the newest block and at depth, and what each party has gained or lost;',
    '- whether the registry takes each of its calls, or refuses it;',
    '- the status of the order, which the orderbook derives from the real events;',
    '- the decisions to fund, to reveal, to claim and to settle: of the application, the relayer, the maker and the keeper.',
    '',
    `Steps on the chains: ${listed(done.changes)}. Orders ended as ${listed(done.ends)}.`,
    '',
    'A test makes rules of the model and of the code wrong, and the replay sees each (`packages/proof/test/replay.test.ts`). Traces are',
    'written in [the format of Apalache](https://apalache-mc.org/docs/adr/015adr-trace.html), which other tools read as well:',
    '`packages/proof/example.itf.json` is one of them.',
    '',
  ]
}

function makePage(): string {
  const [quick, large] = suites as [Suite, Suite]
  return [
    read('head.md'),
    '',
    '## Properties',
    '',
    ...Object.entries(properties).map(([name, text]) => `- \`${name}\`: ${text}`),
    '',
    '## States explored',
    '',
    'No property breaks.',
    '',
    ...suiteSection(quick, resultsOf(quick)),
    ...suiteSection(large, readLarge()),
    '## Mutations',
    '',
    'Each makes a production rule slightly wrong. A mutation that survives is a missing property.',
    '',
    ...mutationSection(),
    '',
    '## Without an assumption',
    '',
    'Each assumption is broken on purpose. The shortest run in which an honest party loses:',
    '',
    ...assumptionSection(),
    ...spinSection(),
    ...traceSection(),
    read('simulation.md'),
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
