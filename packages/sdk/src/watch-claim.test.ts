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
const open = (secsLeft: number): Seen => ({ isClaimed: false, secsLeft })

const watch = (over: Partial<ClaimWatch>) =>
  watchClaim({
    read: each(open(100)),
    claimByWallet: each<Hex | null>('0x01'),
    isOver: () => false,
    pollMs: 1,
    ...over,
  })

describe('watchClaim', () => {
  it('goes on over endpoints that do not answer, at the first look as at every other', async () => {
    const read = each<Seen>(down, open(100), down, { isClaimed: true, secsLeft: 90 })
    expect(await watch({ read })).toBeNull()
  })

  it('has the wallet claim with half of the time of the first look gone', async () => {
    expect(await watch({ read: each(open(100), open(50), open(49)) })).toBe('0x01')
  })

  it('has the wallet try again while its claim fails for now', async () => {
    expect(await watch({ patienceSecs: 1000, claimByWallet: each<Hex | null>(down, down, '0x02') })).toBe('0x02')
  })

  it('ends with the last error once the destination is over, and at once with an error that does not pass', async () => {
    await expect(watch({ read: each<Seen>(down), isOver: () => true })).rejects.toBe(down)
    await expect(watch({ patienceSecs: 1000, claimByWallet: each<Hex | null>(final) })).rejects.toBe(final)
  })
})
