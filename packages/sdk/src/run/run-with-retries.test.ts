import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Order, OrderStatus } from '../client/types.ts'
import type { SwapState } from '../swap-state.ts'
import { TandemError } from '../tandem-error.ts'
import { retryPauseMs, runWithRetries } from './run-with-retries.ts'

const cancelAfter = 1_000
const orderOf = (status: OrderStatus) => ({ status, destination_intent: { cancel_after: cancelAfter } }) as Order
const stateOf = (over: Partial<SwapState>) => ({ startedAt: 0, ...over }) as SwapState

const failure = new Error('the endpoint is busy')
const refusal = Object.assign(new Error('no'), { code: 4001 })
const retryable = new TandemError('NETWORK', 'no answer came', { retryable: true })
const early = (cancelAfter - 100) * 1000

describe('retryPauseMs, with the secret out', () => {
  const known = { state: stateOf({ secretLeft: true, order: orderOf('destination_initiated') }) }
  it.each<[string, unknown, number | undefined]>([
    ['an error of the wallet', failure, 5_000],
    ['a retryable error', retryable, 5_000],
    ['the user’s refusal', refusal, 30_000],
    ['a wallet on another chain', new TandemError('WRONG_CHAIN', 'no'), 5_000],
    ['an abort by the application', new TandemError('ABORTED', 'no'), undefined],
    ['a signer that is missing', new TandemError('HOP_REQUIRED', 'no'), undefined],
    ['another account than the recipient’s', new TandemError('NOT_THE_RECIPIENT', 'no'), undefined],
    ['the same code from a server', new TandemError('NOT_THE_RECIPIENT', 'no', { httpStatus: 403 }), 5_000],
  ])('after %s', (_name, error, pauseMs) => {
    expect(retryPauseMs(error, known, early)).toBe(pauseMs)
    expect(retryPauseMs(error, known, cancelAfter * 1000)).toBe(pauseMs === undefined ? undefined : 10 * pauseMs)
  })

  it('assumes that the destination can be claimed for a day when the order is not known', () => {
    const { order: _, ...unknown } = known.state
    expect(retryPauseMs(failure, { state: unknown as SwapState }, 86_399_000)).toBe(5_000)
    expect(retryPauseMs(failure, { state: unknown as SwapState }, 86_400_000)).toBe(50_000)
  })
})

describe('retryPauseMs, with the secret not out', () => {
  it.each<[string, unknown, Partial<SwapState>, OrderStatus, number | undefined]>([
    ['a retryable error of a swap that nobody paid', retryable, {}, 'created', undefined],
    ['a retryable error of a swap that expired', retryable, {}, 'expired', undefined],
    ['a retryable error after a signature', retryable, { fundableUntil: 1 }, 'created', 5_000],
    ['a retryable error of a swap that is paid', retryable, {}, 'source_initiated', 5_000],
    ['an error of the wallet', failure, { fundableUntil: 1 }, 'source_initiated', undefined],
    ['the user’s refusal', refusal, { fundableUntil: 1 }, 'source_initiated', undefined],
  ])('after %s', (_name, error, state, status, pauseMs) => {
    expect(retryPauseMs(error, { state: stateOf(state), order: orderOf(status) }, early)).toBe(pauseMs)
  })
})

describe('runWithRetries', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())
  const paid = () => ({ state: stateOf({ secretLeft: true, startedAt: Date.now() / 1000 }) })

  it('repeats the run until it succeeds, says which run is a repetition, and reports each error', async () => {
    const failures: unknown[] = []
    const retries: boolean[] = []
    const run = async (isRetry: boolean) => {
      retries.push(isRetry)
      if (retries.length < 3) throw failure
      return 'completed'
    }
    const ended = runWithRetries(run, { known: paid, onFailure: (...failed) => failures.push(failed) })
    await jest.advanceTimersByTimeAsync(10_000)
    expect([await ended, retries]).toEqual(['completed', [false, true, true]])
    expect(failures).toEqual([
      [failure, 5_000],
      [failure, 5_000],
    ])
  })

  it('throws an error that the application has to put right, and any error of a swap that was deleted', async () => {
    const fails = () => Promise.reject(failure)
    await expect(runWithRetries(fails, { known: () => ({ state: stateOf({}) }) })).rejects.toBe(failure)
    await expect(runWithRetries(fails, { known: () => undefined })).rejects.toBe(failure)
  })

  it('ends by its signal during a pause', async () => {
    const ending = new AbortController()
    const ended = runWithRetries(() => Promise.reject(failure), { known: paid, signal: ending.signal })
    const expected = expect(ended).rejects.toMatchObject({ code: 'ABORTED' })
    await jest.advanceTimersByTimeAsync(1_000)
    ending.abort()
    await expected
  })
})
