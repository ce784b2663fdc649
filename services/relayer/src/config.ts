import { chainNameSchema, z } from '@tandem/contracts'
import {
  type ConfigOf,
  commonSettings,
  httpRpcUrlsSetting,
  jsonText,
  redisProblems,
  rolesSetting,
  secretBoxSettings,
  secretSetting,
  setting,
  shutdownProblems,
} from '@tandem/service-kit'
import { signerSchema } from '@tandem/signers'
import { sponsoringSchema } from './budgets/sponsor-settings.ts'
import { feesSchema, gasLimitsSchema } from './gas-settings.ts'
import { signersOf } from './signers/signers-of.ts'

const whole = (minimum: number, maximum: number, byDefault: number) =>
  z.coerce.number().int().min(minimum).max(maximum).default(byDefault)

const wei = z
  .string()
  .regex(/^[1-9][0-9]*$/, 'must be a whole number of wei')
  .transform(BigInt)

export const settings = {
  ...commonSettings,
  rpcUrls: httpRpcUrlsSetting,
  ...secretBoxSettings,
  /** The port for the API, the probes and the metrics. */
  port: setting('PORT', whole(0, 65_535, 4200)),
  roles: rolesSetting(['api', 'worker', 'keeper'], ['api', 'worker']),
  /** The base URL of the orderbook. */
  orderbookUrl: setting('ORDERBOOK_URL', z.url({ protocol: /^https?$/ })),
  /** How long the relayer waits for an answer of the orderbook. */
  orderbookTimeoutMs: setting('ORDERBOOK_TIMEOUT_MS', whole(50, 60_000, 3_000)),
  /** One of the orderbook's `API_KEYS`. The orderbook then counts this relayer's requests apart from everybody else's. */
  orderbookApiKey: secretSetting(
    'ORDERBOOK_API_KEY',
    z
      .string()
      .regex(/^(?!sha256:)[\x21-\x7e]{24,}$/, 'must be the key itself: at least 24 printable characters')
      .optional(),
  ),
  /** For each chain, an endpoint that keeps transactions out of the public mempool. Claims are sent there first. */
  privateRpcUrls: secretSetting(
    'PRIVATE_RPC_URLS',
    z
      .string()
      .default('{}')
      .pipe(jsonText(z.record(chainNameSchema, z.url({ protocol: /^https?$/ })))),
  ),
  /**
   * The [accounts](relayer.md#signers) of the relayer on each chain, which pay for gas. A worker does not start without one.
   */
  signers: secretSetting(
    'SIGNERS',
    z
      .string()
      .default('{}')
      .pipe(jsonText(z.record(chainNameSchema, z.array(signerSchema)))),
  ),
  /** The [gas limits](gas-money.md#gas) by chain and kind of transaction. */
  gasLimits: setting(
    'GAS_LIMITS',
    z
      .string()
      .default('{}')
      .pipe(jsonText(z.record(chainNameSchema, gasLimitsSchema))),
  ),
  /** The [fee model, tips and caps](gas-money.md#fees) of each chain. */
  fees: setting(
    'FEES',
    z
      .string()
      .default('{}')
      .pipe(jsonText(z.record(chainNameSchema, feesSchema))),
  ),
  /**
   * The highest gas price, in wei, at which a secret is revealed or a gap in the nonces is filled. The default is 500 gwei.
   * Once a secret is public, [other caps](gas-money.md#fees) apply.
   */
  maxFeePerGas: setting('MAX_FEE_PER_GAS_WEI', wei.default(500_000_000_000n)),
  /** The most that one claim may cost, in wei, when its secret is revealed. After the reveal it may cost five times as much. */
  maxClaimFee: setting('MAX_CLAIM_FEE_WEI', wei.default(100_000_000_000_000_000n)),
  /** [What the relayer pays for others](gas-money.md#what-is-paid-for-others), by chain. */
  sponsoring: setting(
    'SPONSORING',
    z
      .string()
      .default('{}')
      .pipe(jsonText(z.record(chainNameSchema, sponsoringSchema))),
  ),
  /**
   * How long a claim may be unmined before a second signer tries it too. By default it is three fifths of the time that the
   * claim has.
   */
  hedgeAfterMs: setting('HEDGE_AFTER_MS', z.coerce.number().int().min(1_000).max(86_400_000).optional()),
  /** The password of the operators' page of the queue (`/admin/queues`). Without it there is no such page. */
  adminToken: secretSetting(
    'ADMIN_TOKEN',
    z
      .string()
      .regex(/^[\x21-\x7e]{24,}$/, 'must have at least 24 printable characters')
      .optional(),
  ),
  /** How many days a claim or an initiation stays in the archive. Zero means forever. */
  archiveDays: setting('ARCHIVE_DAYS', whole(0, 36_500, 730)),
  /** How many connections to PostgreSQL one process keeps. */
  databasePoolSize: setting('DATABASE_POOL_SIZE', whole(1, 200, 10)),
} as const

export const constants = {
  /** Milliseconds after the reveal in which only the private endpoint is sent a claim, unless the deadline is near. */
  privateFallbackMs: 60_000,
  /** The keeper's interval, and the time that it leaves to the parties. */
  keeperIntervalMs: 15_000,
  keeperDelaySecs: 60,
  /** How many claims, or initiations, one transaction may carry. */
  claimBatchMost: 20,
  initiationBatchMost: 20,
  /** How long a claim, or an initiation, may wait for others that are on their way. */
  claimBatchWaitMs: 50,
  sweepIntervalMs: 250,
  /** How often the orderbook's events are read while a claim waits. */
  waitingIntervalMs: 1_000,
}

export type Config = ConfigOf<typeof settings> & typeof constants

export const migrateSettings = {
  databaseUrl: settings.databaseUrl,
  databaseDirectUrl: settings.databaseDirectUrl,
} as const

export const rotateSettings = { ...migrateSettings, ...secretBoxSettings } as const

/** The settings by their environment variables, for the check of the deployment manifests. */
export const configSchema = z.object(
  Object.fromEntries(Object.values(settings).map(({ variable, schema }) => [variable, schema])),
)

export function configProblems(config: ConfigOf<typeof settings>): string[] {
  const problems = [...shutdownProblems(config), ...redisProblems(config)]
  for (const { chain, registry_address } of config.network.chains) {
    if (registry_address === null) continue
    if (!(chain in config.rpcUrls)) problems.push(`RPC_URLS: has no endpoint of ${chain}`)
    if (!(chain in config.sponsoring) && config.roles.some((role) => role !== 'worker'))
      problems.push(`SPONSORING: says nothing of ${chain}: give limits, or "unlimited"`)
    if (config.roles.includes('worker') && signersOf(config, chain).length === 0)
      problems.push(`SIGNERS: has no signer of ${chain}`)
  }
  return problems
}
