import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Order, OrderStatus } from '../client/types.ts'
import type { SwapState } from '../swap-state.ts'
import { TandemError } from '../tandem-error.ts'
import { pauseAfter, pursue } from './pursue.ts'

const cancelAfter = 1_000
const orderOf = (status: OrderStatus) => ({ status, destination_intent: { cancel_after: cancelAfter } }) as Order
const stateOf = (over: Partial<SwapState>) => ({ startedAt: 0, ...over }) as SwapState

const failure = new Error('the endpoint is busy')
const refusal = Object.assign(new Error('no'), { code: 4001 })
const passing = new TandemError('NETWORK', 'no answer came', { retryable: true })
const early = (cancelAfter - 100) * 1000

describe('pauseAfter, with the secret out', () => {
  const known = { state: stateOf({ secretLeft: true, order: orderOf('destination_initiated') }) }
  it.each<[string, unknown, number | undefined]>([
    ['an error of the wallet', failure, 5_000],
    ['a passing error', passing, 5_000],
    ['the user’s refusal', refusal, 30_000],
    ['another chain of the wallet', new TandemError('WRONG_CHAIN', 'no'), 5_000],
    ['the application’s end', new TandemError('ABORTED', 'no'), undefined],
    ['a signer that is missing', new TandemError('HOP_REQUIRED', 'no'), undefined],
    ['another account than the recipient’s', new TandemError('NOT_THE_RECIPIENT', 'no'), undefined],
    ['the same word from a server', new TandemError('NOT_THE_RECIPIENT', 'no', { httpStatus: 403 }), 5_000],
  ])('after %s', (_name, error, pauseMs) => {
    expect(pauseAfter(error, known, early)).toBe(pauseMs)
    expect(pauseAfter(error, known, cancelAfter * 1000)).toBe(pauseMs === undefined ? undefined : 10 * pauseMs)
  })

  it('counts a day from the start where no order says how long the destination stands', () => {
    const { order: _, ...unknown } = known.state
    expect(pauseAfter(failure, { state: unknown as SwapState }, 86_399_000)).toBe(5_000)
    expect(pauseAfter(failure, { state: unknown as SwapState }, 86_400_000)).toBe(50_000)
  })
})

describe('pauseAfter, with the secret in', () => {
  it.each<[string, unknown, Partial<SwapState>, OrderStatus, number | undefined]>([
    ['a passing error of a swap that nobody paid', passing, {}, 'created', undefined],
    ['a passing error of a swap that expired', passing, {}, 'expired', undefined],
    ['a passing error after a signature', passing, { fundableUntil: 1 }, 'created', 5_000],
    ['a passing error of a swap that is paid', passing, {}, 'source_initiated', 5_000],
    ['an error of the wallet', failure, { fundableUntil: 1 }, 'source_initiated', undefined],
    ['the user’s refusal', refusal, { fundableUntil: 1 }, 'source_initiated', undefined],
  ])('after %s', (_name, error, state, status, pauseMs) => {
    expect(pauseAfter(error, { state: stateOf(state), order: orderOf(status) }, early)).toBe(pauseMs)
  })
})

describe('pursue', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())
  const paid = () => ({ state: stateOf({ secretLeft: true, startedAt: Date.now() / 1000 }) })

  it('repeats the run until it ends, says that it was begun before, and tells each error', async () => {
    const told: unknown[] = []
    const begun: boolean[] = []
    const run = async (isAgain: boolean) => {
      begun.push(isAgain)
      if (begun.length < 3) throw failure
      return 'completed'
    }
    const ended = pursue(run, { known: paid, onFailure: (...failed) => told.push(failed) })
    await jest.advanceTimersByTimeAsync(10_000)
    expect([await ended, begun]).toEqual(['completed', [false, true, true]])
    expect(told).toEqual([
      [failure, 5_000],
      [failure, 5_000],
    ])
  })

  it('throws what the application has to put right, and the error of a swap that is forgotten', async () => {
    const fails = () => Promise.reject(failure)
    await expect(pursue(fails, { known: () => ({ state: stateOf({}) }) })).rejects.toBe(failure)
    await expect(pursue(fails, { known: () => undefined })).rejects.toBe(failure)
  })

  it('ends in a pause by its signal', async () => {
    const ending = new AbortController()
    const ended = pursue(() => Promise.reject(failure), { known: paid, signal: ending.signal })
    const expected = expect(ended).rejects.toMatchObject({ code: 'ABORTED' })
    await jest.advanceTimersByTimeAsync(1_000)
    ending.abort()
    await expected
  })
})
