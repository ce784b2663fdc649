import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { begin, pass, revealedSwap } from '../../test/support/revealed-swap.ts'
import { TandemError } from '../tandem-error.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A swap whose source is paid and whose destination the market maker has not funded. */
function unfilledSwap() {
  const made = revealedSwap('source_initiated', { isClaimed: false, isClaimedAtDepth: false })
  const { swap, relayer } = made
  Object.assign(swap, { isSecretOut: false })
  const claim = swap.claim
  Object.assign(swap, {
    claim: async (options: Parameters<typeof claim>[0]) => {
      if (options.wait === true) Object.assign(swap, { isSecretOut: true, claimWaits: true })
      else Object.assign(swap, { isSecretOut: true, claimWaits: false })
      return claim(options)
    },
  })
  return { ...made, swap, relayer }
}
const steps = (progress: { step: string }[]) => progress.map(({ step }) => step)

describe('a run that hands its secret over', () => {
  it('does so once, before the market maker has filled the order, and claims as ever afterwards', async () => {
    const { swap, order, relayer, chain } = unfilledSwap()
    const progress: { step: string }[] = []
    const run = begin(swap, { wait: true, initiates: false, onProgress: (told) => void progress.push(told) })
    await pass(60_000)
    expect(relayer.wait).toEqual([true])
    expect(steps(progress)).toEqual(['waiting_for_market_maker'])
    order.status = 'destination_initiated'
    await pass(30_000)
    expect(relayer.wait).toEqual([true, undefined])
    Object.assign(chain, { isClaimed: true, isClaimedAtDepth: true })
    order.status = 'completed'
    await pass(60_000)
    expect(await run.outcome).toBe('completed')
    expect([...new Set(steps(progress))]).toEqual(['waiting_for_market_maker', 'ensuring_claim', 'completed'])
  })

  it('does so only where it was told to', async () => {
    const { swap, relayer } = unfilledSwap()
    const run = begin(swap, { initiates: false })
    await pass(60_000)
    expect(relayer.wait).toEqual([])
    expect(await run.end()).toBe('ABORTED')
  })

  it('goes on as without it when the relayer does not keep the secret', async () => {
    const { swap, order, relayer } = unfilledSwap()
    relayer.refusal = new TandemError('TOO_LATE', 'no', { httpStatus: 409 })
    const run = begin(swap, { wait: true, initiates: false })
    await pass(60_000)
    expect(relayer.wait).toEqual([true])
    relayer.refusal = undefined
    order.status = 'destination_initiated'
    await pass(30_000)
    expect(relayer.wait).toEqual([true, undefined])
    expect(await run.end()).toBe('ABORTED')
  })

  it('asks a relayer again that does not answer', async () => {
    const { swap, relayer } = unfilledSwap()
    relayer.refusal = new TandemError('UNAVAILABLE', 'no', { retryable: true })
    const run = begin(swap, { wait: true, initiates: false })
    await pass(5_000)
    relayer.refusal = undefined
    await pass(60_000)
    expect(relayer.wait.length).toBeGreaterThan(1)
    const { length } = relayer.wait
    await pass(60_000)
    expect(relayer.wait).toHaveLength(length)
    expect(await run.end()).toBe('ABORTED')
  })
})
