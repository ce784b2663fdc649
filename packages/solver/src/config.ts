import { join } from 'node:path'
import { assetIdSchema, chainNameSchema, decimalSchema, z } from '@tandem/contracts'
import {
  type ConfigOf,
  commonSettings,
  httpRpcUrlsSetting,
  jsonText,
  priceProblems,
  priceSettings,
  secretSetting,
  setting,
} from '@tandem/service-kit'
import { type NamedSigner, placeOf, signerSchema, signerTextSchema } from '@tandem/signers'
import { scaledPrice } from './domain/profit.ts'
import type { RiskLimits } from './domain/risk.ts'
import type { SolverPolicy } from './orders/policy-for.ts'

const limitsText = jsonText(z.record(z.string(), decimalSchema))

export const settings = {
  host: commonSettings.host,
  /** The port for health, readiness and metrics. */
  port: setting('PORT', z.coerce.number().int().min(0).max(65_535).default(4300)),
  logLevel: commonSettings.logLevel,
  network: commonSettings.network,
  rpcUrls: httpRpcUrlsSetting,
  tracesUrl: commonSettings.tracesUrl,
  shutdownGraceMs: commonSettings.shutdownGraceMs,
  /** The base URL of the orderbook. */
  orderbookUrl: setting('ORDERBOOK_URL', z.url({ protocol: /^https?$/ })),
  /** The solver's account on each chain: its private key, or [where the key is kept](relayer.md#signers). */
  solverSigners: secretSetting(
    'SOLVER_SIGNERS',
    z
      .string()
      .default('{}')
      .pipe(jsonText(z.record(chainNameSchema, signerSchema))),
  ),
  /**
   * Stops the solver from quoting, and from funding anything new, also the orders of quotes that it has signed. It still claims
   * and cancels its own escrows. See [what a pause does](solver.md#pause-or-stop-for-good).
   */
  isPaused: setting('SOLVER_PAUSED', z.stringbool().default(false)),
  /** Makes the solver log what it would do, and send nothing. */
  isDryRun: setting('SOLVER_DRY_RUN', z.stringbool().default(false)),
  /**
   * The folder in which the solver remembers its fundings, its consents and the quotes that it signed, and keeps its ledger.
   * It must survive a restart.
   */
  stateDir: setting('SOLVER_STATE_DIR', z.string().min(1).optional()),
  /** The assets that the solver trades, separated by commas. By default it trades all assets of the network file. */
  assets: setting(
    'SOLVER_ASSETS',
    z
      .string()
      .transform((text) => text.split(',').map((item) => item.trim()))
      .pipe(z.array(assetIdSchema).min(1))
      .optional(),
  ),
  ...priceSettings,
  /**
   * Fixed prices in US dollars per token, by symbol or asset id. They hold until a restart, so they suit only tokens whose
   * price does not move; for others set `PRICE_FEED_URL` or `CHAINLINK_FEEDS`.
   */
  prices: setting('SOLVER_PRICES', jsonText(z.record(z.string(), decimalSchema)).optional()),
  /** The least that an order must earn after gas, or the solver does not fund it. It needs prices. */
  minProfitBips: setting('SOLVER_MIN_PROFIT_BIPS', z.coerce.number().int().min(-10_000).max(10_000).optional()),
  /**
   * The key that signs firm quotes, or [where the key is kept](relayer.md#signers). With it the solver fills only what it has
   * signed. Without it the solver fills the quote engine's orders, and must be the `solver_address` of the network file.
   */
  makerSigner: secretSetting('SOLVER_MAKER_SIGNER', signerTextSchema.optional()),
  /** The secret (`whsec_…`) that the solver shares with the orderbook, which signs its requests with it. */
  makerSecret: secretSetting(
    'SOLVER_MAKER_SECRET',
    z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/=]{32,128}$/, 'must be whsec_ and base64')
      .optional(),
  ),
  /** The share of the amount that the solver keeps from every quote. */
  spreadBips: setting('SOLVER_SPREAD_BIPS', z.coerce.number().int().min(0).max(5_000).default(10)),
  /**
   * The solver widens its spread as its inventory is promised to orders. This is the most that it may add, reached when
   * nothing is left to promise.
   */
  skewBips: setting('SOLVER_SKEW_BIPS', z.coerce.number().int().min(0).max(4_000).default(0)),
  /** The largest share of its free inventory that the solver promises in one quote. */
  maxShareBips: setting('SOLVER_QUOTE_SHARE_BIPS', z.coerce.number().int().min(1).max(10_000).default(10_000)),
  /**
   * The most money at risk in one order, in US dollars: what the solver has promised or paid out, and has not been repaid for.
   * A quote or an order above it is refused.
   */
  maxOrderUsd: setting('SOLVER_MAX_ORDER_USD', decimalSchema.optional()),
  /**
   * The most money at risk in one asset, in US dollars, over all orders that pay it out or are repaid in it:
   * `{"*":"50000","base:usdc":"200000"}`. A symbol sets one limit for all its assets together, and `*` the limit of each asset
   * without one of its own.
   */
  maxAssetUsd: setting('SOLVER_MAX_ASSET_USD', limitsText.optional()),
  /** The most money at risk on one chain, in US dollars, over all orders from it or to it: `{"*":"100000","base":"500000"}`. */
  maxChainUsd: setting('SOLVER_MAX_CHAIN_USD', limitsText.optional()),
  /**
   * How many seconds longer the user's escrow must live than the solver's. The network file's `min_margin_secs` applies in any
   * case.
   */
  ownMarginSecs: setting('SOLVER_MIN_MARGIN_SECS', z.coerce.number().int().min(0).max(31_536_000).default(0)),
  /**
   * How much a price moves in a year, by symbol (`{"ETH":8000}` is 80 %). Users can wait and watch prices before they hand over
   * the secret, and the solver adds a margin for that: more for a price that moves more. By default it adds none.
   */
  volatilityBips: setting(
    'SOLVER_VOLATILITY_BIPS',
    jsonText(z.record(z.string(), z.number().int().min(0).max(100_000))).optional(),
  ),
} as const

