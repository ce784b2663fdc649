import { describe, expect, it } from '@jest/globals'
import { highestWorthUsd } from './confirmation-depth.ts'

const assets = [
  { asset: 'left:usdc', decimals: 6, usd_price_ceiling: '1.1' },
  { asset: 'right:eth', decimals: 18, usd_price_ceiling: '10000' },
  { asset: 'right:odd', decimals: 18, usd_price_ceiling: null },
]
const order = (destination: string, amount: string) => ({
  source_intent: { asset: 'left:usdc', amount: '1000000000' },
  destination_intent: { asset: destination, amount },
  // The orderbook says that the whole order is worth next to nothing.
  source_token_price: '0.000001',
})

describe('highestWorthUsd', () => {
  it.each<[string, string, string, number | undefined]>([
    ['is that of the source where it is the dearer side', 'right:eth', '10000000000000000', 1_100],
    ['is that of the destination where it is the dearer side', 'right:eth', '1000000000000000000', 10_000],
    ['is not known where an asset has no ceiling', 'right:odd', '1', undefined],
    ['is not known where an asset is not listed', 'right:unknown', '1', undefined],
  ])('%s', (_name, destination, amount, worth) => {
    expect(highestWorthUsd(assets, order(destination, amount))).toBe(worth)
  })
})
