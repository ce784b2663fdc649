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
  /** Health, readiness and metrics. */
  port: setting('PORT', z.coerce.number().int().min(0).max(65_535).default(4300)),
  logLevel: commonSettings.logLevel,
  network: commonSettings.network,
  rpcUrls: httpRpcUrlsSetting,
  tracesUrl: commonSettings.tracesUrl,
  shutdownGraceMs: commonSettings.shutdownGraceMs,
  /** The base URL of the orderbook. */
  orderbookUrl: setting('ORDERBOOK_URL', z.url({ protocol: /^https?$/ })),
  /** The solver's account on each chain: its private key, or the place of it. */
  solverSigners: secretSetting(
    'SOLVER_SIGNERS',
    z
      .string()
      .default('{}')
      .pipe(jsonText(z.record(chainNameSchema, signerSchema))),
  ),
  /** Funds nothing new; still claims and cancels what is its own. */
  isPaused: setting('SOLVER_PAUSED', z.stringbool().default(false)),
  /** Says what it would do, and sends nothing. */
  isDryRun: setting('SOLVER_DRY_RUN', z.stringbool().default(false)),
  /** The folder of fundings, consents and signed quotes. */
  stateDir: setting('SOLVER_STATE_DIR', z.string().min(1).optional()),
  /** Assets that are traded, separated by commas; all by default. */
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
   * The solver's own US dollars per token, by symbol or asset id, which hold until a restart. They suit tokens whose price does not
   * move; for others set `PRICE_FEED_URL` or `CHAINLINK_FEEDS`.
   */
  prices: setting('SOLVER_PRICES', jsonText(z.record(z.string(), decimalSchema)).optional()),
  /** The least that an order must earn after network fees. Needs prices. */
  minProfitBips: setting('SOLVER_MIN_PROFIT_BIPS', z.coerce.number().int().min(-10_000).max(10_000).optional()),
  /** The key of firm quotes, or its place. With it the solver fills only what it signed. */
  makerSigner: secretSetting('SOLVER_MAKER_SIGNER', signerTextSchema.optional()),
  /** The secret shared with the orderbook, which signs its requests: `whsec_…`. */
  makerSecret: secretSetting(
    'SOLVER_MAKER_SECRET',
    z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/=]{32,128}$/, 'must be whsec_ and base64')
      .optional(),
  ),
  /** The spread that a quote keeps. */
  spreadBips: setting('SOLVER_SPREAD_BIPS', z.coerce.number().int().min(0).max(5_000).default(10)),
  /** How much more, at the most, when nothing is free. */
  skewBips: setting('SOLVER_SKEW_BIPS', z.coerce.number().int().min(0).max(4_000).default(0)),
  /** The largest share of the free amount for one quote. */
  maxShareBips: setting('SOLVER_QUOTE_SHARE_BIPS', z.coerce.number().int().min(1).max(10_000).default(10_000)),
  /**
   * The most money at risk in one order, in US dollars: what the solver has promised or paid out, and is not yet repaid for. A
   * quote or an order beyond it is refused.
   */
  maxOrderUsd: setting('SOLVER_MAX_ORDER_USD', decimalSchema.optional()),
  /**
   * The most money at risk in an asset, in US dollars, over all orders that pay it out or are repaid in it: `{"*":"50000","base:usdc":"200000"}`.
   * A symbol bounds all its assets together, and `*` each asset without a limit of its own.
   */
  maxAssetUsd: setting('SOLVER_MAX_ASSET_USD', limitsText.optional()),
  /** The most money at risk on a chain, in US dollars, over all orders from or to it: `{"*":"100000","base":"500000"}`. */
  maxChainUsd: setting('SOLVER_MAX_CHAIN_USD', limitsText.optional()),
  /** Seconds by which the source must outlive the destination. */
  ownMarginSecs: setting('SOLVER_MIN_MARGIN_SECS', z.coerce.number().int().min(0).max(31_536_000).default(0)),
  /** Price movement in a year by symbol, by default none: it prices the user's time to choose. */
  volatilityBips: setting(
    'SOLVER_VOLATILITY_BIPS',
    jsonText(z.record(z.string(), z.number().int().min(0).max(100_000))).optional(),
  ),
} as const

export type Config = ConfigOf<typeof settings>

/** Contradictions between variables. */
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

/** US dollars with eighteen decimals. */
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

/** Undefined without a folder. */
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
