import { describe, expect, it } from '@jest/globals'
import { makePanel } from '@tandem/chain'
import { type Client, createClient, custom, numberToHex } from 'viem'
import { askFeeMarket } from './fee-market.ts'

const panelOf = (...all: { base: readonly bigint[]; rewards?: readonly bigint[] }[]) =>
  makePanel(
    all.map(({ base, rewards }, index) => {
      const history = {
        oldestBlock: '0x1',
        gasUsedRatio: [],
        baseFeePerGas: base.map((one) => numberToHex(one)),
        ...(rewards === undefined ? {} : { reward: rewards.map((one) => [numberToHex(one)]) }),
      }
      const client: Client = createClient({ transport: custom({ request: async () => history }, { retryCount: 0 }) })
      return { name: `e${index}`, client }
    }),
    { chain: 'devnet', budgetMs: 1_000 },
  )

describe('askFeeMarket', () => {
  it('takes the base fee of the next block, and the tips of the past ones', async () => {
    const market = await askFeeMarket(panelOf({ base: [5n, 6n, 7n], rewards: [1n, 2n] }), 'eip1559')
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [1n, 2n] })
  })

  it('counts an endpoint that names no base fee as one that does not answer', async () => {
    const market = await askFeeMarket(panelOf({ base: [], rewards: [9n] }, { base: [7n] }), 'eip1559')
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [] })
    await expect(askFeeMarket(panelOf({ base: [] }), 'eip1559')).rejects.toThrow('no endpoint says the fees')
  })

  it('asks a third endpoint where the first two differ', async () => {
    const honest = { base: [7n], rewards: [2n] }
    const market = await askFeeMarket(panelOf({ base: [9_000n], rewards: [900n] }, honest, honest), 'eip1559')
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [2n] })
  })
})
