import { describe, expect, it } from '@jest/globals'
import {
  createdEvent as event,
  type Lies,
  type ModelChain,
  makeLiar,
  makeModelChain,
  noLies,
} from '../../test/support/model-chain.ts'
import type { Provider } from './provider.ts'
import { DisputedError, ProviderError } from './provider-error.ts'
import { makeProviderPool } from './provider-pool.ts'
import { type SharedHeadMemory, sharedHead } from './shared-head.ts'

const maxLagMs = 120_000

const named = (provider: Provider, name: string): Provider => ({ ...provider, name })
/** An endpoint that stands at a block, as long as it is told to. */
const standingAt = (model: ModelChain, number: bigint, isStanding = () => true): Provider => ({
  ...named(model.provider, 'standing'),
  head: () => (isStanding() ? model.provider.header(number) : model.provider.head()),
})
const silent = (model: ModelChain): Provider => ({
  ...named(model.provider, 'silent'),
  head: async () => {
    throw new ProviderError('timeout', 'no answer')
  },
})
const liarOf = (model: ModelChain, over: Partial<Lies>) => makeLiar(model, { ...noLies, ...over })

/** A chain of ten blocks, and looks at its head that know how long it was held up. */
function makeLooks(endpointsOf: (model: ModelChain) => Provider[]) {
  const model = makeModelChain('left', 1_700_000_000)
  for (let block = 1; block < 10; block += 1) model.mine()
  const clock = { ms: 0 }
  const failures: string[] = []
  const observer = {
    failed: (name: string, error: ProviderError) => failures.push(`${name} ${error.class}`),
    isUp: () => undefined,
    isPreferred: () => undefined,
  }
  const now = () => clock.ms
  const pool = makeProviderPool(endpointsOf(model), { now, blockTimeMs: 1_000_000, observer })
  const memory: SharedHeadMemory = {}
  const look = (read: bigint) =>
    pool.run(async (provider, peers) => {
      const head = await provider.head()
      return (await sharedHead({ now, pool, maxLagMs, memory }, { provider, peers, head }, read))?.number
    })
  return { model, clock, failures, look }
}

describe('the head that another endpoint has too', () => {
  it('is the head of a single endpoint', async () => {
    const { look } = makeLooks(({ provider }) => [provider])
    expect(await look(5n)).toBe(9n)
  })

  it('is the head where a second endpoint has it, which may be ahead', async () => {
    const { look, model } = makeLooks((chain) => [standingAt(chain, 8n), named(chain.provider, 'second')])
    expect(await look(5n)).toBe(8n)
    model.mine()
    expect(await look(5n)).toBe(8n)
  })

  it('is the highest that one of several others has', async () => {
    const { look } = makeLooks((chain) => [chain.provider, standingAt(chain, 4n), standingAt(chain, 7n)])
    expect(await look(5n)).toBe(7n)
  })

  it('is no block that an endpoint puts on top of the chain, which goes on', async () => {
    const { look, model, failures } = makeLooks((chain) => [
      liarOf(chain, { invents: { event, replaced: 0, count: 40 } }),
      chain.provider,
    ])
    expect(await look(8n)).toBe(9n)
    model.mine()
    expect(await look(9n)).toBe(10n)
    expect(failures).toEqual([])
  })

  it('is not there while the only other endpoint has other blocks, and that is an error after half a minute', async () => {
    const { look, clock } = makeLooks((chain) => [
      liarOf(chain, { invents: { event, replaced: 3, count: 40 } }),
      chain.provider,
    ])
    expect(await look(6n)).toBeUndefined()
    clock.ms = 10 * maxLagMs
    await expect(look(6n)).rejects.toThrow(DisputedError)
  })

  it('is found with two others that contradict the first, which is blamed', async () => {
    const { look, failures } = makeLooks((chain) => [
      named(liarOf(chain, { invents: { event, replaced: 3, count: 40 } }), 'liar'),
      standingAt(chain, 8n),
      chain.provider,
    ])
    expect(await look(6n)).toBe(8n)
    expect(failures).toEqual(['liar other_fork'])
  })

  it('is not held up by one that shows another block to each of two others', async () => {
    const { look, failures } = makeLooks((chain) => {
      const lying = named(liarOf(chain, { invents: { event, replaced: 3, count: 40 } }), 'liar')
      let asked = 0
      const header = (number: bigint) => {
        asked += 1
        return (asked % 2 === 0 ? chain.provider : lying).header(number)
      }
      return [{ ...lying, header }, named(chain.provider, 'second'), chain.provider]
    })
    expect(await look(6n)).toBe(9n)
    expect(failures).toEqual(['liar other_fork'])
  })
})

