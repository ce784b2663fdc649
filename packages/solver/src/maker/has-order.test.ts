import { describe, expect, it } from '@jest/globals'
import { type Order, TandemError, type TandemErrorCode } from '@tandem/sdk'
import { hasOrder } from './has-order.ts'

const [own, other] = ['0xAa', '0xbb'].map((start) => start.padEnd(42, '0')) as [string, string]
const bookWith = (creator: string) => ({
  getOrder: async () => ({ destination_intent: { creator } }) as unknown as Order,
})
const bookWithout = (code: TandemErrorCode) => ({
  getOrder: async () => {
    throw new TandemError(code, 'no')
  },
})

describe('hasOrder', () => {
  it('is true for an order that the maker itself is to fill', async () => {
    expect(await hasOrder(bookWith(own.toLowerCase()), 'one', own)).toBe(true)
  })

  it('is false for one that another maker took over under the same identifier', async () => {
    expect(await hasOrder(bookWith(other), 'one', own)).toBe(false)
  })

  it('is false where the orderbook has none, and says nothing where the orderbook does not', async () => {
    expect(await hasOrder(bookWithout('ORDER_NOT_FOUND'), 'one', own)).toBe(false)
    await expect(hasOrder(bookWithout('UNAVAILABLE'), 'one', own)).rejects.toThrow('no')
  })
})
