import { describe, expect, it } from '@jest/globals'
import type { Hex } from 'viem'
import { searchSecret } from './search-secret.ts'

const root = new Uint8Array(64).fill(7)
const context = { chainId: 1, owner: `0x${'11'.repeat(20)}` } as const
/** No secret of these tests has this hash. */
const commitmentHash: Hex = `0x${'00'.repeat(32)}`

describe('searchSecret', () => {
  it('gives up at its bound, and says what the times are', async () => {
    const nearMs = Date.UTC(2026, 10, 1)
    const window = { commitmentHash, fromMs: nearMs - 500, toMs: nearMs + 500, nearMs }
    expect(await searchSecret(root, context, window, 500)).toBeUndefined()
    await expect(searchSecret(root, context, window, 499)).rejects.toMatchObject({
      code: 'CLOCK_SKEWED',
      message: expect.stringContaining('the order is of 2026-11-01T00:00:00.000Z'),
    })
  })

  it('tries nothing for an order of a time that this device has not reached', async () => {
    const fromMs = Date.now() + 60_000
    const searching = searchSecret(root, context, { commitmentHash, fromMs, toMs: fromMs + 1 })
    await expect(searching).rejects.toMatchObject({ code: 'CLOCK_SKEWED', retryable: false })
  })
})
