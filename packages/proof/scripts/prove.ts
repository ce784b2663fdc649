/** `npm run prove`: explores scenarios, and shows the shortest trace of a property that breaks. */
import { Command, Option } from 'commander'
import { explore } from '../src/explore.ts'
import { worldOf } from '../src/scenarios.ts'
import { brokenAssumptions, lossWithout, suites } from '../src/suites.ts'
import { tell } from '../src/tell.ts'
import { scenarioResult, writeLarge } from './results.ts'

const program = new Command('prove')
  .addOption(new Option('--bound <name>', 'which scenarios').choices(['quick', 'large']).default('quick'))
  .option('--write', 'keep the counts of the large bound for docs/proof.md')
  .option('--without-assumptions', 'show the shortest loss without each assumption, and explore nothing else')
  .parse()
const {
  bound,
  write = false,
  withoutAssumptions = false,
} = program.opts<{
  bound: string
  write?: boolean
  withoutAssumptions?: boolean
}>()
if (withoutAssumptions) {
  for (const broken of brokenAssumptions) {
    const { trace, violation } = lossWithout(broken)
    console.log(`\n${broken.assumption} ${broken.change} ${broken.scenario.name}:`)
    for (const line of tell(broken.scenario, trace, violation)) console.log(`    ${line}`)
  }
  process.exit()
}
const suite = suites.find(({ name }) => name === bound)
if (suite === undefined) throw new Error(`no bound is named ${bound}`)

const startedAt = performance.now()
let isWhole = true
const rows = []
for (const scenario of suite.scenarios) {
  const explored = explore(worldOf(scenario))
  const { states, steps, found } = explored
  console.log(`${found === undefined ? '✓' : '✗'} ${scenario.name}: ${states} states, ${steps} steps`)
  rows.push(scenarioResult(scenario.name, explored))
  if (found === undefined) continue
  isWhole = false
  for (const line of tell(scenario, found.trace, found.violation)) console.log(`    ${line}`)
}
const total = rows.reduce((sum, { states }) => sum + states, 0)
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024)
console.log(
  `\n${total} states in ${seconds} s with ${megabytes} MB: ${isWhole ? 'no property breaks' : 'a property breaks'}`,
)
if (write && suite.name === 'large' && isWhole) writeLarge(rows)
process.exitCode = isWhole ? 0 : 1
