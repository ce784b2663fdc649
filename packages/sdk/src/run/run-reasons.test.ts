import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { begin, endOf, pass, revealedSwap, unreadable } from '../../test/support/revealed-swap.ts'
import type { OrderStatus } from '../client/types.ts'
import { TandemError } from '../tandem-error.ts'
import type { RunProgress } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Runs a swap whose secret is not out, and records each report to the application: the step, and its reason's code. */
function reportedRun(status: OrderStatus, over: Partial<RunnableSwap> = {}) {
  const made = revealedSwap(status, { isClaimed: false, isClaimedAtDepth: false })
  const told: string[] = []
  const progress: RunProgress[] = []
  const run = begin({ ...made.swap, isSecretOut: false, ...over } as RunnableSwap, {
    onProgress: (one) => {
      progress.push(one)
      told.push(one.reason === undefined ? one.step : `${one.step} ${one.reason.code}`)
    },
  })
  return { ...made, run, told, progress }
}

const reverts = new TandemError('CREATION_REVERTS', 'the registry would refuse it', { retryable: true })

describe('runSwap while a step fails', () => {
  it('reports the service’s reason once, at the second failure, and then that the cause is gone', async () => {
    let refusal: TandemError | undefined = reverts
    const initiate = async () => {
      if (refusal !== undefined) throw refusal
      return { shown: 'nothing' }
    }
    const { run, told, progress } = reportedRun('created', { initiate } as unknown as Partial<RunnableSwap>)
    await pass(1_000)
    expect(told).toEqual(['initiating'])
    await pass(9_000)
    expect(told).toEqual(['initiating', 'initiating CREATION_REVERTS'])
    expect(progress.at(-1)?.reason).toEqual({ code: 'CREATION_REVERTS', message: 'the registry would refuse it' })
    refusal = undefined
    await pass(20_000)
    expect(told.slice(2)).toEqual(['initiating', 'waiting_for_market_maker'])
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('reports what the chains say while the orderbook does not answer', async () => {
    let isDown = true
    const down = new TandemError('NETWORK', 'no answer came', { retryable: true })
    const made = revealedSwap('source_initiated', { isClaimed: false, isClaimedAtDepth: false })
    const refresh = async () => {
      if (isDown) throw down
      return made.order
    }
    const claim = async () => {
      throw new TandemError('DESTINATION_NOT_INITIATED', 'not on chain', { retryable: true })
    }
    const { run, told } = reportedRun('source_initiated', { refresh, claim })
    await pass(10_000)
    // The orderbook is down, so the run reads the chains, and reports what they do not show yet.
    expect(told).toEqual([
      'revealing',
      'waiting_for_market_maker',
      'waiting_for_market_maker DESTINATION_NOT_INITIATED',
    ])
    isDown = false
    await pass(4_000)
    expect(told.at(-1)).toBe('waiting_for_market_maker')
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('reports that endpoints hold a reveal up, and does not call that a wait for the market maker', async () => {
    const claim = async () => {
      throw unreadable
    }
    const { run, told } = reportedRun('destination_initiated', { claim })
    await pass(30_000)
    expect(told).toEqual(['revealing', 'revealing EVIDENCE_UNAVAILABLE'])
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('reports a wallet that does not answer', async () => {
    const { run, told } = reportedRun('created', { initiate: () => new Promise(() => {}) })
    await pass(10_000)
    expect(told).toEqual(['initiating', 'initiating WALLET_PENDING'])
    expect(await endOf(run)).toBe('ABORTED')
  })
})

describe('runSwap while it waits for others', () => {
  const awaiting = { from: 'solver', text: 'The maker is late.', until: '2027-01-15T08:00:00.000Z' }

  it('reports the orderbook’s sentence and date within ten seconds', async () => {
    const explain = (async () => ({ awaiting })) as unknown as RunnableSwap['explain']
    const { run, told, progress } = reportedRun('source_initiated', { explain })
    await pass(10_000)
    expect(told).toEqual(['waiting_for_market_maker', 'waiting_for_market_maker AWAITING_SOLVER'])
    expect(progress.at(-1)?.reason).toMatchObject({ message: 'The maker is late.', until: 1_800_000_000 })
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('is not held up by an orderbook that does not explain', async () => {
    const { run, order, told } = reportedRun('source_initiated', { explain: () => new Promise(() => {}) })
    await pass(6_000)
    order.status = 'destination_initiated'
    await pass(10_000)
    expect(told).toEqual(['waiting_for_market_maker', 'revealing'])
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('says until when a signature that was handed over can pay, and what the relayer waits for', async () => {
    const fundableUntil = Math.floor(Date.now() / 1000) + 500
    const initiate = (async () => ({ shown: 'nothing' })) as unknown as RunnableSwap['initiate']
    const initiationReason = async () => 'the simulation reverts'
    const { run, told, progress } = reportedRun('created', { initiate, fundableUntil, initiationReason })
    await pass(20_000)
    expect(told.slice(1)).toEqual(['waiting_for_market_maker', 'waiting_for_market_maker SIGNATURE_PENDING'])
    expect(progress.at(-1)?.reason).toMatchObject({ until: fundableUntil })
    expect(progress.at(-1)?.reason?.message).toMatch(/not brought your side on chain yet: the simulation reverts$/)
    expect(await endOf(run)).toBe('ABORTED')
  })
})

describe('runSwap of an order that was never paid', () => {
  it('reports no refund, says until when the order may still be paid, and ends then', async () => {
    const made = revealedSwap('expired', { isClaimed: false, isClaimedAtDepth: false })
    made.source.shown = 'nothing'
    const fundableUntil = Math.floor(Date.now() / 1000) + 60
    const sendRefund: RunnableSwap['sendRefund'] = async () => ({ txHash: null, amount: 0n, shown: 'nothing' })
    const { run, told, progress } = reportedRun('expired', { sendRefund, fundableUntil })
    await pass(10_000)
    expect(told).toEqual(['waiting_for_expiry', 'waiting_for_expiry STILL_PAYABLE'])
    expect(progress.at(-1)?.reason?.until).toBe(fundableUntil)
    await pass(70_000)
    expect([await endOf(run), told.at(-1)]).toEqual(['ended', 'ended'])
  })

  it('reports when the contract allows the refund, and does not switch between two steps', async () => {
    const sendRefund = async () => {
      throw new TandemError('NOT_CANCELLABLE_YET', 'too early', { retryable: true, details: { cancel_after: 1 } })
    }
    const { run, told, order } = reportedRun('conflict', { sendRefund })
    await pass(60_000)
    expect(told).toEqual(['refunding', 'waiting_for_refund', 'waiting_for_refund NOT_CANCELLABLE_YET'])
    expect(order.status).toBe('conflict')
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('says why the secret is not revealed, and from when the amount can be refunded', async () => {
    const claim = async () => {
      throw new TandemError('TOO_LATE', 'too little time is left')
    }
    const { run, told, progress, order } = reportedRun('destination_initiated', { claim })
    await pass(20_000)
    expect(told.at(-1)).toBe('waiting_for_refund SECRET_KEPT')
    expect(progress.at(-1)?.reason).toMatchObject({ until: order.source_intent.cancel_after })
    expect(progress.at(-1)?.reason?.message).toMatch(/too little time is left/)
    expect(await endOf(run)).toBe('ABORTED')
  })
})
