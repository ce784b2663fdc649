import { describe, expect, it } from '@jest/globals'
import { listedTokens, safeLogo, searchTokens } from './token-list.ts'

const token = (asset: string, symbol: string, display_name: string) => ({ asset, symbol, display_name })
const network = {
  chains: [
    { chain: 'one', display_name: 'Chain One' },
    { chain: 'two', display_name: 'Chain Two' },
  ],
  assets: [
    { ...token('one:usdc', 'USDC', 'USD Coin'), logo: '/logos/usdc.svg' },
    token('two:usdc', 'USDC', 'USD Coin'),
    token('two:eth', 'ETH', 'Ether'),
  ],
}
const all = listedTokens(['one:usdc', 'two:eth', 'two:usdc', 'two:gone'], network)
const found = (typed: string) => searchTokens(all, typed).map(({ asset }) => asset)

describe('listedTokens', () => {
  it('keeps the order, and leaves out what the network does not list', () => {
    expect(all.map(({ asset }) => asset)).toEqual(['one:usdc', 'two:eth', 'two:usdc'])
    expect(all[0]).toEqual({
      asset: 'one:usdc',
      symbol: 'USDC',
      name: 'USD Coin',
      chain: 'Chain One',
      logo: '/logos/usdc.svg',
    })
  })
})

describe('searchTokens', () => {
  it.each([
    ['', ['one:usdc', 'two:eth', 'two:usdc']],
    ['usd', ['one:usdc', 'two:usdc']],
    ['coin TWO', ['two:usdc']],
    ['  two ', ['two:eth', 'two:usdc']],
    ['btc', []],
  ])('%j finds %j', (typed, expected) => {
    expect(found(typed)).toEqual(expected)
  })
})

describe('safeLogo', () => {
  it.each([
    ['https://logos.example/usdc.png', true],
    ['/logos/usdc.svg', true],
    ['logos/usdc.svg', true],
    ['javascript:alert(1)', false],
    ['http://logos.example/usdc.png', false],
    ['//logos.example/usdc.png', false],
    ['data:image/svg+xml,<svg/>', false],
    ['', false],
  ])('%j is shown: %s', (logo, isShown) => {
    expect(safeLogo(logo)).toBe(isShown ? logo : undefined)
  })
})