describe('other endpoints that hold up the head', () => {
  it('are waited for a while, where one stands still, and again once it has what was read', async () => {
    let isStanding = true
    const { look, model, clock, failures } = makeLooks((chain) => [
      chain.provider,
      standingAt(chain, 7n, () => isStanding),
    ])
    expect(await look(7n)).toBeUndefined()
    clock.ms = maxLagMs - 1
    await expect(look(7n)).rejects.toThrow(DisputedError)
    clock.ms = maxLagMs
    expect(await look(7n)).toBe(9n)
    model.mine()
    expect(await look(9n)).toBe(10n)
    expect(failures).toEqual(['standing behind'])
    isStanding = false
    clock.ms += 1_000
    model.mine()
    expect(await look(10n)).toBe(11n)
    isStanding = true
    model.mine()
    expect(await look(11n)).toBeUndefined()
  })

  it('are waited for a while, where none answers', async () => {
    const { look, clock } = makeLooks((chain) => [chain.provider, silent(chain)])
    expect(await look(7n)).toBeUndefined()
    clock.ms = maxLagMs - 1
    await expect(look(7n)).rejects.toThrow('no other endpoint answers')
    clock.ms = maxLagMs
    expect(await look(7n)).toBe(9n)
  })

  it.each([
    ['before the first one is believed alone', maxLagMs - 1],
    ['while the first one is believed alone', maxLagMs],
  ])('are waited for anew by one that was silent itself, %s', async (_when, ms) => {
    const now = { isSilent: true, isFailing: false }
    const failing = (model: ModelChain): Provider => ({
      ...named(model.provider, 'honest'),
      head: () => (now.isFailing ? silent(model).head() : model.provider.head()),
    })
    const liar = (model: ModelChain): Provider => {
      const lying = liarOf(model, { invents: { event, replaced: 0, count: 40 } })
      return { ...lying, head: () => (now.isSilent ? silent(model).head() : lying.head()) }
    }
    const { look, clock } = makeLooks((chain) => [failing(chain), liar(chain)])
    const looked = (read: bigint) => look(read).catch(() => undefined)
    await looked(8n)
    clock.ms = ms
    await looked(8n)
    Object.assign(now, { isSilent: false, isFailing: true })
    clock.ms = ms + 10_000
    expect(await looked(8n)).toBeUndefined()
    clock.ms = ms + maxLagMs
    expect(await looked(8n)).toBe(49n)
  })

  it('are waited for without an end, where two stand at one block', async () => {
    const { look, clock } = makeLooks((chain) => [chain.provider, standingAt(chain, 7n), standingAt(chain, 7n)])
    expect(await look(7n)).toBeUndefined()
    clock.ms = 10 * maxLagMs
    expect(await look(7n)).toBeUndefined()
  })

  it('are two, of which one fails for a moment: the chain was quiet, and its head is no other', async () => {
    let isFailing = false
    const { look, clock } = makeLooks((chain) => [
      liarOf(chain, { invents: { event, replaced: 0, count: 40 } }),
      chain.provider,
      { ...silent(chain), name: 'second', head: () => (isFailing ? silent(chain).head() : chain.provider.head()) },
    ])
    expect(await look(9n)).toBeUndefined()
    clock.ms = maxLagMs - 1
    expect(await look(9n)).toBeUndefined()
    isFailing = true
    clock.ms = maxLagMs + 1
    await expect(look(9n)).rejects.toThrow(DisputedError)
  })
})
