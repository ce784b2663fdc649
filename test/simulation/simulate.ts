/**
 * `npm run simulate -- --seed 7`, and `--seeds 1000`: simulates the whole system, a seed at a time, on two processes.
 *
 *   --seed N            the first seed; 1 by default
 *   --seeds N           how many; 1 by default
 *   --twice             each seed in both processes, whose traces must be the same
 *   --scenarios         before the seeds, the shortest plans that mended faults broke (test/simulation/scenarios.ts)
 *   --put-back NAME     with a mended fault in the code again (test/simulation/put-back.ts); NAME may be its beginning
 *   --where WORDS       only seeds whose plan has all of these: crowd, greedy, lucky, silent, hasty, waiting, restless,
 *                       vanishes, market, declines, hangs, withdraws, fades, consents, reorg, crash, halt, endpoint, network
 *   --trace             prints everything that happens
 *   --no-shrink         leaves a failing plan as it is
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { root } from '../support/test-bundle.ts'
import { bundleSimulation } from './bundle.ts'
import type { Tallied } from './play.ts'
import { mendedFaults } from './put-back.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    twice: { type: 'boolean', default: false },
    scenarios: { type: 'boolean', default: false },
    'put-back': { type: 'string' },
    where: { type: 'string', default: '' },
    trace: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
})

function changesOf(name: string | undefined) {
  if (name === undefined) return []
  const found = Object.entries(mendedFaults).find(([one]) => one.startsWith(name))
  if (found === undefined) throw new Error(`no such fault; there are: ${Object.keys(mendedFaults).join('; ')}`)
  return found[1]
}

const { main, remove } = await bundleSimulation(changesOf(values['put-back']))
const count = Number(values.seeds)
const workers = values.twice ? 2 : Math.min(count, availableParallelism(), 2)
const children = new Set<ChildProcess>()
const played: Tallied[] = []
const began = Date.now()
const stop = () => {
  for (const child of children) child.kill()
}
process.once('SIGTERM', stop)
try {
  const last = Number(values.seed) + count - 1
  const statuses = Array.from({ length: workers }, (_, worker) => play(worker, last))
  process.exitCode = (await Promise.all(statuses)).find((status) => status !== 0) ?? 0
  if (count > 1) process.stdout.write(`${summary()}\n`)
  const names = values.twice ? differing() : []
  if (names.length > 0) {
    process.stdout.write(`BROKEN: not the same in two processes: ${names.join(', ')}\n`)
    process.exitCode = 1
  }
} finally {
  remove()
}

/** Plays every seed of this worker, up to `last`. */
async function play(worker: number, last: number): Promise<number> {
  const [first, step] = values.twice ? [Number(values.seed), 1] : [Number(values.seed) + worker, workers]
  const job = JSON.stringify({ ...values, scenarios: values.scenarios && worker === 0, first, step, last })
  const child = spawn(process.execPath, ['--no-warnings', '--max-semi-space-size=64', main], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TANDEM_ROOT: root, TZ: 'UTC', TANDEM_SIMULATION: job },
  })
  child.on('message', (one) => played.push(one as Tallied))
  children.add(child)
  const [status] = (await once(child, 'exit')) as [number | null]
  children.delete(child)
  // One failure is enough, because it is reported in full. A child that was told to end has no status.
  if (status !== 0) stop()
  return status ?? 1
}

/** Names of seeds that two processes played with different traces. */
function differing(): string[] {
  const isAlike = ({ name, text }: Tallied) => played.every((other) => other.name !== name || other.text === text)
  return [...new Set(played.filter((one) => !isAlike(one)).map(({ name }) => name))]
}

function summary(): string {
  const secs = (Date.now() - began) / 1000
  const swaps = played.flatMap((one) => one.ends).length
  const cpuSecs = played.reduce((sum, one) => sum + one.cpuSecs, 0)
  return [
    `${played.length} seeds, ${swaps} swaps in ${secs.toFixed(0)} s: ${((swaps * 60) / secs).toFixed(0)} swaps a minute,`,
    `${(cpuSecs / played.length).toFixed(2)} s of processor time a seed.`,
    `Ended ${counted(played.flatMap((one) => one.ends))}. Orders: ${counted(played.flatMap((one) => one.orders))}.`,
  ].join(' ')
}

function counted(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${word} ${count}`).join(', ')
}
