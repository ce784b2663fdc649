import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { begin, endOf, pass, revealedSwap } from '../../test/support/revealed-swap.ts'
import { sleep } from '../sleep.ts'
import { TandemError } from '../tandem-error.ts'
import type { RunnableSwap } from './runnable-swap.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A wallet that never answers for the signature of a hop. */
const unanswered = { claim: () => new Promise<never>(() => {}) }

describe('runSwap while the recipient’s wallet does not sign a hop', () => {
  const recipient = { destinationWallet: {} as never }
  const open = () => ({ isClaimed: false, isClaimedAtDepth: false })

  it('watches the destination, and takes the amount back at its time', async () => {
    const { swap, source, counts } = revealedSwap('destination_initiated', open())
    source.shown = 'cancelled'
    const claim: RunnableSwap['claim'] = () => {
      counts.claims += 1
      return unanswered.claim()
    }
    const waits: unknown[] = []
    const ensureClaimed: RunnableSwap['ensureClaimed'] = async (_wallet, { until = 0, waitsOn, signal }) => {
      do {
        waits.push(await waitsOn?.())
        await sleep(1_000, signal)
      } while (Date.now() / 1000 < until)
      return null
    }
    const run = begin({ ...swap, claim, ensureClaimed }, recipient)
    await pass(390_000)
    expect(waits.length).toBeGreaterThan(300)
    expect([new Set(waits), counts.claims]).toEqual([new Set([true]), 1])
    await pass(60_000)
    expect(await endOf(run)).toBe('refunded')
  })

  it.each([
    ['was sent before', true],
    ['stays until then', false],
  ])('ends by the signal where the secret %s', async (_name, isSecretOut) => {
    const { swap } = revealedSwap('destination_initiated', open())
    const ensureClaimed: RunnableSwap['ensureClaimed'] = async (_wallet, { signal }) => {
      await sleep(300_000, signal)
      return null
    }
    const run = begin({ ...swap, ...unanswered, ensureClaimed, isSecretOut }, recipient)
    await pass(5_000)
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('takes the amount back at its time where the secret stays until then, and reveals none afterwards', async () => {
    const { swap, source } = revealedSwap('destination_initiated', open())
    source.shown = 'cancelled'
    const signals: (AbortSignal | undefined)[] = []
    const claim: RunnableSwap['claim'] = ({ signal }) => {
      signals.push(signal)
      return unanswered.claim()
    }
    const run = begin({ ...swap, claim, isSecretOut: false }, recipient)
    await pass(430_000)
    expect(await endOf(run)).toBe('refunded')
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })

  it('ends with the refusal of its user, which comes while the run reads again', async () => {
    const { swap } = revealedSwap('destination_initiated', open())
    const refusal = Object.assign(new Error('no'), { code: 4001 })
    const claim = async () => {
      await sleep(10_000)
      throw refusal
    }
    const run = begin({ ...swap, claim, isSecretOut: false }, recipient)
    await pass(20_000)
    expect(await endOf(run)).toBe(4001)
  })
})

describe('runSwap while the wallet does not answer for the initiation', () => {
  const open = () => ({ isClaimed: false, isClaimedAtDepth: false })

  /** A swap that was initiated, and whose wallet may have sent the transaction. */
  function begunSwap() {
    const { swap, order, ...rest } = revealedSwap('created', open())
    const fresh = Object.assign(swap, { isSecretOut: false })
    const initiate: RunnableSwap['initiate'] = () => new Promise(() => {})
    return { swap: { ...fresh, initiate }, order, ...rest }
  }

  it('hands the secret over once the chains show that it may leave', async () => {
    const { swap, order, counts, chain } = begunSwap()
    const run = begin(swap)
    await pass(30_000)
    order.status = 'destination_initiated'
    await pass(60_000)
    expect(counts.claims).toBeGreaterThan(0)
    order.status = 'completed'
    Object.assign(chain, { isClaimed: true, isClaimedAtDepth: true })
    await pass(60_000)
    expect(await endOf(run)).toBe('completed')
  })

  it('takes the amount back at its time', async () => {
    const { swap, order, source } = begunSwap()
    source.shown = 'cancelled'
    const run = begin(swap)
    await pass(30_000)
    order.status = 'source_initiated'
    await pass(420_000)
    expect(await endOf(run)).toBe('refunded')
  })

  it('does not end while the wallet may still pay, and ends by the signal', async () => {
    const { swap, source } = begunSwap()
    source.shown = 'nothing'
    const run = begin(swap)
    await pass(600_000)
    expect(await Promise.race([run.outcome, 'running'])).toBe('running')
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('ends with the refusal of its user, which comes late', async () => {
    const { swap } = begunSwap()
    const refusal = Object.assign(new Error('no'), { code: 4001 })
    const initiate = async () => {
      await sleep(60_000)
      throw refusal
    }
    const run = begin({ ...swap, initiate })
    await pass(120_000)
    expect(await endOf(run)).toBe(4001)
  })
})

describe('runSwap while the wallet does not answer for the refund', () => {
  it('pursues the destination as long as its chain does not show the end', async () => {
    const { swap, chain, counts, relayer } = revealedSwap('destination_initiated', {
      isClaimed: false,
      isClaimedAtDepth: false,
    })
    relayer.refusal = new TandemError('UNAVAILABLE', 'busy', { retryable: true })
    const takeBack: RunnableSwap['takeBack'] = () => {
      counts.refunds += 1
      return new Promise(() => {})
    }
    const run = begin({ ...swap, takeBack })
    await pass(430_000)
    const { claims } = counts
    await pass(60_000)
    expect([counts.claims > claims, counts.refunds]).toEqual([true, 1])
    Object.assign(chain, { isClaimed: true, isClaimedAtDepth: true })
    await pass(60_000)
    expect(await endOf(run)).toBe('paid')
  })

  it('ends by the signal', async () => {
    const { swap } = revealedSwap('refundable', { isClaimed: false, isClaimedAtDepth: false })
    const run = begin({ ...swap, isSecretOut: false, takeBack: () => new Promise(() => {}) })
    await pass(60_000)
    expect(await endOf(run)).toBe('ABORTED')
  })
})
