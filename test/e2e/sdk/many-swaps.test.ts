/** Many swaps at once through the SDK, on every path: none is lost, and no unit is. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Stack, startStack } from '@tandem/devnet'
import { runManySwaps } from '../../support/many-swaps.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.stop())

describe('24 swaps at once, on every path and over the bridge', () => {
  it('are completed, or refunded where they were abandoned, and all balances add up', async () => {
    const { faults, completed, crashes } = await runManySwaps(stack, 24)
    expect(faults).toEqual([])
    expect(completed).toBe(18)
    expect(crashes).toBeGreaterThan(0)
  })
})
