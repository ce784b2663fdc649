import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { KnownNetwork, Order, SwapState, TandemClient } from '@tandem/sdk'
import type { ConnectedWallet } from './connected-wallet.ts'
import { SwapRunner } from './swap-runner.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const orderId = '0b6f2a52-8a3e-4d1c-9a83-6a1d2b7c9e10'
const nowSecs = () => Math.floor(Date.now() / 1000)
const wallet = { wallet: { account: { address: '0xaa' } } } as unknown as ConnectedWallet

/** A runner with one swap. Each run of it fails with `error`; `runs` counts the runs. */
async function runnerOf(over: Partial<SwapState>, error: Error = new Error('busy for a second')) {
  // Each run begins with a read of the store, and `load` reads it once more.
  let reads = 0
  const state = {
    orderId,
    secret: `0x${'11'.repeat(32)}`,
    sourceAddress: '0xaa',
    quote: { quote_id: 'quote' },
    startedAt: nowSecs(),
    ...over,
  } as SwapState
  const client = { getOrder: (): Promise<unknown> => Promise.reject(error) }
  const list = async () => {
    reads += 1
    return [state]
  }
  const swaps = new SwapRunner({
    client: client as unknown as TandemClient,
    network: { chains: [], assets: [] } as unknown as KnownNetwork,
    evidence: { endpoints: {} },
    store: { save: async () => undefined, list, remove: async () => undefined },
  })
  await swaps.load()
  const [view] = swaps.views()
  if (view === undefined) throw new Error('the store has one swap')
  return { swaps, client, key: view.key, runs: () => reads - 1, view: () => swaps.views()[0] }
}

const resumed = { wallet, path: 'signed', initiates: false } as const
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)

describe('SwapRunner', () => {
  it('goes on by itself after an error of a wallet, as long as the secret is out', async () => {
    const { swaps, key, runs, view } = await runnerOf({ secretLeft: true })
    swaps.resume(key, resumed)
    await pass(0)
    expect([runs(), view()?.phase]).toEqual([1, 'failed'])
    await pass(60_000)
    expect(runs()).toBeGreaterThan(3)
    // Without a pause between the runs there would be thousands.
    expect(runs()).toBeLessThan(30)
  })

  it('asks again, after a longer pause, where the user refused with the secret out', async () => {
    const refusal = Object.assign(new Error('no'), { code: 4001 })
    const { swaps, key, runs, view } = await runnerOf({ secretLeft: true }, refusal)
    swaps.resume(key, resumed)
    await pass(10_000)
    expect([runs(), view()?.phase]).toEqual([1, 'refused'])
    await pass(60_000)
    expect(runs()).toBeGreaterThan(1)
  })

  it.each([
    ['an error', new Error('busy for a second'), 5],
    ['a refusal', Object.assign(new Error('no'), { code: 4001 }), 30],
  ])('goes on by one loop, however often the user presses resume after %s', async (_name, error, pauseSecs) => {
    const { swaps, key, runs } = await runnerOf({ secretLeft: true }, error)
    for (let press = 0; press < 3; press += 1) {
      swaps.resume(key, resumed)
      await pass(1000)
    }
    expect(runs()).toBe(3)
    await pass(10 * pauseSecs * 1000)
    expect(runs()).toBe(3 + 10)
  })

  it('waits for the user while the secret is kept', async () => {
    const { swaps, key, runs } = await runnerOf({})
    swaps.resume(key, resumed)
    await pass(120_000)
    expect(runs()).toBe(1)
  })

  it('goes on more slowly once the destination’s time is over: the source is still to be taken back', async () => {
    const order = { destination_intent: { cancel_after: nowSecs() + 20 } } as Order
    const { swaps, key, runs } = await runnerOf({ secretLeft: true, order })
    swaps.resume(key, resumed)
    await pass(30_000)
    const early = runs()
    expect(early).toBeGreaterThan(3)
    await pass(600_000)
    expect(runs()).toBeGreaterThan(early + 10)
    expect(runs()).toBeLessThan(early + 15)
  })

  it('resumes a swap whose secret is out, whatever the orderbook calls it', async () => {
    const order = { status: 'expired', destination_intent: { cancel_after: nowSecs() + 3600 } } as Order
    for (const [secretLeft, expected] of [
      [true, 'failed'],
      [false, 'resting'],
    ] as const) {
      const { swaps, view } = await runnerOf({ secretLeft, order })
      swaps.resumeOwn(wallet)
      await pass(0)
      expect(view()?.phase).toBe(expected)
    }
  })

  it('goes on no more once the swap is forgotten', async () => {
    const other = await runnerOf({ secretLeft: true })
    other.swaps.resume(other.key, resumed)
    await pass(0)
    await other.swaps.forget(other.key)
    await pass(120_000)
    expect(other.runs()).toBe(1)
  })

  it('goes on more slowly a day after the start, where no order says how long the destination stands', async () => {
    const startedAt = nowSecs() - 86_400 + 20
    const { swaps, key, runs } = await runnerOf({ secretLeft: true, startedAt })
    swaps.resume(key, resumed)
    await pass(120_000)
    expect(runs()).toBeGreaterThan(1)
    expect(runs()).toBeLessThan(8)
  })

  it('goes on until the verified order ends, and not until an answer of the orderbook says so', async () => {
    const order = { destination_intent: { cancel_after: nowSecs() + 3600 } } as Order
    const { swaps, client, key, runs } = await runnerOf({ secretLeft: true, order })
    const { getOrder } = client
    client.getOrder = async () => ({ destination_intent: { cancel_after: 1 } })
    await swaps.refresh()
    client.getOrder = getOrder
    swaps.resume(key, resumed)
    await pass(60_000)
    expect(runs()).toBeGreaterThan(3)
  })
})
