import { describe, expect, it } from '@jest/globals'
import { NoPriceError } from '@tandem/chain/prices'
import { makeLivePrices } from './live-prices.ts'

const [usdc, eth] = [
  { asset: 'a:usdc', symbol: 'USDC' },
  { asset: 'a:eth', symbol: 'ETH' },
]

function pricesOf() {
  const said: string[] = []
  const answers: Record<string, () => Promise<string>> = { USDC: async () => '1', ETH: async () => '3000' }
  let time = 0
  const prices = makeLivePrices({
    feed: { price: ({ symbol }) => (answers[symbol] ?? (async () => ''))() },
    assets: [usdc, eth],
    keptMs: 30_000,
    now: () => time,
    logger: {
      warn: (event, fields) => void said.push(`${event} ${fields?.asset}: ${fields?.reason}`),
      info: (event, fields) => void said.push(`${event} ${fields?.asset}`),
    },
  })
  const at = (later: number) => {
    time = later
  }
  const both = () => [prices.priceOf(usdc), prices.priceOf(eth)]
  return { ...prices, said, answers, both, at }
}

describe('live prices', () => {
  it('follow the feed without a restart', async () => {
    const { refresh, answers, both } = pricesOf()
    expect(both()).toEqual([undefined, undefined])
    await refresh()
    expect(both()).toEqual(['1', '3000'])
    answers.ETH = async () => '3100'
    await refresh()
    expect(both()).toEqual(['1', '3100'])
  })

  it('lose the price that the feed calls stale, and no other, and say so once', async () => {
    const { refresh, answers, both, stale, said } = pricesOf()
    await refresh()
    const old = new NoPriceError('The price of a:eth is 7200 s old.')
    answers.ETH = () => Promise.reject(old)
    await refresh()
    await refresh()
    expect([both(), stale()]).toEqual([['1', undefined], ['a:eth']])
    answers.ETH = async () => '2900'
    await refresh()
    expect([both(), stale()]).toEqual([['1', '2900'], []])
    expect(said).toEqual(['price.stale a:eth: The price of a:eth is 7200 s old.', 'price.fresh a:eth'])
  })

  it('are not used for long after the last reading, where the feed hangs', async () => {
    const { refresh, both, at, stale } = pricesOf()
    await refresh()
    at(30_000)
    expect(both()).toEqual(['1', '3000'])
    at(30_001)
    expect([both(), stale()]).toEqual([
      [undefined, undefined],
      ['a:usdc', 'a:eth'],
    ])
  })
})
