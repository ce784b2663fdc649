/** A configuration in which no two safety values are equal, so that a test notices when one is used in another's place. */
import { type Network, networkSchema } from '@tandem/contracts'
import { loadConfig } from '@tandem/service-kit'
import { type Config, constants, settings } from '../../src/config.ts'

/** Two keys of anvil's well-known accounts, which hold nobody's money. */
export const signerKeys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

export const registries = { left: `0x${'1'.repeat(40)}`, right: `0x${'2'.repeat(40)}` } as const

/** A network file for these values. With `isTagged`, facts of the chain `right` count once it calls them finalized. */
export const primeNetwork = (over: { fittedWindows?: boolean; isTagged?: boolean } = {}): Network =>
  networkSchema.parse({
    chains: [
      {
        chain: 'left',
        chain_id: 911,
        registry_address: registries.left,
        block_time_ms: 2_003,
        confirmations: 5,
        confirmation_steps: [{ from_usd: 1_009, confirmations: 11 }],
        source_cancel_after_secs: 7_207,
        dest_cancel_after_secs: 3_607,
        claim_safety_secs: 67,
        fitted_windows: over.fittedWindows ? { reveal_secs: 37, claim_secs: 307 } : null,
      },
      {
        chain: 'right',
        chain_id: 919,
        registry_address: registries.right,
        block_time_ms: 1_013,
        confirmations: 3,
        confirmation_steps: over.isTagged ? [] : [{ from_usd: 997, confirmations: 13 }],
        finality_tag: over.isTagged ? ('finalized' as const) : null,
        source_cancel_after_secs: 7_211,
        dest_cancel_after_secs: 3_613,
        claim_safety_secs: 131,
        fitted_windows: over.fittedWindows ? { reveal_secs: 41, claim_secs: 311 } : null,
      },
    ].map((chain) => ({
      ...chain,
      display_name: chain.chain,
      solver_address: `0x${'3'.repeat(40)}`,
      start_block: 0,
      native_symbol: 'ETH',
      explorer_url: null,
    })),
    assets: ['left', 'right'].map((chain) => ({
      asset: `${chain}:dai`,
      symbol: 'DAI',
      display_name: 'Dai',
      decimals: 6,
      token_address: `0x${'4'.repeat(40)}`,
      permit: false,
      min_amount: '101',
      max_amount: '1000003',
      usd_price_ceiling: '1',
    })),
    routes: [{ source: 'left:dai', destination: 'right:dai', route_type: 'direct', fee_bips: 7 }],
    min_margin_secs: 1_801,
  })

const { network: _network, ...otherSettings } = settings

export const primeConfig = (env: Record<string, string> = {}, network = primeNetwork()): Config => ({
  ...constants,
  privateFallbackMs: 60_013,
  keeperIntervalMs: 15_013,
  keeperDelaySecs: 61,
  claimBatchMost: 19,
  initiationBatchMost: 17,
  claimBatchWaitMs: 53,
  sweepIntervalMs: 251,
  waitingIntervalMs: 1_009,
  network,
  ...loadConfig(otherSettings, {
    LOG_LEVEL: 'error',
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    ORDERBOOK_URL: 'http://127.0.0.1:1',
    RPC_URLS: JSON.stringify({
      left: ['http://127.0.0.1:1/a', 'http://127.0.0.1:1/b', 'http://127.0.0.1:1/c'],
      right: ['http://127.0.0.1:2/a', 'http://127.0.0.1:2/b', 'http://127.0.0.1:2/c', 'http://127.0.0.1:2/d'],
    }),
    PRIVATE_RPC_URLS: JSON.stringify({ right: 'http://127.0.0.1:3' }),
    SECRETS_KEY: `0x${'42'.repeat(32)}`,
    SIGNERS: JSON.stringify({ left: [signerKeys[0]], right: signerKeys }),
    GAS_LIMITS: JSON.stringify({ right: { claim: 211_007, initiation: 401_009, transaction: 7_000_003 } }),
    FEES: JSON.stringify({
      left: { max_fee_per_gas_wei: '300000000007', max_claim_fee_wei: '200000000000000003' },
      right: { max_revealed_fee_wei: '900000000000000011', max_market_multiple: 13 },
    }),
    HEDGE_AFTER_MS: '73009',
    ARCHIVE_DAYS: '733',
    SPONSORING: JSON.stringify({ left: 'unlimited', right: 'unlimited' }),
    ...env,
  }),
})
