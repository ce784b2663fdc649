import { describe, expect, it, jest } from '@jest/globals'
import { type Client, createClient, custom, numberToHex } from 'viem'
import { believedOf, makeQuorum, type Quorum } from '../belief/quorum.ts'
import { askFees } from './fees.ts'

const gwei = 10n ** 9n

const quorumOf = (...all: { base: readonly bigint[]; rewards?: readonly bigint[]; afterMs?: number }[]) =>
  makeQuorum(
    all.map(({ base, rewards, afterMs = 0 }, index) => {
      const history = {
        oldestBlock: '0x1',
        gasUsedRatio: [],
        baseFeePerGas: base.map((one) => numberToHex(one)),
        ...(rewards === undefined ? {} : { reward: rewards.map((one) => [numberToHex(one)]) }),
      }
      const request = async () => {
        if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs))
        return history
      }
      const client: Client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
      return { name: `e${index}`, client }
    }),
    { chain: 'devnet', budgetMs: 2_500 },
  )

const feesBy = async (quorum: Quorum) => believedOf(quorum, await askFees(quorum))

describe('askFees', () => {
  it('takes the base fee of the next block, and the tips of the past ones', async () => {
    const market = await feesBy(quorumOf({ base: [5n, 6n, 7n], rewards: [1n, 2n] }))
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [1n, 2n] })
  })

  it('counts an endpoint that names no base fee as one that does not answer', async () => {
    const honest = { base: [7n] }
    const market = await feesBy(quorumOf({ base: [], rewards: [9n] }, honest, honest))
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [] })
    await expect(feesBy(quorumOf({ base: [] }))).rejects.toThrow('0 of the 1 endpoints that must agree answer')
    await expect(feesBy(quorumOf({ base: [] }, honest))).rejects.toThrow('of the 2 endpoints that must agree answer')
  })

  it('says that two endpoints differ, and believes neither', async () => {
    const two = quorumOf({ base: [9_000n * gwei], rewards: [2n] }, { base: [7n * gwei], rewards: [2n] })
    await expect(feesBy(two)).rejects.toThrow('devnet: the endpoints differ on the network fee')
  })

  it('takes two endpoints that are a block apart, at the higher base fee', async () => {
    const two = quorumOf({ base: [8n * gwei], rewards: [2n] }, { base: [7n * gwei], rewards: [3n] })
    expect(await feesBy(two)).toEqual({ baseFeePerGas: 8n * gwei, recentTips: [2n] })
  })

  it('waits for a slow majority as long as any other question does', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
    try {
      const honest = { base: [7n], rewards: [2n], afterMs: 2_000 }
      const market = feesBy(quorumOf({ base: [7n], rewards: [900n] }, honest, honest))
      await jest.advanceTimersByTimeAsync(1_500)
      await jest.advanceTimersByTimeAsync(1_000)
      expect(await market).toEqual({ baseFeePerGas: 7n, recentTips: [2n] })
    } finally {
      jest.useRealTimers()
    }
  })

  it('asks a third endpoint where the first two differ', async () => {
    const honest = { base: [7n], rewards: [2n] }
    const market = await feesBy(quorumOf({ base: [9_000n], rewards: [900n] }, honest, honest))
    expect(market).toEqual({ baseFeePerGas: 7n, recentTips: [2n] })
  })
})
