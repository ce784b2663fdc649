import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { type Hex, HttpRequestError, UserRejectedRequestError } from 'viem'
import { TandemError } from '../tandem-error.ts'
import { type ClaimWatch, watchClaim } from './watch-claim.ts'

const down = new TandemError('EVIDENCE_UNAVAILABLE', 'no endpoint answers', { retryable: true })
const final = new TandemError('WRONG_CHAIN', 'the wallet is on another chain')

/** Returns the answers one after the other, and then the last one again and again. */
const each =
  <T>(...answers: (T | Error)[]) =>
  async (): Promise<T> => {
    const [next] = answers.length > 1 ? answers.splice(0, 1) : answers
    if (next === undefined || next instanceof Error) throw next
    return next
  }
type Seen = Awaited<ReturnType<ClaimWatch['read']>>
const open = (secsLeft: number): Seen => ({ isClaimed: false, isClaimedAtDepth: false, isOver: false, secsLeft })
const claimed = (isClaimedAtDepth: boolean | undefined): Seen => ({ ...open(90), isClaimed: true, isClaimedAtDepth })
const over: Seen = { ...open(-1), isOver: true }

const watch = (over: Partial<ClaimWatch>) =>
  watchClaim({
    read: each(open(100)),
    claimByWallet: each<Hex | null>('0x01'),
    untilDepth: true,
    cancelAfter: Date.now() / 1000 + 100,
    safetySecs: 0,
    pollMs: 1,
    blockTimeMs: 1,
    ...over,
  })

describe('watchClaim', () => {
  it('goes on over endpoints that do not answer, at the first reading as at every other', async () => {
    const read = each<Seen>(down, open(100), down, claimed(true))
    expect(await watch({ read })).toBeNull()
  })

  it('has the wallet claim with half of the time of the first reading gone', async () => {
    expect(await watch({ read: each(open(100), open(50), open(49), claimed(true)) })).toBe('0x01')
  })

  it('has the wallet claim with half of the safety time left, however often the application restarts', async () => {
    // The application has restarted, and the first reading of the new watch shows 40 s left: half of that would be too
    // late.
    const late = { read: each(open(40), open(40), open(40), claimed(true)), cancelAfter: Date.now() / 1000 + 40 }
    expect(await watch(late)).toBeNull()
    expect(await watch({ ...late, read: each(open(40), claimed(true)), safetySecs: 100 })).toBe('0x01')
    const unreadable = each<Seen>(down, claimed(true))
    expect(await watch({ ...late, read: unreadable, safetySecs: 100 })).toBe('0x01')
  })

  it('has the wallet try again while its claim fails for now', async () => {
    const read = each(open(100), open(100), open(100), claimed(true))
    expect(await watch({ patienceSecs: 1000, read, claimByWallet: each<Hex | null>(down, down, '0x02') })).toBe('0x02')
  })

  it('ends once the claim is as deep as it must be, and has the wallet claim when it is taken back before', async () => {
    const early = claimed(false)
    // When the newest block shows a claim, the counted block is read as well, so each such claim takes two answers.
    const relayed = each(open(100), early, early, early, claimed(true))
    expect(await watch({ read: relayed })).toBeNull()
    const taken = each(early, early, early, open(80), open(80), open(10), early, early, early, claimed(true))
    expect(await watch({ read: taken })).toBe('0x01')
    expect(await watch({ read: each(early, claimed(undefined)) })).toBeNull()
    expect(await watch({ read: each(early, open(10)), untilDepth: false })).toBeNull()
  })

  it('says that the destination went unclaimed, and not that the relayer claimed', async () => {
    const cancelled = { ...open(50), isOver: true }
    for (const seen of [over, cancelled]) {
      const claimByWallet = each<Hex | null>(final)
      await expect(watch({ read: each(seen), claimByWallet })).rejects.toMatchObject({ code: 'ORDER_FINAL' })
    }
    // The deadline has passed in the newest block and not in the counted one, so after a reorg there may still be a
    // claim.
    const read = each(over, open(-1), over, claimed(true))
    expect(await watch({ read, claimByWallet: each<Hex | null>(final) })).toBeNull()
  })

  it('ends with the last error once the destination is over, and at once with an error that does not pass', async () => {
    await expect(watch({ read: each<Seen>(down), cancelAfter: 0 })).rejects.toBe(down)
    await expect(watch({ patienceSecs: 1000, claimByWallet: each<Hex | null>(final) })).rejects.toBe(final)
  })

  it.each([
    ['an endpoint that is down', new HttpRequestError({ url: 'http://endpoint' })],
    ['a receipt that does not come, or gas that is missing', new Error('viem says why')],
    ['a revert, because another was first', new TandemError('TRANSACTION_REVERTED', 'it was mined and reverted')],
    ['an endpoint that lags behind', new TandemError('NOT_ON_CHAIN', 'no claim', { retryable: true })],
  ])('goes on after the wallet’s claim fails by %s, and tells it', async (_name, failure) => {
    const told: unknown[] = []
    const read = each(open(10), open(10), claimed(true))
    const claimByWallet = each<Hex | null>(failure, '0x02')
    const onError = (error: unknown) => void told.push(error)
    // By the application's clock the deadline has passed. Only the chain decides that.
    expect(await watch({ patienceSecs: 1000, read, claimByWallet, onError, cancelAfter: 0 })).toBe('0x02')
    expect(told).toEqual([failure])
  })

  const refusal = new UserRejectedRequestError(new Error('no'))
  it.each([
    ['its user refuses', refusal],
    ['its user refuses, as another error tells', new Error('the transaction was not sent', { cause: refusal })],
    ['its provider says so in its own way', { code: 4001, message: 'no' }],
    ['it is on another chain', final],
    ['it is not the recipient’s', new TandemError('NOT_THE_RECIPIENT', 'another account')],
    ['the secret may not leave', new TandemError('VAULT_MISMATCH', 'the secret stays')],
  ])('ends at once when %s', async (_name, failure) => {
    const claimByWallet = () => Promise.reject(failure)
    await expect(watch({ patienceSecs: 1000, claimByWallet })).rejects.toBe(failure)
  })

  it('has the wallet claim by the application’s clock where the destination cannot be read', async () => {
    const cancelAfter = Date.now() / 1000 + 100
    const sent: string[] = []
    const claimByWallet = async () => {
      sent.push('claim')
      return '0x03' as const
    }
    expect(await watch({ patienceSecs: 1000, cancelAfter, claimByWallet, read: each<Seen>(down, claimed(true)) })).toBe(
      '0x03',
    )
    // More than half of the time is left, so the watch waits for the relayer.
    expect(await watch({ cancelAfter, claimByWallet, read: each<Seen>(down, down, claimed(true)) })).toBeNull()
    expect(sent).toEqual(['claim'])
  })
})

