import { assetIdSchema, chainNameSchema, decimalSchema, z } from '@tandem/contracts'
import {
  type ConfigOf,
  commonSettings,
  httpRpcUrlsSetting,
  jsonText,
  secretSetting,
  setting,
} from '@tandem/service-kit'
import type { Hex } from 'viem'

const privateKeySchema = z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value),
  'must be a private key: 32 bytes of 0x-prefixed hex',
)

/** Every setting of the solver, by the environment variable it comes from. */
export const settings = {
  host: commonSettings.host,
  /** Health, readiness and metrics. */
  port: setting('PORT', z.coerce.number().int().min(0).max(65_535).default(4300)),
  logLevel: commonSettings.logLevel,
  logFormat: commonSettings.logFormat,
  network: commonSettings.network,
  rpcUrls: httpRpcUrlsSetting,
  shutdownGraceMs: commonSettings.shutdownGraceMs,
  /** The base URL of the orderbook, from which orders are read. */
  orderbookUrl: setting('ORDERBOOK_URL', z.url({ protocol: /^https?$/ })),
  /** The key of the solver's address on each chain. It needs the chain's gas token and the assets it sells. */
  solverKeys: secretSetting('SOLVER_KEYS', jsonText(z.record(chainNameSchema, privateKeySchema))),
  /** Funds nothing new; still claims and cancels what is its own. */
  isPaused: setting('SOLVER_PAUSED', z.stringbool().default(false)),
  /** Says what it would do, and sends nothing. */
  isDryRun: setting('SOLVER_DRY_RUN', z.stringbool().default(false)),
  /** How often it goes through all open orders, while the orderbook's events come; without them every second. */
  pollMs: setting('POLL_MS', z.coerce.number().int().min(50).max(60_000).default(10_000)),
  /**
   * The file in which the solver remembers what it may have funded and given back. Without one it gives back only what
   * was funded since it started.
   */
  journalFile: setting('SOLVER_JOURNAL_FILE', z.string().min(1).optional()),
  /** Assets that are traded, separated by commas; all by default. */
  assets: setting(
    'SOLVER_ASSETS',
    z
      .string()
      .transform((text) => text.split(',').map((item) => item.trim()))
      .pipe(z.array(assetIdSchema).min(1))
      .optional(),
  ),
  /** US dollars per token, by symbol or asset id: the solver's own prices, for `SOLVER_MIN_PROFIT_BIPS`. */
  prices: setting('SOLVER_PRICES', jsonText(z.record(z.string(), decimalSchema)).optional()),
  /** The least that an order must earn after network fees, in hundredths of a percent. Needs `SOLVER_PRICES`. */
  minProfitBips: setting('SOLVER_MIN_PROFIT_BIPS', z.coerce.number().int().min(-10_000).max(10_000).optional()),
  /** Transactions under way at once on each chain. */
  slots: setting('SOLVER_SLOTS', z.coerce.number().int().min(1).max(64).default(16)),
} as const

export type Config = ConfigOf<typeof settings>

/** What one variable alone cannot say. Empty when the configuration holds together. */
export function configProblems(config: Config): string[] {
  const listed = new Set(config.network.assets.map(({ asset }) => asset))
  const problems = (config.assets ?? [])
    .filter((asset) => !listed.has(asset))
    .map((asset) => `SOLVER_ASSETS: ${asset} is not an asset of NETWORK_FILE`)
  if (config.minProfitBips !== undefined && config.prices === undefined)
    problems.push('SOLVER_PRICES: is required when SOLVER_MIN_PROFIT_BIPS is set')
  return problems
}

/** The settings by variable, for whoever checks a manifest against them. */
export const configSchema = z.object(
  Object.fromEntries(Object.values(settings).map(({ variable, schema }) => [variable, schema])),
)
