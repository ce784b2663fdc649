import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { begin, endOf, pass, revealedSwap } from '../../test/support/revealed-swap.ts'
import { sleep } from '../sleep.ts'
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

  it('ends with the refusal of its user, which comes while the run looks again', async () => {
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
