import { describe, expect, it } from '@jest/globals'
import { feePolicyOf } from './gas-settings.ts'

const gwei = 1_000_000_000n
const all = { maxFeePerGas: 500n * gwei, maxClaimFee: 10n ** 17n }

describe('the fees of a chain', () => {
  it.each([
    ['Ethereum', 1, 'eip1559', gwei / 100n],
    ['Base', 8_453, 'op_stack', gwei / 1_000n],
    ['Arbitrum One, which takes no tip', 42_161, 'arbitrum', 0n],
    ['a chain that nothing is known of', 424_242, 'eip1559', gwei],
  ])('%s', (_name, chainId, model, minTip) => {
    expect(feePolicyOf({}, { chainId, ...all })).toMatchObject({ model, minTip, ...all, maxMarketMultiple: 10n })
  })

  it('bounds the one price of a legacy chain as a whole', () => {
    const policy = feePolicyOf({ model: 'legacy' }, { chainId: 1, ...all })
    expect(policy).toMatchObject({ minTip: 0n, maxTip: all.maxFeePerGas })
  })

  it('takes what the operator says over everything else', () => {
    const said = { min_tip_wei: 1n, max_tip_wei: 2n, max_fee_per_gas_wei: 3n, max_claim_fee_wei: 4n }
    expect(feePolicyOf({ ...said, max_market_multiple: 5 }, { chainId: 1, ...all })).toEqual({
      model: 'eip1559',
      minTip: 1n,
      maxTip: 2n,
      maxFeePerGas: 3n,
      maxClaimFee: 4n,
      maxRevealedFee: 20n,
      maxMarketMultiple: 5n,
    })
  })
})