describe('watchClaim beside a wallet that never answers', () => {
  afterEach(() => void jest.useRealTimers())

  const never = () => new Promise<never>(() => {})
  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)

  it('ends once the chain shows the claim, and asks the wallet once', async () => {
    jest.useFakeTimers()
    const claimByWallet = jest.fn(never)
    const watched = watch({ patienceSecs: 1000, claimByWallet, read: each(open(10), open(9), open(8), claimed(true)) })
    await pass(10_000)
    expect([await watched, claimByWallet.mock.calls.length]).toEqual([null, 1])
  })

  it('ends at once by the signal, also once the chain shows the claim', async () => {
    jest.useFakeTimers()
    const application = new AbortController()
    const read = each(open(10), claimed(true))
    const watched = watch({ patienceSecs: 1000, claimByWallet: never, read, signal: application.signal })
    let hasEnded = false
    void watched
      .catch(() => undefined)
      .finally(() => {
        hasEnded = true
      })
    await pass(100)
    application.abort()
    await pass(0)
    expect(hasEnded).toBe(true)
  })

  it('ends at its time, whatever a chain that stands still shows', async () => {
    jest.useFakeTimers()
    const now = Date.now() / 1000
    let hasEnded = false
    const watched = watch({ patienceSecs: 1000, claimByWallet: never, cancelAfter: now + 50, until: now + 100 })
    void watched.finally(() => {
      hasEnded = true
    })
    await pass(99_000)
    expect(hasEnded).toBe(false)
    await pass(2_000)
    expect(await watched).toBeNull()
    // The chain is read once even when that time has passed already.
    const again = watch({ claimByWallet: never, cancelAfter: now + 50, until: now + 100, read: each<Seen>(over) })
    const ended = expect(again).rejects.toMatchObject({ code: 'ORDER_FINAL' })
    await pass(10)
    await ended
  })
})
