import { describe, expect, it } from '@jest/globals'
import { type Config, configProblems, makerSignerOf, policyOf, settings, signerOf } from './config.ts'
import { makerPolicyOf } from './maker/compose-maker.ts'

const key = `0x${'1'.repeat(64)}` as const
const own = { kind: 'private_key', key } as const
const file = { kind: 'file', path: '/run/key' } as const

describe('SOLVER_SIGNERS', () => {
  it('takes a private key as well as where it is, and refuses a key of zeros', () => {
    const { schema } = settings.solverSigners
    expect(schema.parse(JSON.stringify({ one: key, two: file }))).toEqual({ one: own, two: file })
    expect(schema.safeParse(JSON.stringify({ one: `0x${'0'.repeat(64)}` })).error?.message).toContain('not all zeros')
  })
})

describe('SOLVER_MAKER_SIGNER', () => {
  it.each([
    ['a private key', key, own],
    ['the place of a key', JSON.stringify(file), file],
  ])('takes %s', (_name, text, signer) => {
    expect(settings.makerSigner.schema.parse(text)).toEqual(signer)
  })
})

describe('the signers of a configuration', () => {
  const configOf = (over: Partial<Config>) =>
    ({
      network: { assets: [], chains: [] },
      rpcUrls: {},
      chainlinkFeeds: {},
      solverSigners: {},
      ...over,
    }) as unknown as Config

  it.each<[string, Partial<Config>, string[]]>([
    ['a signer', { solverSigners: { one: file } }, []],
    ['none', {}, ['SOLVER_SIGNERS: has no signer of any chain']],
    [
      'a signer of quotes, and nothing else for that',
      { solverSigners: { one: own }, makerSigner: file },
      [
        'SOLVER_MAKER_SIGNER: needs SOLVER_MAKER_SECRET, and the other way round',
        'SOLVER_PRICES: is required when SOLVER_MAKER_SIGNER is set, unless PRICE_FEED_URL or CHAINLINK_FEEDS is',
      ],
    ],
    [
      'limits by names of the network, and by others',
      {
        solverSigners: { one: own },
        network: {
          assets: [{ asset: 'a:usdc', symbol: 'USDC' }],
          chains: [{ chain: 'a' }],
        } as unknown as Config['network'],
        prices: {},
        maxAssetUsd: { '*': '1', 'a:usdc': '1', USDC: '1', 'b:usdc': '1' },
        maxChainUsd: { '*': '1', a: '1', b: '1' },
      },
      ['SOLVER_MAX_ASSET_USD: NETWORK_FILE has no b:usdc', 'SOLVER_MAX_CHAIN_USD: NETWORK_FILE has no b'],
    ],
    [
      'a limit without prices',
      { solverSigners: { one: own }, maxOrderUsd: '1' },
      ['SOLVER_PRICES: limits of money at risk need prices'],
    ],
    ['a least profit by live prices', { solverSigners: { one: own }, minProfitBips: 1, priceFeedUrl: 'https://p' }, []],
    [
      'a feed on a chain without endpoints',
      { solverSigners: { one: own }, chainlinkFeeds: { ETH: { chain: 'one', address: '0x', max_age_secs: 1 } } },
      ['CHAINLINK_FEEDS: ETH: RPC_URLS has no endpoint of one'],
    ],
  ])('%s', (_name, over, problems) => {
    expect(configProblems(configOf(over))).toEqual(problems)
  })

  it('are named by their setting, and never by their key', () => {
    const config = configOf({ solverSigners: { one: own, two: file }, makerSigner: file })
    expect([signerOf(config, 'one')?.name, signerOf(config, 'two')?.name, signerOf(config, 'three')]).toEqual([
      'SOLVER_SIGNERS.one (private_key)',
      'SOLVER_SIGNERS.two (file /run/key)',
      undefined,
    ])
    expect(makerSignerOf(config)?.name).toBe('SOLVER_MAKER_SIGNER (file /run/key)')
  })
})

describe('what the solver decides by', () => {
  const config = {
    network: { min_margin_secs: 43_201 },
    ownMarginSecs: 7_001,
    minProfitBips: 13,
    assets: ['a:one', 'b:two'],
    spreadBips: 17,
    skewBips: 19,
    maxShareBips: 23,
    volatilityBips: { ETH: 29 },
    isPaused: false,
    isDryRun: false,
  } as unknown as Config
  const assets = new Set(['a:one', 'b:two'])

  it.each([true, false])('is of the configuration, paused or not: %s', (isPaused) => {
    expect(policyOf({ ...config, isPaused })).toEqual({
      isPaused,
      minMarginSecs: 43_201,
      ownMarginSecs: 7_001,
      minProfitBips: 13,
      assets,
    })
  })

  it.each([
    ['paused', { isPaused: true }, true],
    ['in a dry run', { isDryRun: true }, true],
    ['at work', {}, false],
  ])('is of the configuration for its quotes as well: %s', (_case, over, isPaused) => {
    expect(makerPolicyOf({ ...config, ...over })).toEqual({
      spreadBips: 17,
      skewBips: 19,
      maxShareBips: 23,
      volatilityBips: { ETH: 29 },
      ownMarginSecs: 7_001,
      isPaused,
      assets,
    })
  })
})
