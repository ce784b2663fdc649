import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { calls } from '../src/registry.ts'
import { production, type Rules } from '../src/rules.ts'
import { startLiveChain } from './traces/live-chain.ts'
import { randomTrace } from './traces/random-trace.ts'
import { type LiveChains, replay } from './traces/replay.ts'

let chains: LiveChains

beforeAll(async () => {
  chains = await Promise.all([startLiveChain(31_337), startLiveChain(31_338)])
})
afterAll(async () => {
  await Promise.all(chains.map((chain) => chain.stop()))
})

const seeds = Array.from({ length: 60 }, (_, index) => index + 1)
const { allows } = production

/** Replays the traces of a model with these rules, until one differs from the chains. */
async function firstDifference(rules: Partial<Rules>) {
  for (const seed of seeds) {
    const difference = await replay(randomTrace(seed, rules), chains, rules)
    if (difference !== undefined) return { seed, ...difference }
  }
  return undefined
}

const wrongRegistries: readonly [name: string, rules: Partial<Rules>][] = [
  [
    'lets an escrow be claimed after its deadline',
    { allows: (call, vault, time, deadline) => allows(call, vault, call === 'claim' ? 0 : time, deadline) },
  ],
  [
    'lets an escrow be cancelled a tick early',
    { allows: (call, vault, time, deadline) => allows(call, vault, call === 'cancel' ? time + 1 : time, deadline) },
  ],
]

describe("the model's registry", () => {
  it('allows what the real one allows, and pays whom it pays, in 60 random traces', async () => {
    expect(await firstDifference({})).toBeUndefined()
    const kinds = seeds.flatMap((seed) => randomTrace(seed).points.flatMap(({ step }) => step?.chain?.kind ?? []))
    expect([...new Set(kinds)].sort()).toEqual([...calls, 'reorg', 'tick'].sort())
  })

  it.each(wrongRegistries)('is seen to differ when it %s', async (_name, rules) => {
    expect((await firstDifference(rules))?.about.split(' ')[0]).toBe('calls')
  })
})
