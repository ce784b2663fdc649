import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { begin, endOf, pass, revealedSwap, unreadable } from '../../test/support/revealed-swap.ts'
import type { OpenStream } from '../client/stream-events.ts'
import type { OrderEvent } from '../client/types.ts'
import type { Refunded } from '../evidence/read-is-refund-confirmed.ts'
import { sleep } from '../sleep.ts'
import { TandemError } from '../tandem-error.ts'
import type { RunOptions } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('runSwap without a wallet of the recipient', () => {
  it('asks the relayer to claim again when a reorg takes the claim away', async () => {
    const { swap, counts, chain } = revealedSwap('destination_initiated', { isClaimed: false, isClaimedAtDepth: false })
    const run = begin(swap)
    await pass(0)
    chain.isClaimed = true
    await pass(60_000)
    expect(counts.claims).toBe(1)
    chain.isClaimed = false
    await pass(60_000)
    expect(counts.claims).toBe(2)
    expect(await run.end()).toBe('ABORTED')
  })

  it('gives the relayer a secret that a block has shown without another reading, and no other', async () => {
    const { swap, chain, relayer } = revealedSwap('destination_initiated', {
      isClaimed: false,
      isClaimedAtDepth: false,
    })
    const run = begin(swap)
    await pass(0)
    chain.isClaimed = true
    await pass(20_000)
    chain.isClaimed = false
    await pass(20_000)
    expect(relayer.isSecretPublic).toEqual([false, true])
    expect(await run.end()).toBe('ABORTED')
  })

  it.each(['TOO_LATE', 'ORDER_FINAL', 'VAULT_MISMATCH'] as const)(
    'goes on after %s: the chains say when it is over',
    async (code) => {
      const { swap, order, chain, relayer } = revealedSwap('destination_initiated', {
        isClaimed: false,
        isClaimedAtDepth: false,
      })
      relayer.refusal = new TandemError(code, 'no')
      const run = begin(swap)
      await pass(60_000)
      // Although it refused, the relayer claims.
      Object.assign(chain, { isClaimed: true, isClaimedAtDepth: true })
      order.status = 'completed'
      await pass(60_000)
      expect(await run.outcome).toBe('completed')
    },
  )

  it('asks the relayer to claim after the deadline by its own clock, as long as the chain does not show that it has passed', async () => {
    const { swap, chain, counts, relayer, source } = revealedSwap('destination_initiated', {
      isClaimed: false,
      isClaimedAtDepth: false,
    })
    relayer.refusal = unreadable
    const run = begin(swap)
    await pass(250_000)
    const { claims } = counts
    await pass(60_000)
    expect(counts.claims).toBeGreaterThan(claims)
    expect(counts.refunds).toBe(0)
    chain.isOver = true
    source.shown = 'cancelled'
    await pass(200_000)
    expect(await run.outcome).toBe('refunded')
  })

  it('refunds the source and goes on claiming the destination while no endpoint shows that its deadline has passed', async () => {
    const { swap, counts, source } = revealedSwap('destination_initiated', {
      isClaimed: false,
      isClaimedAtDepth: 'unreadable',
    })
    const run = begin(swap)
    await pass(500_000)
    // The run must go on: the maker has claimed the source, and the destination may still be claimable.
    expect(counts.refunds).toBeGreaterThan(1)
    source.shown = 'cancelled'
    await pass(60_000)
    expect(await run.outcome).toBe('refunded')
  })

  it('does not end a paid swap as "ended" when the endpoints cannot read old blocks', async () => {
    const { swap, chain } = revealedSwap('refundable', { isClaimed: true, isClaimedAtDepth: 'unreadable' })
    const run = begin(swap)
    await pass(500_000)
    chain.isClaimedAtDepth = true
    await pass(60_000)
    expect(await run.end()).toBe('paid')
  })
})

