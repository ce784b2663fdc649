import { describe, expect, it } from '@jest/globals'
import { makeHttpPriceFeed } from './http-price-feed.ts'

const usdc = { asset: 'a:usdc', symbol: 'USDC' }
const at = (nowMs: number) => new Date(nowMs).toISOString()

function feedOf(answer: () => Response | Promise<Response>, now: () => number) {
  let asked = 0
  const feed = makeHttpPriceFeed({
    url: 'https://prices.example/',
    timeoutMs: 60_000,
    maxAgeSecs: 60,
    now,
    fetch: async () => {
      asked += 1
      return answer()
    },
  })
  return { feed, asked: () => asked }
}

describe('makeHttpPriceFeed', () => {
  it('takes a price by asset before one by symbol, and asks once for many', async () => {
    const answer = () => Response.json({ prices: { USDC: '1', 'a:usdc': '0.999' }, updated_at: at(0) })
    const { feed, asked } = feedOf(answer, () => 1_000)
    expect(await Promise.all([feed.price(usdc), feed.price({ asset: 'b:usdc', symbol: 'USDC' })])).toEqual([
      '0.999',
      '1',
    ])
    expect(asked()).toBe(1)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['old prices', () => Response.json({ prices: { USDC: '1' }, updated_at: at(0) })],
    ['prices of the future', () => Response.json({ prices: { USDC: '1' }, updated_at: at(100_000 + 31_000) })],
    ['no price of the asset', () => Response.json({ prices: { DAI: '1' }, updated_at: at(100_000) })],
    ['a price that is no decimal', () => Response.json({ prices: { USDC: 1 }, updated_at: at(100_000) })],
    ['an error', () => new Response('', { status: 500 })],
    ['nothing', () => Promise.reject(new Error('unreachable'))],
  ])('refuses %s', async (_name, answer) => {
    const { feed } = feedOf(answer, () => 100_000)
    await expect(feed.price(usdc)).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' })
  })

  it('asks again after a failure', async () => {
    let isDown = true
    const answer = () =>
      isDown ? new Response('', { status: 500 }) : Response.json({ prices: { USDC: '1' }, updated_at: at(0) })
    const { feed } = feedOf(answer, () => 0)
    await expect(feed.price(usdc)).rejects.toThrow()
    isDown = false
    expect(await feed.price(usdc)).toBe('1')
  })
})
