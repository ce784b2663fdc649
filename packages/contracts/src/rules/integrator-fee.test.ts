import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { integratorFee, maxIntegratorFeeBips, receivedBeside } from './integrator-fee.ts'

describe('integratorFee', () => {
  it.each([
    [10_000n, 50, 50n],
    [10_001n, 50, 51n],
    [1n, 1, 1n],
    [10_000n, 0, 0n],
    [0n, 100, 0n],
  ])('of %s received at %s bips is %s', (received, feeBips, fee) => {
    expect(integratorFee(received, feeBips)).toBe(fee)
  })

  it('leaves the user the most that the maker can pay beside it', () => {
    const amounts = fc.tuple(fc.bigInt(0n, 2n ** 128n), fc.integer({ min: 0, max: maxIntegratorFeeBips }))
    fc.assert(
      fc.property(amounts, ([paidOut, feeBips]) => {
        const received = receivedBeside(paidOut, feeBips)
        expect(received + integratorFee(received, feeBips)).toBeLessThanOrEqual(paidOut)
        const more = received + 1n
        expect(more + integratorFee(more, feeBips)).toBeGreaterThan(paidOut)
      }),
    )
  })
})
