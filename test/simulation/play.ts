import { type Fault, type Plan, planOf } from './plan.ts'
import { scenarios } from './scenarios.ts'
import { shrink } from './shrink.ts'
import { type Outcome, simulate } from './simulation.ts'
import { makeStage } from './stage.ts'

interface Job {
  scenarios: boolean
  first: number
  step: number
  last: number
  where: string
  trace: boolean
  'no-shrink': boolean
  'put-back'?: string
}

/** What became of a seed that was played. */
export interface Tallied {
  name: string
  /** Its ends, its length, and the hash of its trace. */
  text: string
  ends: string[]
  orders: string[]
  cpuSecs: number
}

const write = process.stdout.write.bind(process.stdout)
const print = (line: string) => void write(`${line}\n`)
let log: (line: string) => void = () => undefined
// The programs' log lines, as JSON texts.
process.stdout.write = ((text: string) => {
  for (const line of String(text).split('\n')) if (line !== '') log(line)
  return true
}) as typeof process.stdout.write

const job = JSON.parse(process.env.TANDEM_SIMULATION ?? '{}') as Job
const root = process.env.TANDEM_ROOT ?? process.cwd()

const words = (plan: Plan): string[] => [
  ...(plan.swaps.length > 3 ? ['crowd'] : []),
  ...(plan.maker === 'greedy' ? ['greedy'] : []),
  ...(plan.isLucky ? ['lucky'] : []),
  ...(plan.swaps.some(({ isHasty }) => isHasty) ? ['hasty'] : []),
  ...(plan.swaps.some(({ waits }) => waits !== 'never') ? ['waiting'] : []),
  ...(plan.relayer === 'silent' ? ['silent'] : []),
  ...(plan.restlessMs > 0 ? ['restless'] : []),
  ...(plan.swaps.some(({ vanishesAt }) => vanishesAt !== undefined) ? ['vanishes'] : []),
  ...(plan.rivals.length > 0 ? ['market', ...plan.rivals] : []),
  ...plan.faults.map(({ kind }: Fault) => kind),
]
const isWanted = (plan: Plan): boolean =>
  job.where
    .split(',')
    .filter((word) => word !== '')
    .every((word) => words(plan).includes(word))

const textOf = ({ swaps, hash, simulatedSecs }: Outcome) =>
  `${swaps.map(({ outcome }) => outcome).join(', ')} in ${simulatedSecs} s, trace ${hash}`

function* named(): Generator<[name: string, Plan]> {
  if (job.scenarios) yield* Object.entries(scenarios)
  for (let seed = job.first; seed <= job.last; seed += job.step) yield [`seed ${seed}`, planOf(seed)]
}

const stage = await makeStage(root)
for (const [name, plan] of named()) {
  if (!isWanted(plan)) continue
  const outcome = await simulate(stage, plan, {
    keepsLines: job.trace,
    onBegin: (world) => {
      log = (line) => world.log(line)
    },
  })
  if (job.trace) print(outcome.lines.join('\n'))
  print(`${name}: ${textOf(outcome)}`)
  await tally(name, outcome)
  if (outcome.violations.length > 0) {
    await tell(plan, outcome)
    process.exit(1)
  }
}
process.exit(0)

/** Reports a seed to whoever counts them. */
function tally(name: string, outcome: Outcome): Promise<void> {
  const { swaps, orders, cpuSecs } = outcome
  const tallied: Tallied = { name, text: textOf(outcome), ends: swaps.map((swap) => swap.outcome), orders, cpuSecs }
  return new Promise((resolve) => process.send?.(tallied, () => resolve()) ?? resolve())
}

/** Reports what broke, the shortest plan that still breaks it, and how to run it again. */
async function tell(plan: Plan, outcome: Outcome): Promise<void> {
  for (const { property, what } of outcome.violations) print(`BROKEN ${property}: ${what}`)
  const put = job['put-back'] === undefined ? '' : ` --put-back '${job['put-back']}'`
  print(`Again: npm run simulate -- --seed ${plan.seed}${job.scenarios ? ' --scenarios' : ''}${put} --trace`)
  if (job['no-shrink']) return
  const broken = outcome.violations[0]?.property
  const shortest = await shrink(plan, async (smaller) =>
    (await simulate(stage, smaller)).violations.some(({ property }) => property === broken),
  )
  print(`Shortest plan that still breaks it:\n${JSON.stringify(shortest, undefined, 2)}`)
  const { lines } = await simulate(stage, shortest, { keepsLines: true })
  print(lines.filter((line) => !/ (eth_|POST|GET|log )/.test(line)).join('\n'))
}
