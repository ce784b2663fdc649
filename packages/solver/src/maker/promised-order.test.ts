import { describe, expect, it } from '@jest/globals'
import { type Order, TandemError, type TandemErrorCode } from '@tandem/sdk'
import { promisedOrder } from './promised-order.ts'

const [own, other] = ['0xAa', '0xbb'].map((start) => start.padEnd(42, '0')) as [string, string]
const bookWith = (creator: string) => ({
  getOrder: async () => ({ destination_intent: { creator } }) as unknown as Order,
})
const bookWithout = (code: TandemErrorCode) => ({
  getOrder: async () => {
    throw new TandemError(code, 'no')
  },
})

describe('promisedOrder', () => {
  it('is an order that the maker itself is to fill', async () => {
    const order = await promisedOrder(bookWith(own.toLowerCase()), 'one', own)
    expect(order?.destination_intent.creator).toBe(own.toLowerCase())
  })

  it('is none where the orderbook names another maker', async () => {
    expect(await promisedOrder(bookWith(other), 'one', own)).toBeUndefined()
  })

  it('is none where the orderbook has none, and says nothing where the orderbook does not', async () => {
    expect(await promisedOrder(bookWithout('ORDER_NOT_FOUND'), 'one', own)).toBeUndefined()
    await expect(promisedOrder(bookWithout('UNAVAILABLE'), 'one', own)).rejects.toThrow('no')
  })
})
