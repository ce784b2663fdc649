/** A service can ask for a pause by `Retry-After`, and for no longer one than a swap can bear. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Order } from './client/types.ts'
import { runSwap } from './run/run-swap.ts'
import type { RunnableSwap } from './run/runnable-swap.ts'
import { TandemError } from './tandem-error.ts'
import { track } from './track.ts'
import { waitFor } from './wait-for.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const forDays = new TandemError('UNAVAILABLE', 'go away', { retryable: true, retryAfterMs: 1_000_000_000 })
const life = { cancel_after: 4_000_000_000 }
const orderIn = (status: string) =>
  ({ order_id: 'o', status, source_intent: life, destination_intent: life }) as unknown as Order
const last = orderIn('source_initiated')
const openStream = () => Promise.reject(new Error('no stream'))

/** An orderbook that asks for days at the first read, and completes the order at the second. */
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

  it('is read again by track after a minute', async () => {
    const { refresh, pauseMs } = silentOnce()
    const orders = track({ refresh, openStream, last })
    await orders.next()
    const next = orders.next()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(pauseMs()).toBe(60_000)
    expect((await next).value?.status).toBe('completed')
    await orders.return()
  })

  it.each([
    ['half a minute while the secret is kept', false, 30_000],
    ['the usual pause once the secret is out', true, 2_000],
  ])('is asked again by a run after %s', async (_name, isSecretOut, expectedMs) => {
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
      claim: () => Promise.reject(forDays),
    }
    const options = { path: 'prefunded', wallet: {} as never, submitter: { by: 'wallet' } } as const
    const ended = runSwap(swap as unknown as RunnableSwap, options, openStream)
    await jest.advanceTimersByTimeAsync(expectedMs)
    expect(pauseMs()).toBe(expectedMs)
    expect((await ended).outcome).toBe('completed')
  })
})
