import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { begin, endOf, pass, revealedSwap } from '../../test/support/revealed-swap.ts'
import { sleep } from '../sleep.ts'
import { TandemError } from '../tandem-error.ts'
import type { RunnableSwap } from './runnable-swap.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A claim that waits for ever, because the wallet never answers the request to sign the hop. */
const unanswered = { claim: () => new Promise<never>(() => {}) }

describe('runSwap while the recipient’s wallet does not sign a hop', () => {
  const recipient = { destinationWallet: {} as never }
  const open = () => ({ isClaimed: false, isClaimedAtDepth: false })

  it('watches the destination, and refunds after cancel_after', async () => {
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
    ['out', true],
    ['not out', false],
  ])('ends by the signal with the secret %s', async (_name, isSecretOut) => {
    const { swap } = revealedSwap('destination_initiated', open())
    const ensureClaimed: RunnableSwap['ensureClaimed'] = async (_wallet, { signal }) => {
      await sleep(300_000, signal)
      return null
    }
    const run = begin({ ...swap, ...unanswered, ensureClaimed, isSecretOut }, recipient)
    await pass(5_000)
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('refunds after cancel_after if the secret is not out by then, and does not reveal it afterwards', async () => {
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

  it('ends with the user’s refusal when it comes while the run is reading', async () => {
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

  /** A swap whose wallet was asked to pay and does not answer, so that it may have sent the transaction. */
  function begunSwap() {
    const { swap, order, ...rest } = revealedSwap('created', open())
    const fresh = Object.assign(swap, { isSecretOut: false })
    const initiate: RunnableSwap['initiate'] = () => new Promise(() => {})
    return { swap: { ...fresh, initiate }, order, ...rest }
  }

  it('reveals the secret once the chains show that this is safe', async () => {
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

  it('refunds after cancel_after', async () => {
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

  it('ends with the user’s refusal when it comes late', async () => {
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
  it('goes on claiming the destination as long as its chain does not show that the deadline has passed', async () => {
    const { swap, chain, counts, relayer } = revealedSwap('destination_initiated', {
      isClaimed: false,
      isClaimedAtDepth: false,
    })
    relayer.refusal = new TandemError('UNAVAILABLE', 'busy', { retryable: true })
    const sendRefund: RunnableSwap['sendRefund'] = () => {
      counts.refunds += 1
      return new Promise(() => {})
    }
    const run = begin({ ...swap, sendRefund })
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
    const run = begin({ ...swap, isSecretOut: false, sendRefund: () => new Promise(() => {}) })
    await pass(60_000)
    expect(await endOf(run)).toBe('ABORTED')
  })
})