describe('runSwap where the wallet’s endpoint alone shows how the source ended', () => {
  it.each([
    ['nothing', 'the secret out', true],
    ['nothing', 'the secret in', false],
    ['claimed', 'the secret out', true],
    ['cancelled', 'the secret out', true],
    ['cancelled', 'the secret in', false],
    ['recovered', 'the secret in', false],
  ] as const)('goes on after "%s" with %s, until the amount is back', async (shown, _name, isSecretOut) => {
    const open = { isClaimed: false, isClaimedAtDepth: false, isOver: true }
    const { swap, source, counts } = revealedSwap('refundable', open)
    Object.assign(source, { shown, confirmed: [] })
    const run = begin({ ...swap, isSecretOut })
    await pass(500_000)
    expect([await Promise.race([run.outcome, 'running']), counts.refunds > 1]).toEqual(['running', true])
    Object.assign(source, { shown: 'cancelled', confirmed: ['cancelled'] })
    await pass(60_000)
    expect(await endOf(run)).toBe('refunded')
  })

  it.each([
    ['nothing', 'ended'],
    ['claimed', 'ended'],
    ['cancelled', 'refunded'],
    ['recovered', 'refunded'],
  ] as const)('ends after "%s" where the application’s endpoints show it too', async (shown, end) => {
    const { swap, source } = revealedSwap('refundable', { isClaimed: false, isClaimedAtDepth: false, isOver: true })
    source.shown = shown
    const run = begin(swap)
    await pass(500_000)
    expect(await endOf(run)).toBe(end)
  })
})

