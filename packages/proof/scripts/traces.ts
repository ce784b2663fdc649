/** `npm run prove:traces`: replays random traces of the model, or one of a file, on real chains. */
import { readFileSync, writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { Command } from 'commander'
import type { ItfTrace } from '../test/traces/itf.ts'
import { count, type Replayed, replaySeeds, scenarioOf, startChains, traceOf } from '../test/traces/random-replays.ts'
import { replay } from '../test/traces/replay.ts'
import { writeTraces } from './trace-results.ts'

const options = new Command('prove:traces')
  .option('--traces <count>', 'how many random traces', Number, 2_000)
  .option('--seed <number>', 'the seed of the first; each other has the next', Number, 1)
  .option('--file <path>', 'replay this trace instead, in the informal trace format')
  .option('--save <path>', 'write the trace of the seed to a file, and replay nothing')
  .option('--write', 'keep the figures for docs/proof.md')
  .parse()
  .opts<{ traces: number; seed: number; file?: string; save?: string; write?: boolean }>()
const { traces, seed, file, save, write = false } = options

const shown = (value: unknown) => inspect(value, { depth: 6, breakLength: 120 })

/** A chain that was rolled back for more than 400 traces had lost the code of its token. */
const tracesOfChains = 200

async function replayMany(): Promise<boolean> {
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(0)
  const done: Replayed = { traces: 0, steps: 0, changes: {}, ends: {} }
  while (done.traces < traces) {
    const chains = await startChains()
    const next = { seed: seed + done.traces, traces: Math.min(tracesOfChains, traces - done.traces) }
    const { difference } = await replaySeeds(chains, { ...next, onTrace: (trace) => count(done, trace) }).finally(() =>
      chains.stop(),
    )
    console.log(`${done.traces} traces in ${seconds()} s`)
    if (difference === undefined) continue
    console.log(`they differ: ${shown(difference)}`)
    return false
  }
  console.log(shown(done))
  if (write) writeTraces(done)
  return true
}

async function replayFile(path: string): Promise<boolean> {
  const trace = JSON.parse(readFileSync(path, 'utf8')) as ItfTrace
  const chains = await startChains()
  const difference = await replay(trace, scenarioOf(trace), chains).finally(() => chains.stop())
  console.log(difference === undefined ? 'model, chains and code agree' : `they differ: ${shown(difference)}`)
  return difference === undefined
}

if (save !== undefined) writeFileSync(save, `${JSON.stringify(traceOf(seed), null, 1)}\n`)
else process.exitCode = (await (file === undefined ? replayMany() : replayFile(file))) ? 0 : 1
