import { readFileSync } from 'node:fs'
import { decimalSchema, z } from '@tandem/contracts'
import {
  type ConfigOf,
  commonSettings,
  jsonText,
  optionalSecretBoxSettings,
  priceProblems,
  priceSettings,
  redisProblems,
  rolesSetting,
  secretBoxSettings,
  secretSetting,
  setting,
  shutdownProblems,
} from '@tandem/service-kit'
import { type MakersFileRules, parseMakersFile } from './makers/makers-file.ts'
import { urlProblem } from './outgoing/public-address.ts'

const whole = (minimum: number, maximum: number, byDefault: number) =>
  z.coerce.number().int().min(minimum).max(maximum).default(byDefault)

export const settings = {
  ...commonSettings,
  /** Without it no webhook can be registered. */
  ...optionalSecretBoxSettings,
  /** The port for the API, the probes and the metrics. */
  port: setting('PORT', whole(0, 65_535, 4100)),
  roles: rolesSetting(['api', 'watcher']),
  /** The URL under which clients reach this orderbook. The OpenAPI document names it. */
  publicUrl: setting('PUBLIC_URL', z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:4100')),
  /** The base URL of another service that makes the quotes; an order looks up `/quotes/{quote_id}` there. By default this orderbook makes them. */
  quoteServiceUrl: setting('QUOTE_SERVICE_URL', z.url({ protocol: /^https?$/ }).optional()),
  /**
   * The path of the file with the [market makers](makers.md) to ask for quotes. It is read again whenever it changes. Without
   * it only the quote engine quotes.
   */
  makersFile: setting('MAKERS_FILE', z.string().optional()),
  /** How long the makers have to answer a request for a quote. */
  makersAnswerMs: setting('MAKERS_ANSWER_MS', whole(20, 10_000, 300)),
  /** How long a maker has to accept the order of a quote that it signed. */
  makersOrderMs: setting('MAKERS_ORDER_MS', whole(20, 30_000, 1_500)),
  /**
   * Allows http and private addresses for makers and webhooks. Set it on a devnet only: anywhere else it lets whoever
   * registers a webhook reach into your network.
   */
  allowPrivate: setting('ALLOW_PRIVATE_ADDRESSES', z.stringbool().default(false)),
  /** How long a quote can be used, in seconds. */
  quoteTtlSecs: setting('QUOTE_TTL_SECS', whole(1, 3_600, 60)),
  /** How many [open quotes](limits.md), for which makers reserve money, an address may have. Zero means no limit. */
  maxOpenQuotes: setting('MAX_OPEN_QUOTES', whole(0, 1_000_000, 60)),
  /** How long a user has to pay for an order, in seconds. */
  initiateWithinSecs: setting('INITIATE_WITHIN_SECS', whole(1, 86_400, 600)),
  /** How long the maker has to fund the destination, in seconds, once the user's escrow is as deep as its chain requires. */
  fillWithinSecs: setting('FILL_WITHIN_SECS', whole(5, 86_400, 120)),
  /**
   * Fixed prices in US dollars per token, by symbol or asset id: `{"USDC": "1", "ETH": "3000.5"}`. They hold until a restart.
   */
  staticPrices: setting(
    'STATIC_PRICES',
    z
      .string()
      .default('{}')
      .pipe(jsonText(z.record(z.string(), decimalSchema))),
  ),
  ...priceSettings,
  /**
   * The most that a quote may charge for gas, in US dollars, whatever the endpoints report. With zero, quotes charge nothing
   * for gas.
   */
  networkFeeMaxUsd: setting('NETWORK_FEE_MAX_USD', decimalSchema.default('25')),
  /**
   * How far the time of a block may be ahead of this machine's clock, in seconds. Blocks further ahead are refused. Arbitrum
   * allows its blocks to be 3,600 seconds ahead.
   */
  chainMaxAheadSecs: setting('CHAIN_MAX_AHEAD_SECS', whole(1, 31_536_000, 900)),
  /** How long after its dispatch a hop that was not delivered counts as stuck, in seconds. */
  hopStuckAfterSecs: setting('HOP_STUCK_AFTER_SECS', whole(1, 86_400, 600)),
  /** How many days events are kept. Zero means forever. */
  eventsRetentionDays: setting('EVENTS_RETENTION_DAYS', whole(0, 36_500, 180)),
  /** How many [unfunded orders](limits.md) an address, or a user of an API key, may have. Zero means no limit. */
  maxUnfunded: setting('MAX_UNFUNDED', whole(0, 1_000_000, 500)),
  /** How old an answer of `/stats` may be, in seconds. */
  statsCacheSecs: setting('STATS_CACHE_SECS', whole(0, 3_600, 120)),
  /** How many connections to PostgreSQL one process keeps. Three of ten are for lists, statistics and events, so that these never hold up an order. A watcher takes one more for its locks. */
  databasePoolSize: setting('DATABASE_POOL_SIZE', whole(1, 200, 10)),
  /** A streaming replica that answers statistics and lists while it is at most 5 seconds behind. */
  databaseReadUrl: secretSetting('DATABASE_READ_URL', commonSettings.databaseUrl.schema.optional()),
} as const

export const constants = {
  /** How long one attempt to reach the quote service may take. */
  quoteServiceTimeoutMs: 3_000,
  /**
   * An offer that beats the quote engine's price by more than this, in hundredths of a percent, is
   * taken for a mistake.
   */
  makersPlausibleBips: 500,
  /** How many orders of one funding address may wait for their source escrow. */
  maxUnfundedPerAddress: 50,
  /** The time limit of one request of the watcher to an endpoint of `RPC_URLS`. */
  rpcTimeoutMs: 10_000,
  /**
   * How often the watcher polls each chain, in milliseconds. If undefined, this is six tenths of
   * the chain's block time, but at least 100 ms and at most 4 s.
   */
  watcherPollMs: undefined as number | undefined,
  /**
   * Quotes and orders are refused on a chain whose head the watcher last reached longer ago than this. Zero means no
   * limit.
   */
  chainMaxStaleSecs: 300,
  /** How long a statement of a list, of statistics or of events may take, in milliseconds. */
  listStatementMs: 2_000,
  /** How long a list may look for few matches among all orders before it is refused, in milliseconds. */
  wideListMs: 500,
  /** How many live event streams one process holds. */
  maxStreams: 5_000,
  /** How many live event streams one client may hold: an API key, or else an IPv4 address or an IPv6 /64. */
  maxStreamsPerAddress: 200,
  /** How many webhook challenges one address may cause in a minute. An API key may cause twenty times as many. */
  challengesPerMinute: 10,
}

export type Config = ConfigOf<typeof settings> & typeof constants

export const migrateSettings = {
  databaseUrl: commonSettings.databaseUrl,
  databaseDirectUrl: commonSettings.databaseDirectUrl,
} as const

export const rotateSettings = { ...migrateSettings, ...secretBoxSettings } as const

/** Lets the check of the Kubernetes manifests validate an environment. */
export const configSchema = z.object(
  Object.fromEntries(Object.values(settings).map(({ variable, schema }): [string, z.ZodType] => [variable, schema])),
)

export function configProblems(config: ConfigOf<typeof settings>): string[] {
  const problems = [...shutdownProblems(config), ...redisProblems(config)]
  const chains = new Set(config.network.chains.map(({ chain }) => chain))
  for (const chain of Object.keys(config.rpcUrls)) {
    if (!chains.has(chain)) problems.push(`RPC_URLS: ${chain} is not a chain of NETWORK_FILE`)
  }
  problems.push(...priceProblems(config))
  if (config.roles.includes('watcher')) {
    for (const { chain, registry_address, hub_chain } of config.network.chains) {
      if ((registry_address !== null || hub_chain !== null) && !(chain in config.rpcUrls)) {
        problems.push(`RPC_URLS: has no endpoint of ${chain}, which the watcher needs`)
      }
    }
  }
  problems.push(...makersFileProblems(config))
  if (config.quoteServiceUrl !== undefined && config.makersFile !== undefined) {
    problems.push('MAKERS_FILE: is of no use beside QUOTE_SERVICE_URL')
  }
  if (config.quoteServiceUrl === undefined && config.roles.includes('api')) problems.push(...missingPrices(config))
  return problems
}

type Given = ConfigOf<typeof settings>

/** The network that makers trade on, and the endpoints that this orderbook may ask. */
export const makersFileRules = ({
  network,
  allowPrivate,
}: Pick<Given, 'network' | 'allowPrivate'>): MakersFileRules => ({
  network,
  endpointProblem: allowPrivate ? () => undefined : urlProblem,
})

/** A process with the role `watcher` alone asks no maker, and needs no copy of their secrets. */
function makersFileProblems(config: Given): string[] {
  const { makersFile: path, roles } = config
  if (path === undefined || !roles.includes('api')) return []
  try {
    parseMakersFile(readFileSync(path, 'utf8'), makersFileRules(config))
    return []
  } catch (error) {
    return [`MAKERS_FILE: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function missingPrices({ network, priceFeedUrl, staticPrices, chainlinkFeeds }: Given): string[] {
  if (priceFeedUrl !== undefined) return []
  const hasFeeds = Object.keys(chainlinkFeeds).length > 0
  const [variable, known] = hasFeeds
    ? (['CHAINLINK_FEEDS', chainlinkFeeds] as const)
    : (['STATIC_PRICES', staticPrices] as const)
  const routed = new Set(network.routes.flatMap(({ source, destination }) => [source, destination]))
  return network.assets
    .filter(({ asset, symbol }) => routed.has(asset) && !(asset in known) && !(symbol in known))
    .map(({ asset, symbol }) => `${variable}: has no ${symbol}, which prices ${asset}`)
}