export type Config = ConfigOf<typeof settings>

/** Lists the settings that contradict each other. */
export function configProblems(config: Config): string[] {
  const listed = new Set(config.network.assets.map(({ asset }) => asset))
  const problems = (config.assets ?? [])
    .filter((asset) => !listed.has(asset))
    .map((asset) => `SOLVER_ASSETS: ${asset} is not an asset of NETWORK_FILE`)
  problems.push(...priceProblems(config))
  const needPrices = (variable: string) =>
    `SOLVER_PRICES: is required when ${variable} is set, unless PRICE_FEED_URL or CHAINLINK_FEEDS is`
  if (config.minProfitBips !== undefined && !hasPrices(config)) problems.push(needPrices('SOLVER_MIN_PROFIT_BIPS'))
  const isMaker = makerSignerOf(config) !== undefined
  if (isMaker !== (config.makerSecret !== undefined))
    problems.push('SOLVER_MAKER_SIGNER: needs SOLVER_MAKER_SECRET, and the other way round')
  if (isMaker && !hasPrices(config)) problems.push(needPrices('SOLVER_MAKER_SIGNER'))
  problems.push(...limitProblems(config))
  if (Object.keys(config.solverSigners).length === 0) problems.push('SOLVER_SIGNERS: has no signer of any chain')
  return problems
}

/** A misspelt name would leave its asset or chain without a limit. */
function limitProblems(config: Config): string[] {
  const { network, maxOrderUsd, maxAssetUsd, maxChainUsd } = config
  const limits = [
    {
      variable: 'SOLVER_MAX_ASSET_USD',
      given: maxAssetUsd,
      known: network.assets.flatMap(({ asset, symbol }) => [asset, symbol]),
    },
    { variable: 'SOLVER_MAX_CHAIN_USD', given: maxChainUsd, known: network.chains.map(({ chain }) => chain) },
  ]
  const problems = limits.flatMap(({ variable, given = {}, known }) =>
    Object.keys(given)
      .filter((name) => name !== '*' && !known.includes(name))
      .map((name) => `${variable}: NETWORK_FILE has no ${name}`),
  )
  const isLimited = maxOrderUsd !== undefined || maxAssetUsd !== undefined || maxChainUsd !== undefined
  if (isLimited && !hasPrices(config)) problems.push('SOLVER_PRICES: limits of money at risk need prices')
  return problems
}

/** Converts the limits to US dollars with eighteen decimals. */
export function riskLimitsOf({
  maxOrderUsd,
  maxAssetUsd = {},
  maxChainUsd = {},
}: Pick<Config, 'maxOrderUsd' | 'maxAssetUsd' | 'maxChainUsd'>): RiskLimits {
  const scaled = (limits: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(limits).map(([name, usd]) => [name, scaledPrice(usd)]))
  return {
    order: maxOrderUsd === undefined ? undefined : scaledPrice(maxOrderUsd),
    assets: scaled(maxAssetUsd),
    chains: scaled(maxChainUsd),
  }
}

export const hasPrices = ({
  prices,
  priceFeedUrl,
  chainlinkFeeds,
}: Pick<Config, 'prices' | 'priceFeedUrl' | 'chainlinkFeeds'>): boolean =>
  prices !== undefined || priceFeedUrl !== undefined || Object.keys(chainlinkFeeds).length > 0

export const policyOf = (config: Config): SolverPolicy => ({
  isPaused: config.isPaused,
  minMarginSecs: config.network.min_margin_secs,
  ownMarginSecs: config.ownMarginSecs,
  minProfitBips: config.minProfitBips,
  assets: config.assets === undefined ? undefined : new Set(config.assets),
})

/** The path of a state file, or `undefined` without a state folder. */
export const stateFileOf = (
  { stateDir }: Pick<Config, 'stateDir'>,
  name: 'journal' | 'promises' | 'ledger',
): string | undefined => (stateDir === undefined ? undefined : join(stateDir, `${name}.jsonl`))

/** The account of the solver on a chain; undefined for a chain that it does not trade on. */
export function signerOf({ solverSigners }: Config, chain: string): NamedSigner | undefined {
  const signer = solverSigners[chain]
  return signer === undefined ? undefined : { name: `SOLVER_SIGNERS.${chain} (${placeOf(signer)})`, signer }
}

export function makerSignerOf({ makerSigner }: Pick<Config, 'makerSigner'>): NamedSigner | undefined {
  if (makerSigner === undefined) return undefined
  return { name: `SOLVER_MAKER_SIGNER (${placeOf(makerSigner)})`, signer: makerSigner }
}

export const configSchema = z.object(
  Object.fromEntries(Object.values(settings).map(({ variable, schema }) => [variable, schema])),
)
