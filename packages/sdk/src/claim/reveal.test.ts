import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { CreateClaim } from '../client/types.ts'
import { requireReveal } from '../evidence/read-evidence.ts'
import { TandemError } from '../tandem-error.ts'
import { reveal } from './reveal.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const body = { order_id: 'o', secret: `0x${'aa'.repeat(32)}` } as CreateClaim
const claimed = { claim_id: 'c' } as never
const later = (retryAfterMs = 0) => new TandemError('UNAVAILABLE', 'later', { retryable: true, retryAfterMs })

/**
 * Starts a reveal. `post` answers for the relayer, and `requireSafe` for the chains. Both get the number of the call.
 */
function revealing(over: {
  post: (call: number) => unknown
  requireSafe?: (call: number, isSecretOut: boolean) => void
  secsLeft?: number
  isSecretOut?: boolean
}) {
  const posts: number[] = []
  const events: string[] = []
  let checked = 0
  const createClaim = async () => {
    posts.push(Date.now())
    events.push('post')
    return over.post(posts.length)
  }
  const ended = reveal(body, {
    client: { createClaim } as never,
    requireSafe: async (isSecretOut) => over.requireSafe?.(++checked, isSecretOut),
    onLeaving: async () => void events.push('saved'),
    isSecretOut: over.isSecretOut ?? false,
    cancelAfter: Math.floor(Date.now() / 1000) + (over.secsLeft ?? 7_200),
    pollMs: 1_000,
    timeoutMs: 600_000,
  })
  const startedAt = Date.now()
  const settled = ended.then(
    (claim) => ({ claim, error: undefined, afterMs: Date.now() - startedAt }),
    (error: TandemError) => ({ claim: undefined, error, afterMs: Date.now() - startedAt }),
  )
  return { posts, events, settled }
}

describe('reveal', () => {
  it('asks a relayer again after half a minute, however long that asks to be left alone', async () => {
    const { posts, events, settled } = revealing({
      post: (call) => {
        if (call === 1) throw later(599_000)
        return claimed
      },
    })
    await jest.advanceTimersByTimeAsync(30_000)
    expect((await settled).claim).toBe(claimed)
    expect((posts[1] ?? 0) - (posts[0] ?? 0)).toBe(30_000)
    expect(events.slice(0, 2)).toEqual(['saved', 'post'])
  })

  it.each([
    ['this call', false, 1],
    ['an earlier call', true, 0],
  ])('says that the secret was sent by %s when the chains refuse afterwards', async (_name, isSecretOut, posted) => {
    const { posts, settled } = revealing({
      isSecretOut,
      post: () => {
        throw later()
      },
      requireSafe: (call, isOut) => {
        if (call > posted) requireReveal({ type: 'refuse', code: 'TOO_LATE', reason: 'no time' }, isOut)
      },
    })
    await jest.advanceTimersByTimeAsync(1_000)
    const { error } = await settled
    expect(error).toMatchObject({ code: 'TOO_LATE', retryable: false })
    expect(error?.message).toContain('the secret was sent')
    expect(error?.message).not.toContain('stays')
    expect(posts).toHaveLength(posted)
  })

  it('leaves the recipient the time to claim when the relayer takes the secret and answers nothing', async () => {
    const { settled, posts } = revealing({
      post: () => {
        throw later(30_000)
      },
      secsLeft: 200,
    })
    await jest.advanceTimersByTimeAsync(100_000)
    const { error, afterMs } = await settled
    expect(error).toMatchObject({ code: 'UNAVAILABLE', retryable: true })
    expect(afterMs).toBeLessThanOrEqual(100_000)
    expect(posts.length).toBeGreaterThan(1)
  })

  it('keeps the error of the chains as it is while the secret has not left', async () => {
    const { settled, posts } = revealing({
      post: () => claimed,
      requireSafe: (_call, isOut) =>
        void requireReveal({ type: 'refuse', code: 'VAULT_MISMATCH', reason: 'it holds less' }, isOut),
    })
    expect((await settled).error?.message).toContain('the secret stays')
    expect(posts).toEqual([])
  })
})
