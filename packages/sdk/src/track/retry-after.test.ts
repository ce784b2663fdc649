/**
 * A service can ask for a pause by `Retry-After`. The SDK limits the pause, so that a swap does not miss its deadlines.
 */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { TandemClient } from '../client/create-client.ts'
import type { OpenStream } from '../client/stream-events.ts'
import type { Order } from '../client/types.ts'
import { runSwap } from '../run/run-swap.ts'
import type { RunnableSwap } from '../run/runnable-swap.ts'
import { TandemError } from '../tandem-error.ts'
import { trackOrder } from './track.ts'
import { waitFor } from './wait-for.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const forDays = new TandemError('UNAVAILABLE', 'go away', { retryable: true, retryAfterMs: 1_000_000_000 })
const down = new TandemError('UNAVAILABLE', 'not now', { retryable: true })
const life = { cancel_after: 4_000_000_000 }
const orderIn = (status: string) =>
  ({ order_id: 'o', status, source_intent: life, destination_intent: life }) as unknown as Order
const last = orderIn('source_initiated')
const openStream = () => Promise.reject(new Error('no stream'))
const clientOf = (getOrder: () => Promise<Order>, openOrderStream: OpenStream) =>
  ({ getOrder, openOrderStream }) as unknown as TandemClient

/** An orderbook that answers the first read with a `Retry-After` of days, and the second with a completed order. */
function silentOnce() {
  const reads: number[] = []
  const refresh = async () => {
    reads.push(Date.now())
    if (reads.length === 1) throw forDays
    return orderIn('completed')
  }
  return { refresh, pauseMs: () => (reads[1] ?? Number.NaN) - (reads[0] ?? Number.NaN) }
}

describe('a service that asks to be left alone for days', () => {
  it('is read again by waitFor after a minute', async () => {
    const { refresh, pauseMs } = silentOnce()
    const waited = waitFor(['completed'], { refresh, last })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(pauseMs()).toBe(60_000)
    expect((await waited).status).toBe('completed')
  })

  it('is read again by trackOrder after a minute', async () => {
    const { refresh, pauseMs } = silentOnce()
    const orders = trackOrder(clientOf(refresh, openStream), last)
    await orders.next()
    const next = orders.next()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(pauseMs()).toBe(60_000)
    expect((await next).value?.status).toBe('completed')
    await orders.return()
  })

  it.each([
    ['half a minute while the secret is kept', false, forDays, 30_000],
    ['half a minute while a chain fails too, and asks for nothing', false, down, 30_000],
    ['the usual pause once the secret is out', true, forDays, 2_000],
  ])('is asked again by a run after %s', async (_name, isSecretOut, claimError, expectedMs) => {
    const { refresh, pauseMs } = silentOnce()
    const swap = {
      order: last,
      isChainOnly: false,
      isSecretOut,
      hasDestination: true,
      refresh: async () => {
        swap.order = await refresh()
        return swap.order
      },
      canAskDestination: () => false,
      shows: async () => true,
      claim: () => Promise.reject(claimError),
    }
    const options = { path: 'prefunded', wallet: {} as never, submitter: { by: 'wallet' } } as const
    const ended = runSwap(swap as unknown as RunnableSwap, options, openStream)
    await jest.advanceTimersByTimeAsync(expectedMs)
    expect(pauseMs()).toBe(expectedMs)
    expect((await ended).outcome).toBe('completed')
  })
})

describe('a failure that passes while an event stream is open', () => {
  /** An event stream that stays open and brings no event. */
  const silentStream: OpenStream = async (_orderId, { signal }) =>
    (async function* () {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })()
  const swapOf = (status: string) => {
    const swap = {
      order: orderIn(status),
      isChainOnly: false,
      isSecretOut: false,
      hasDestination: true,
      refresh: async () => swap.order,
      canAskDestination: () => false,
      initiate: async (): Promise<unknown> => ({}),
      claim: async (): Promise<unknown> => ({}),
    }
    return swap
  }
  /** Runs a swap whose step fails, and counts how often the step was tried after one usual pause. */
  async function triesOf(swap: ReturnType<typeof swapOf>, step: 'refresh' | 'initiate' | 'claim', isOut = false) {
    let tries = 0
    swap[step] = () => {
      tries += 1
      if (isOut) swap.isSecretOut = true
      return Promise.reject(down)
    }
    const ending = new AbortController()
    const options = { path: 'prefunded', wallet: {} as never, submitter: { by: 'wallet' } } as const
    const ended = runSwap(swap as unknown as RunnableSwap, { ...options, signal: ending.signal }, silentStream)
    const aborted = expect(ended).rejects.toMatchObject({ code: 'ABORTED' })
    await jest.advanceTimersByTimeAsync(2_000)
    ending.abort()
    await aborted
    return tries
  }

  it('of the orderbook is followed by another read after the usual pause', async () => {
    expect(await triesOf(swapOf('source_initiated'), 'refresh')).toBe(2)
  })

  it('of the initiation is followed by another try after the usual pause', async () => {
    expect(await triesOf(swapOf('created'), 'initiate')).toBe(2)
  })

  it.each([
    ['the relayer, which was given the secret,', true],
    ['the evidence', false],
  ])('of %s is followed by another try after the usual pause', async (_name, isOut) => {
    expect(await triesOf(swapOf('destination_initiated'), 'claim', isOut)).toBe(2)
  })
})

describe('an event stream that ends', () => {
  it('leaves no long pause behind: the order is read at once, and then as without a stream', async () => {
    let end: () => void = () => undefined
    let isOver = false
    const stream: OpenStream = async () => {
      if (isOver) throw new Error('no stream')
      return (async function* () {
        await new Promise<void>((resolve) => (end = resolve))
      })()
    }
    let reads = 0
    const refresh = async () => {
      reads += 1
      return last
    }
    const orders = trackOrder(clientOf(refresh, stream), last)
    await orders.next()
    const next = orders.next()
    await jest.advanceTimersByTimeAsync(3_000)
    const before = reads
    isOver = true
    end()
    await jest.advanceTimersByTimeAsync(6_000)
    expect(reads - before).toBeGreaterThanOrEqual(3)
    void next.catch(() => undefined)
  })
})