describe('runSwap after a source that is claimed while the secret stays', () => {
  it('asks the relayer again to claim when the chains did not allow the reveal at first', async () => {
    const { swap, counts, relayer } = revealedSwap('refundable', { isClaimed: false, isClaimedAtDepth: false })
    const run = begin(
      { ...swap, isSecretOut: false, ensureClaimed: async () => null },
      { destinationWallet: {} as never },
    )
    // The application's endpoints lag behind the wallet's and do not show the claim of the source yet.
    relayer.refusal = new TandemError('TOO_LATE', 'too little time is left')
    await pass(10_000)
    relayer.refusal = undefined
    const { claims } = counts
    await pass(20_000)
    expect(counts.claims).toBeGreaterThan(claims)
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('asks the relayer to claim as well, and does not wait for it', async () => {
    const { swap, counts } = revealedSwap('refundable', { isClaimed: false, isClaimedAtDepth: false })
    const waits: unknown[] = []
    const ensureClaimed: RunnableSwap['ensureClaimed'] = async (_wallet, { waitsOn }) => {
      waits.push(await waitsOn?.())
      return null
    }
    const signals: unknown[] = []
    const claim: RunnableSwap['claim'] = (given) => {
      signals.push(given.signal?.aborted)
      return swap.claim(given)
    }
    const run = begin({ ...swap, claim, isSecretOut: false, ensureClaimed }, { destinationWallet: {} as never })
    await pass(20_000)
    expect([counts.claims, new Set(waits)]).toEqual([1, new Set([false])])
    // The signal is passed on, so that a wallet which signs after the run has ended reveals nothing.
    expect(signals).toEqual([false])
    expect(await endOf(run)).toBe('ABORTED')
  })
})

describe('runSwap with a wallet of the recipient', () => {
  const recipient = { destinationWallet: {} as never }
  const open = () => ({ isClaimed: false, isClaimedAtDepth: false })

  it('refunds after cancel_after, though an endpoint that has stopped syncing shows the destination as open', async () => {
    const { swap, source } = revealedSwap('destination_initiated', open())
    source.shown = 'cancelled'
    // No reading of the destination ends the watch.
    const ensureClaimed: RunnableSwap['ensureClaimed'] = async (
      _wallet,
      { until = Number.POSITIVE_INFINITY, signal },
    ) => {
      do await sleep(1_000, signal)
      while (Date.now() / 1000 < until)
      return null
    }
    const run = begin({ ...swap, ensureClaimed }, recipient)
    await pass(390_000)
    const early = await Promise.race([run.outcome, 'running'])
    await pass(30_000)
    expect([early, await run.end()]).toEqual(['running', 'refunded'])
  })

  it('goes on after errors of a wallet, also during the refund, and reports them', async () => {
    const { swap, chain, source } = revealedSwap('destination_initiated', open())
    const failure = new Error('the transaction reverted')
    const steps: unknown[] = []
    const onProgress: RunOptions['onProgress'] = ({ step, error }) =>
      void steps.push(error === undefined ? step : [step, error])
    let refunds = 0
    const sendRefund = async (): Promise<Refunded> => {
      refunds += 1
      if (refunds === 1) throw failure
      return { txHash: null, amount: 0n, shown: source.shown }
    }
    const run = begin(
      { ...swap, sendRefund, ensureClaimed: () => Promise.reject(failure) },
      { ...recipient, onProgress },
    )
    await pass(250_000)
    chain.isOver = true
    source.shown = 'cancelled'
    await pass(200_000)
    expect(await run.end()).toBe('refunded')
    expect(steps).toContainEqual(['waiting_for_refund', failure])
  })

  it('ends with the refusal of the wallet’s user', async () => {
    const { swap } = revealedSwap('destination_initiated', open())
    const refusal = Object.assign(new Error('no'), { code: 4001 })
    const run = begin({ ...swap, ensureClaimed: () => Promise.reject(refusal) }, recipient)
    expect(await run.outcome).toBe(4001)
  })
})

describe('runSwap whose initiation another run was first to send', () => {
  const reverted = new TandemError('TRANSACTION_REVERTED', 'it was mined and reverted')

  /**
   * A swap with nothing on chain. The first initiation ends with the first of `ends`, and so on; the last one repeats.
   */
  function uninitiated(...ends: (TandemError | undefined)[]) {
    const { swap } = revealedSwap('created', { isClaimed: false, isClaimedAtDepth: false })
    const told: unknown[] = []
    let initiations = 0
    const initiate = async () => {
      initiations += 1
      const end = ends[Math.min(initiations, ends.length) - 1]
      if (end !== undefined) throw end
      return {}
    }
    const run = begin({ ...swap, isSecretOut: false, initiate } as unknown as RunnableSwap, {
      onProgress: ({ step, error }) => void told.push(error ?? step),
    })
    return { run, told, initiations: () => initiations }
  }

  it('initiates once more, and reports no error', async () => {
    const { run, told, initiations } = uninitiated(reverted, undefined)
    await pass(20_000)
    expect([await Promise.race([run.outcome, 'running']), initiations()]).toEqual(['running', 2])
    expect(told).toEqual(['initiating', 'waiting_for_market_maker'])
    expect(await endOf(run)).toBe('ABORTED')
  })

  it('ends with the error where the second one is reverted as well', async () => {
    const { run, initiations } = uninitiated(reverted)
    await pass(20_000)
    expect([await endOf(run), initiations()]).toEqual(['TRANSACTION_REVERTED', 2])
  })
})

describe('runSwap by the orderbook’s word alone', () => {
  it.each([
    ['no claim', { isClaimed: false, isClaimedAtDepth: false }],
    ['a claim that does not count yet', { isClaimed: true, isClaimedAtDepth: false }],
    ['a claim whose depth cannot be read', { isClaimed: true, isClaimedAtDepth: 'unreadable' as const }],
  ])('goes on over “completed” while the chain shows %s', async (_case, seen) => {
    const { swap, chain } = revealedSwap('completed', seen)
    const run = begin(swap)
    await pass(60_000)
    expect(await Promise.race([run.outcome, 'running'])).toBe('running')
    Object.assign(chain, { isClaimed: true, isClaimedAtDepth: true })
    await pass(60_000)
    expect(await endOf(run)).toBe('completed')
  })

  it.each(['source_claim', 'delivery'] as const)(
    'goes on over “completed” while the chain shows no %s',
    async (part) => {
      const { swap } = revealedSwap('completed', { isClaimed: true, isClaimedAtDepth: true })
      let isShown = false
      const run = begin({ ...swap, shows: async (asked) => asked !== part || isShown })
      await pass(60_000)
      expect(await Promise.race([run.outcome, 'running'])).toBe('running')
      isShown = true
      await pass(60_000)
      expect(await endOf(run)).toBe('completed')
    },
  )
})

describe('runSwap beside a stream whose events never end', () => {
  const busyStream: OpenStream = async (_orderId, { signal }) =>
    (async function* () {
      for (let seq = 0; !signal.aborted; seq += 1) {
        await sleep(10)
        yield { seq } as OrderEvent
      }
    })()

  it('reads no more often than four times in each pause between two rounds', async () => {
    const { swap, order } = revealedSwap('source_initiated', { isClaimed: false, isClaimedAtDepth: false })
    let reads = 0
    const refresh = async () => {
      reads += 1
      return order
    }
    const run = begin({ ...swap, refresh, isSecretOut: false }, { pollMs: 2_000 }, busyStream)
    await pass(60_000)
    const ended = await endOf(run)
    expect([ended, reads]).toEqual(['ABORTED', expect.any(Number)])
    expect(Math.abs(reads - 60_000 / 510)).toBeLessThan(5)
  })
})

describe('runSwap while only the depth of a claim is awaited', () => {
  it.each([
    ['does not show it yet', false],
    ['cannot be read there', 'unreadable'],
  ] as const)('reads once in each block, also beside an event stream, where the chain %s', async (_name, atDepth) => {
    const { swap, counts } = revealedSwap('completed', { isClaimed: true, isClaimedAtDepth: atDepth })
    const run = begin(swap)
    await pass(10 * 12_000 - 1)
    expect(counts.reads).toBe(10)
    expect(await run.end()).toBe('ABORTED')
  })
})
