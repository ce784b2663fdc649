import { describe, expect, it } from '@jest/globals'
import type { PublicClient } from 'viem'
import { readFeeMarket } from './fee-market.ts'

const endpoint = (baseFeePerGas: readonly bigint[], reward?: readonly (readonly bigint[])[]) =>
  ({ getFeeHistory: async () => ({ baseFeePerGas, reward }) }) as unknown as PublicClient

describe('readFeeMarket', () => {
  it('takes the base fee of the next block, and the tips of the past ones', async () => {
    const market = await readFeeMarket([endpoint([5n, 6n, 7n], [[1n], [2n]])], 'eip1559')
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [1n, 2n] })
  })

  it('counts an endpoint that names no base fee as one that does not answer', async () => {
    const market = await readFeeMarket([endpoint([], [[9n]]), endpoint([7n])], 'eip1559')
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [] })
    await expect(readFeeMarket([endpoint([], [])], 'eip1559')).rejects.toThrow('no base fee')
  })
})
