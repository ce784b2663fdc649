import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { begin, endOf, pass, revealedSwap, unreadable } from '../../test/support/revealed-swap.ts'
import type { OrderStatus } from '../client/types.ts'
import { TandemError } from '../tandem-error.ts'
import type { RunProgress } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A swap whose secret is in, and each thing that its application is told: the step, and the code of its reason. */
function toldRun(status: OrderStatus, over: Partial<RunnableSwap> = {}) {
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
  it('tells the service’s reason from the second failure on, once, and that it has passed', async () => {
    let refusal: TandemError | undefined = reverts
    const initiate = async () => {
      if (refusal !== undefined) throw refusal
      return { shown: 'nothing' }
    }
    const { run, told, progress } = toldRun('created', { initiate } as unknown as Partial<RunnableSwap>)
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

  it('tells an orderbook that does not answer while the wallet’s turn has not come', async () => {
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
    const { run, told } = toldRun('source_initiated', { refresh, claim })
    await pass(10_000)
    // The orderbook is down, so the chains are read, and a chain's answer is what holds the step up.
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

  it('tells a reveal that endpoints hold up, and does not call it a wait for the market maker', async () => {
    const claim = async () => {
      throw unreadable
    }
    const { run, told } = toldRun('destination_initiated', { claim })
    await pass(30_000)
    expect(told).toEqual(['revealing', 'revealing EVIDENCE_UNAVAILABLE'])
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('tells a wallet that does not answer', async () => {
    const { run, told } = toldRun('created', { initiate: () => new Promise(() => {}) })
    await pass(10_000)
    expect(told).toEqual(['initiating', 'initiating WALLET_PENDING'])
    expect(await endOf(run)).toBe('ABORTED')
  })
})

describe('runSwap while it waits for others', () => {
  const awaiting = { from: 'solver', text: 'The maker is late.', until: '2027-01-15T08:00:00.000Z' }

  it('tells the orderbook’s sentence and date within ten seconds', async () => {
    const explain = (async () => ({ awaiting })) as unknown as RunnableSwap['explain']
    const { run, told, progress } = toldRun('source_initiated', { explain })
    await pass(10_000)
    expect(told).toEqual(['waiting_for_market_maker', 'waiting_for_market_maker AWAITING_SOLVER'])
    expect(progress.at(-1)?.reason).toMatchObject({ message: 'The maker is late.', until: 1_800_000_000 })
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('is not held up by an orderbook that does not explain', async () => {
    const { run, order, told } = toldRun('source_initiated', { explain: () => new Promise(() => {}) })
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
    const { run, told, progress } = toldRun('created', { initiate, fundableUntil, initiationReason })
    await pass(20_000)
    expect(told.slice(1)).toEqual(['waiting_for_market_maker', 'waiting_for_market_maker SIGNATURE_PENDING'])
    expect(progress.at(-1)?.reason).toMatchObject({ until: fundableUntil })
    expect(progress.at(-1)?.reason?.message).toMatch(/not brought your side on chain yet: the simulation reverts$/)
    expect(await endOf(run)).toBe('ABORTED')
  })
})

describe('runSwap of an order that was never paid', () => {
  it('tells no refund, says until when it may still be paid, and ends then', async () => {
    const made = revealedSwap('expired', { isClaimed: false, isClaimedAtDepth: false })
    made.source.shown = 'nothing'
    const fundableUntil = Math.floor(Date.now() / 1000) + 60
    const takeBack: RunnableSwap['takeBack'] = async () => ({ txHash: null, amount: 0n, shown: 'nothing' })
    const { run, told, progress } = toldRun('expired', { takeBack, fundableUntil })
    await pass(10_000)
    expect(told).toEqual(['waiting_for_expiry', 'waiting_for_expiry STILL_PAYABLE'])
    expect(progress.at(-1)?.reason?.until).toBe(fundableUntil)
    await pass(70_000)
    expect([await endOf(run), told.at(-1)]).toEqual(['ended', 'ended'])
  })

  it('tells when the contract gives a funded amount back, and does not ask in turns', async () => {
    const takeBack = async () => {
      throw new TandemError('NOT_CANCELLABLE_YET', 'too early', { retryable: true, details: { cancel_after: 1 } })
    }
    const { run, told, order } = toldRun('conflict', { takeBack })
    await pass(60_000)
    expect(told).toEqual(['refunding', 'waiting_for_refund', 'waiting_for_refund NOT_CANCELLABLE_YET'])
    expect(order.status).toBe('conflict')
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('names why the secret stays, and from when on the amount can be taken back', async () => {
    const claim = async () => {
      throw new TandemError('TOO_LATE', 'too little time is left')
    }
    const { run, told, progress, order } = toldRun('destination_initiated', { claim })
    await pass(20_000)
    expect(told.at(-1)).toBe('waiting_for_refund SECRET_KEPT')
    expect(progress.at(-1)?.reason).toMatchObject({ until: order.source_intent.cancel_after })
    expect(progress.at(-1)?.reason?.message).toMatch(/too little time is left/)
    expect(await endOf(run)).toBe('ABORTED')
  })
})
