import { describe, expect, it } from '@jest/globals'
import type { Hex } from 'viem'
import { TandemError } from './tandem-error.ts'
import { type ClaimWatch, watchClaim } from './watch-claim.ts'

const down = new TandemError('EVIDENCE_UNAVAILABLE', 'no endpoint answers', { retryable: true })
const final = new TandemError('WRONG_CHAIN', 'the wallet is on another chain')

/** Gives the answers one after the other, the last one for ever. */
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
    isTimeUp: () => false,
    pollMs: 1,
    deepeningMs: 1,
    ...over,
  })

describe('watchClaim', () => {
  it('goes on over endpoints that do not answer, at the first look as at every other', async () => {
    const read = each<Seen>(down, open(100), down, claimed(true))
    expect(await watch({ read })).toBeNull()
  })

  it('has the wallet claim with half of the time of the first look gone', async () => {
    expect(await watch({ read: each(open(100), open(50), open(49), claimed(true)) })).toBe('0x01')
  })

  it('has the wallet try again while its claim fails for now', async () => {
    const read = each(open(100), open(100), open(100), claimed(true))
    expect(await watch({ patienceSecs: 1000, read, claimByWallet: each<Hex | null>(down, down, '0x02') })).toBe('0x02')
  })

  it('ends once the claim is as deep as it must be, and has the wallet claim when it is taken back before', async () => {
    const early = claimed(false)
    // Each claim that the newest block shows is looked at where it counts.
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
    // Past its time in the newest block alone: a reorganization may still bring a claim.
    const read = each(over, open(-1), over, claimed(true))
    expect(await watch({ read, claimByWallet: each<Hex | null>(final) })).toBeNull()
  })

  it('ends with the last error once the destination is over, and at once with an error that does not pass', async () => {
    await expect(watch({ read: each<Seen>(down), isTimeUp: () => true })).rejects.toBe(down)
    await expect(watch({ patienceSecs: 1000, claimByWallet: each<Hex | null>(final) })).rejects.toBe(final)
  })
})
