import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { calls } from '../src/registry.ts'
import { production } from '../src/rules.ts'
import { type ItfTrace, statesOf } from './traces/itf.ts'
import { replaySeeds, scenarioOf, startChains, traceOf } from './traces/random-replays.ts'
import { type LiveChains, replay, type Wrong } from './traces/replay.ts'

let chains: LiveChains & { stop(): Promise<void> }

beforeAll(async () => {
  chains = await startChains()
})
afterAll(() => chains.stop())

const { allows, deriveOrderStatus, decideClaim, judgeReveal, decideJob, decide } = production

describe('the model, the real escrows and the production rules', () => {
  it('agree after every step of 60 random traces', async () => {
    const { difference, changes, ...done } = await replaySeeds(chains, { seed: 1, traces: 60 })
    expect(difference).toBeUndefined()
    expect(done.traces).toBe(60)
    expect(Object.keys(changes).sort()).toEqual([...calls, 'reorg', 'tick'].sort())
  })

  it('agree on the trace of a file', async () => {
    const file = new URL('../example.itf.json', import.meta.url)
    const trace = JSON.parse(readFileSync(file, 'utf8')) as ItfTrace
    expect(trace).toEqual(traceOf(trace['#meta'].seed))
    expect(statesOf(trace).at(-1)?.statuses).toEqual(['completed'])
    expect(await replay(trace, scenarioOf(trace), chains)).toBeUndefined()
  })
})

const wrongRules: readonly [name: string, wrong: Wrong, about: string][] = [
  [
    'a model that lets an escrow be claimed after its deadline',
    { model: { allows: (call, vault, time, deadline) => allows(call, vault, call === 'claim' ? 0 : time, deadline) } },
    'calls',
  ],
  [
    'a model that lets an escrow be cancelled a tick early',
    { model: { allows: (call, vault, time, end) => allows(call, vault, call === 'cancel' ? time + 1 : time, end) } },
    'calls',
  ],
  [
    'a model that calls an order completed once its destination is claimed',
    {
      model: {
        deriveOrderStatus: (facts, times) => {
          const status = deriveOrderStatus(facts, times)
          return status === 'destination_claimed' ? 'completed' : status
        },
      },
    },
    'status',
  ],
  [
    'a relayer that counts the destination in the newest block',
    {
      code: {
        decideClaim: ({ destination, ...facts }) =>
          decideClaim({ ...facts, destination: { ...destination, atDepth: destination.latest } }),
      },
    },
    'claim',
  ],
  [
    'an application that reveals with a second less left',
    {
      code: {
        judgeReveal: ({ destination, ...facts }) =>
          judgeReveal({ ...facts, destination: { ...destination, safetySecs: destination.safetySecs + 1 } }),
      },
    },
    'reveal',
  ],
  [
    'a keeper that claims nothing',
    { code: { decideJob: (type, facts) => (type === 'claim' ? { type: 'settled' } : decideJob(type, facts)) } },
    'keeper',
  ],
  [
    'a maker that does not use a public secret',
    { code: { decide: (view, policy) => decide({ ...view, isSecretPublic: false }, policy) } },
    'maker',
  ],
]

describe('a replay sees', () => {
  it.each(wrongRules)('%s', async (_name, wrong, about) => {
    const { difference } = await replaySeeds(chains, { seed: 1, traces: 60, wrong })
    expect(difference?.about.split(' ')[0]).toBe(about)
  })

  it('an escrow that differs from what a trace says', async () => {
    const trace = traceOf(1)
    const states = trace.states.filter(({ action }) => (action as { kind?: string }).kind !== 'create')
    expect(await replay({ ...trace, states }, scenarioOf(trace), chains)).toBeDefined()
  })
})
