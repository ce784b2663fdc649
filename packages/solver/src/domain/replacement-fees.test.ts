import { describe, expect, it } from '@jest/globals'
import { type Fees, type Market, replacementFees } from './replacement-fees.ts'

const gwei = 10n ** 9n
const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): Fees => ({ maxFeePerGas, maxPriorityFeePerGas })
const honest = fees(20n * gwei, 2n * gwei)
const nothing = fees(0n, 0n)

/** The offer after so many replacements. */
function offerAfter(rounds: number, first: Fees, market: Market): Fees {
  let offer = first
  for (let round = 0; round < rounds; round += 1) offer = replacementFees(offer, first, market)
  return offer
}

describe('replacementFees', () => {
  it('pays an eighth more than before where the endpoints say no more', () => {
    expect(replacementFees(honest, honest, { agreed: honest, highest: honest })).toEqual(
      fees(22_500_000_001n, 2_250_000_001n),
    )
  })

  it('goes up at once to what two endpoints say', () => {
    expect(replacementFees(fees(gwei, gwei), fees(gwei, gwei), { agreed: honest, highest: honest })).toEqual(honest)
  })

  it('reaches what the honest one of two says in nine rounds, where the other says that inclusion is free', () => {
    const { maxFeePerGas, maxPriorityFeePerGas } = offerAfter(9, nothing, { agreed: nothing, highest: honest })
    expect([maxFeePerGas >= honest.maxFeePerGas, maxPriorityFeePerGas >= honest.maxPriorityFeePerGas]).toEqual([
      true,
      true,
    ])
  })

  it('at most doubles in a round towards what one endpoint alone says', () => {
    const highest = fees(10n ** 20n, 10n ** 20n)
    expect(replacementFees(honest, honest, { agreed: honest, highest })).toEqual(fees(40n * gwei, 4n * gwei))
  })

  it('doubles the tip to no more than 64 times the first one', () => {
    const highest = fees(10n ** 20n, 10n ** 20n)
    const [at, after] = [6, 7].map((rounds) => offerAfter(rounds, honest, { agreed: honest, highest }))
    expect([at?.maxPriorityFeePerGas, after?.maxPriorityFeePerGas]).toEqual([128n * gwei, 144n * gwei + 1n])
  })
})
