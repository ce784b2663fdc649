import { describe, expect, it } from '@jest/globals'
import { type Exposure, type RiskLimits, riskProblem } from './risk.ts'

const none: RiskLimits = { order: undefined, assets: {}, chains: {} }
/** From USDC on chain `a` to ETH on chain `b`. */
const exposure = (usd: bigint | undefined, over: Partial<Exposure> = {}): Exposure => ({
  assets: ['a:usdc', 'USDC', 'b:eth', 'ETH'],
  chains: ['a', 'b'],
  usd,
  ...over,
})
const back = exposure(60n, { assets: ['b:usdc', 'USDC', 'a:eth', 'ETH'] })
const elsewhere = exposure(60n, { assets: ['c:dai', 'DAI', 'd:dai'], chains: ['c', 'd'] })

describe('riskProblem', () => {
  it.each<[string, Partial<RiskLimits>, Exposure[], Exposure, string | undefined]>([
    ['no limit', {}, [exposure(10n ** 30n)], exposure(10n ** 30n), undefined],
    ['no limit, and no price', {}, [], exposure(undefined), undefined],
    ['a limit, and no price', { chains: { c: 1n } }, [], exposure(undefined), 'no fresh price'],
    ['the limit for an order', { order: 40n }, [exposure(100n)], exposure(40n), undefined],
    ['more than the limit for an order', { order: 39n }, [], exposure(40n), 'for an order'],
    ['the limit of its asset', { assets: { 'b:eth': 100n } }, [exposure(60n)], exposure(40n), undefined],
    ['more than the limit of its asset', { assets: { 'b:eth': 99n } }, [exposure(60n)], exposure(40n), 'in b:eth'],
    [
      'more than the limit of the asset that repays',
      { assets: { 'a:usdc': 99n } },
      [exposure(60n)],
      exposure(40n),
      'in a:usdc',
    ],
    ['an asset that is at risk on another chain', { assets: { 'a:usdc': 99n } }, [back], exposure(40n), undefined],
    ['a symbol, on all chains', { assets: { USDC: 99n } }, [back], exposure(40n), 'in USDC'],
    ['each asset', { assets: { '*': 99n } }, [exposure(60n)], exposure(40n), 'in a:usdc'],
    [
      'each asset, and its own',
      { assets: { '*': 1n, 'a:usdc': 100n, 'b:eth': 100n } },
      [exposure(60n)],
      exposure(40n),
      undefined,
    ],
    ['each asset, and no symbol', { assets: { '*': 100n } }, [back], exposure(50n), undefined],
    ['the limit of a chain', { chains: { a: 100n } }, [exposure(60n)], exposure(40n), undefined],
    ['more than the limit of the source chain', { chains: { a: 99n } }, [exposure(60n)], exposure(40n), 'on a'],
    ['more than the limit of the destination chain', { chains: { b: 99n } }, [exposure(60n)], exposure(40n), 'on b'],
    ['each chain', { chains: { '*': 99n } }, [exposure(60n)], exposure(40n), 'on a'],
    ['each chain, and its own', { chains: { '*': 1n, a: 100n, b: 100n } }, [exposure(60n)], exposure(40n), undefined],
    [
      'what is at risk elsewhere',
      { assets: { '*': 50n }, chains: { '*': 50n } },
      [elsewhere],
      exposure(40n),
      undefined,
    ],
    ['several others together', { chains: { a: 99n } }, [exposure(30n), exposure(30n)], exposure(40n), 'on a'],
    ['others without a price', { chains: { a: 40n } }, [exposure(undefined)], exposure(40n), undefined],
  ])('%s', (_case, limits, open, added, problem) => {
    const said = riskProblem({ ...none, ...limits }, open, added)
    expect(said).toEqual(problem === undefined ? undefined : expect.stringContaining(problem))
  })
})
