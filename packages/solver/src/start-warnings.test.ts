import { describe, expect, it } from '@jest/globals'
import type { TradedChain } from './orders/sides.ts'
import { warnAtStart } from './start-warnings.ts'

const key = `0x${'1'.repeat(64)}` as const
const file = { kind: 'file', path: '/run/key' } as const
const chainOf = (...hosts: string[]) =>
  ({ chain: { quorum: { endpoints: hosts.map((name) => ({ name })) } } }) as unknown as TradedChain

function warnings(config: Partial<Parameters<typeof warnAtStart>[0]>, chains: Record<string, TradedChain> = {}) {
  const said: unknown[] = []
  const all = { makerSigner: undefined, minProfitBips: undefined, ...config }
  warnAtStart(all, new Map(Object.entries(chains)), { warn: (...one: unknown[]) => said.push(one) } as never)
  return said
}

describe('the warnings at the start', () => {
  const believed = ['orderbook.amounts_believed', { variable: 'SOLVER_MIN_PROFIT_BIPS' }]
  it.each<[string, Parameters<typeof warnings>[0], unknown[]]>([
    ['are of amounts where nothing is held against them', {}, [believed]],
    ['are none with a key that signs quotes', { makerSigner: { kind: 'private_key', key } }, []],
    ['are none with a signer of quotes elsewhere', { makerSigner: file }, []],
    ['are none with a least profit', { minProfitBips: 0 }, []],
  ])('%s', (_case, config, expected) => {
    expect(warnings(config)).toEqual(expected)
  })

  it('are of each chain with one endpoint', () => {
    const chains = { one: chainOf('a.example'), two: chainOf('a.example', 'b.example') }
    expect(warnings({ minProfitBips: 5 }, chains)).toEqual([
      ['chain.one_endpoint', { chain: 'one', endpoint: 'a.example', variable: 'RPC_URLS' }],
    ])
  })
})
