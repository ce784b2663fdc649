import { describe, expect, it } from '@jest/globals'
import { makeHttpPriceFeed } from './http-price-feed.ts'
import { NoPriceError } from './price-feed.ts'

const usdc = { asset: 'a:usdc', symbol: 'USDC' }
const at = (nowMs: number) => new Date(nowMs).toISOString()

type Answer = { status: number; text: string }
const saying = (body: unknown): Answer => ({ status: 200, text: JSON.stringify(body) })

function feedOf(answer: () => Answer | Promise<Answer>, now: () => number) {
  let asked = 0
  const feed = makeHttpPriceFeed({
    url: 'https://prices.example/',
    maxAgeSecs: 60,
    now,
    ask: async () => {
      asked += 1
      return answer()
    },
  })
  return { feed, asked: () => asked }
}

describe('makeHttpPriceFeed', () => {
  it('takes a price by asset before one by symbol, and asks once for many', async () => {
    const answer = () => saying({ prices: { USDC: '1', 'a:usdc': '0.999' }, updated_at: at(0) })
    const { feed, asked } = feedOf(answer, () => 1_000)
    expect(await Promise.all([feed.price(usdc), feed.price({ asset: 'b:usdc', symbol: 'USDC' })])).toEqual([
      '0.999',
      '1',
    ])
    expect(asked()).toBe(1)
  })

  it.each<[string, () => Answer | Promise<Answer>]>([
    ['old prices', () => saying({ prices: { USDC: '1' }, updated_at: at(0) })],
    ['prices of the future', () => saying({ prices: { USDC: '1' }, updated_at: at(100_000 + 31_000) })],
    ['no price of the asset', () => saying({ prices: { DAI: '1' }, updated_at: at(100_000) })],
    ['a price that is no decimal', () => saying({ prices: { USDC: 1 }, updated_at: at(100_000) })],
    ['an error', () => ({ status: 500, text: '' })],
    ['what is nested without end', () => ({ status: 200, text: '['.repeat(900_000) })],
    ['a price of zero', () => saying({ prices: { USDC: '0.00' }, updated_at: at(100_000) })],
    ['nothing', () => Promise.reject(new Error('unreachable'))],
  ])('refuses %s', async (_name, answer) => {
    const { feed } = feedOf(answer, () => 100_000)
    await expect(feed.price(usdc)).rejects.toThrow(NoPriceError)
  })

  it('asks again after a failure', async () => {
    let isDown = true
    const answer = () => (isDown ? { status: 500, text: '' } : saying({ prices: { USDC: '1' }, updated_at: at(0) }))
    const { feed } = feedOf(answer, () => 0)
    await expect(feed.price(usdc)).rejects.toThrow()
    isDown = false
    expect(await feed.price(usdc)).toBe('1')
  })
})
