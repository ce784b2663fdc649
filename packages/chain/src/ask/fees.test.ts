import { describe, expect, it } from '@jest/globals'
import { type Client, createClient, custom, numberToHex } from 'viem'
import { believedOf, makePanel, type Panel } from '../belief/panel.ts'
import { askFees } from './fees.ts'

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

const feesBy = async (panel: Panel) => believedOf(panel, await askFees(panel))

describe('askFees', () => {
  it('takes the base fee of the next block, and the tips of the past ones', async () => {
    const market = await feesBy(panelOf({ base: [5n, 6n, 7n], rewards: [1n, 2n] }))
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [1n, 2n] })
  })

  it('counts an endpoint that names no base fee as one that does not answer', async () => {
    const market = await feesBy(panelOf({ base: [], rewards: [9n] }, { base: [7n] }))
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [] })
    await expect(feesBy(panelOf({ base: [] }))).rejects.toThrow('no endpoint says the fees')
  })

  it('asks a third endpoint where the first two differ', async () => {
    const honest = { base: [7n], rewards: [2n] }
    const market = await feesBy(panelOf({ base: [9_000n], rewards: [900n] }, honest, honest))
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [2n] })
  })
})
