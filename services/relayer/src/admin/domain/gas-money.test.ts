import { describe, expect, it } from '@jest/globals'
import { beating, reserveOf } from '@tandem/chain/sending'
import { eligibleSigner } from '../../transactions/domain/eligible-signer.ts'
import { defaultGasLimits } from '../../work/domain/gas-limits.ts'
import { canBegin, claimsLeft, gasMoneyOf } from './gas-money.ts'

const gwei = 1_000_000_000n
const fees = { maxFeePerGas: 10n * gwei, maxPriorityFeePerGas: gwei }
const claim = reserveOf(defaultGasLimits.claim, fees.maxFeePerGas, 0n)

describe('gasMoneyOf', () => {
  it.each([
    [0n, 0n, 'none'],
    [claim - 1n, 0n, 'none'],
    [claim, 1n, 'low'],
    [20n * claim - 1n, 19n, 'low'],
    [20n * claim, 20n, 'enough'],
    [10n ** 30n, 10n ** 30n / claim, 'enough'],
  ])('%s wei at 10 gwei: %s claims, %s', (balance, claims, expected) => {
    expect(claimsLeft(balance, claim)).toBe(claims)
    expect(gasMoneyOf(claimsLeft(balance, claim))).toBe(expected)
  })

  it('begins exactly when the reservation of a claim finds the money', () => {
    for (const balance of [claim - 1n, claim, claim + 1n]) {
      const signer = { signer: '0x1', balance, minedNonce: 0n, reserved: 0n, queued: 0, isStuck: false } as const
      expect(canBegin(claimsLeft(balance, claim))).toBe(eligibleSigner([signer], claim) !== undefined)
    }
  })

  it('counts what three replacements of a claim cost', () => {
    const third = [1, 2, 3].reduce((offer) => beating(offer), fees)
    expect(claim).toBeGreaterThan(defaultGasLimits.claim * third.maxFeePerGas)
  })
})
