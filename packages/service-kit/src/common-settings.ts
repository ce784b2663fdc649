import { readFileSync } from 'node:fs'
import { chainNameSchema, networkSchema, z } from '@tandem/contracts'
import { hashApiKey } from './api-keys.ts'
import { secretSetting, setting } from './config.ts'
import { redisSettings } from './redis-settings.ts'

const list = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** A list separated by commas. A JSON list is refused, because its items would begin with a bracket. */
const commaList = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .refine((text) => !text.trim().startsWith('['), { error: 'is a list separated by commas, without brackets' })
    .transform(list)

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' })
    return z.NEVER
  }
})

export const jsonText = <T extends z.ZodType>(schema: T) => json.pipe(schema)

export const jsonFile = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((path, context) => {
      try {
        return readFileSync(path, 'utf8')
      } catch (error) {
        context.addIssue({ code: 'custom', message: `cannot read ${path} (${(error as NodeJS.ErrnoException).code})` })
        return z.NEVER
      }
    })
    .pipe(jsonText(schema))

/** The setting `ROLES`: which of these roles the process has. By default it has all of them. */
export const rolesSetting = <const R extends string>(roles: readonly [R, ...R[]], byDefault: readonly R[] = roles) =>
  setting('ROLES', commaList(byDefault.join(',')).pipe(z.array(z.enum(roles)).min(1)))

const integer = (min: number, max: number, byDefault: number) =>
  z.coerce.number().int().min(min).max(max).default(byDefault)

/**
 * An API key in plain text, or as `sha256:<hex>`, so that the operator need not store the key itself. A bare hash is refused:
 * taken as plain text, it would let in whoever knows the hash, and keep out whoever has the key.
 */
const apiKey = z
  .string()
  .refine((key) => !/^[0-9a-f]{64}$/i.test(key), {
    error: 'looks like a hash: write sha256:<hash> if it is the SHA-256 of a key, or choose a key of another form',
    abort: true,
  })
  .regex(/^(sha256:[0-9a-f]{64}|[\x21-\x7e]{24,})$/, 'must have at least 24 printable characters')
  .transform((key) => (key.startsWith('sha256:') ? key.slice('sha256:'.length) : hashApiKey(key)))

/** Whether no endpoint is named twice. One that is would count as two votes of the majority. */
const areDifferent = (urls: readonly string[]): boolean => {
  const places = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).href.replace(/\/+$/, ''))
  return new Set(places).size === places.length
}
const endpoints = z
  .array(z.url({ protocol: /^(https?|wss?)$/ }))
  .min(1)
  .refine(areDifferent, { error: 'names the same endpoint twice' })
const rpcUrlsText = jsonText(z.record(chainNameSchema, endpoints))

/** Keeps only the SHA-256 of each key, in hex. */
const keyListSchema = commaList('').pipe(z.array(apiKey))

/**
 * The JSON-RPC endpoints of each chain, the preferred one first: `{"base":["https://…"]}`. A [majority of them](belief.md) is
 * believed, so name three of different operators.
 */
export const httpRpcUrlsSetting = secretSetting(
  'RPC_URLS',
  rpcUrlsText.pipe(
    z.record(
      chainNameSchema,
      z
        .array(z.string())
        .transform((urls) => urls.filter((url) => url.startsWith('http')))
        .pipe(z.array(z.string()).min(1, { error: 'has no http or https endpoint' })),
    ),
  ),
)

/** The driver ignores `schema`, so a service that was given its own schema would use `public` instead. */
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).refine((url) => !new URL(url).searchParams.has('schema'), {
  error: 'names a schema, which is not supported: give each service a database of its own, and remove ?schema=',
  when: ({ value }) => typeof value === 'string' && URL.canParse(value),
})

export const commonSettings = {
  /** The address that the process listens on. */
  host: setting('HOST', z.string().default('0.0.0.0')),
  /** The port for the API, the probes and the metrics. */
  port: setting('PORT', integer(0, 65_535, 8080)),
  /** How much is logged: `error`, `warn`, `info` or `debug`. */
  logLevel: setting('LOG_LEVEL', z.enum(['error', 'warn', 'info', 'debug']).default('info')),
  /**
   * The service's own PostgreSQL database, directly or through a pool. A schema in the URL (`?schema=`) is refused: give each
   * service a database of its own.
   */
  databaseUrl: secretSetting('DATABASE_URL', postgresUrl),
  /**
   * A direct connection to the same database, for a service whose `DATABASE_URL` goes through a pooler in transaction
   * mode. Behind such a pooler, a process may get another database session for each transaction, but locks, migrations
   * and the queue need a session that stays. Without a pooler, leave it out.
   */
  databaseDirectUrl: secretSetting('DATABASE_DIRECT_URL', postgresUrl.optional()),
  /**
   * How long a request waits for a database connection, and for each statement. When the time is up, the request is answered
   * with 503.
   */
  databaseAnswerMs: setting('DATABASE_ANSWER_TIMEOUT_MS', integer(100, 60_000, 1_500)),
  ...redisSettings,
  /** The path of the [network file](networks/README.md), which names the chains, the assets and the routes. */
  network: setting('NETWORK_FILE', jsonFile(networkSchema)),
  /**
   * The JSON-RPC endpoints of each chain, the preferred one first: `{"base":["https://…"]}`. A [majority of them](belief.md)
   * is believed, so name three of different operators.
   */
  rpcUrls: secretSetting('RPC_URLS', rpcUrlsText),
  /**
   * The keys that clients need for writes, separated by commas: each in plain text (at least 24 printable characters), or as
   * `sha256:<hex>`. Without any key, everybody may write.
   */
  apiKeyHashes: secretSetting('API_KEYS', keyListSchema),
  /**
   * How many requests a client may make in a minute. Clients are told apart by their API key, or by their address if they send
   * no key. Zero means no limit.
   */
  rateLimitPerMinute: setting('RATE_LIMIT_PER_MINUTE', integer(0, 1_000_000, 600)),
  /**
   * How many proxies are in front of the service, or their addresses. The service takes a client's address from the
   * `X-Forwarded-For` of these proxies. If the number is too low, all clients share one rate limit. If it is too high, clients can
   * invent an address.
   */
  trustProxy: setting(
    'TRUST_PROXY',
    z
      .string()
      .default('0')
      .transform((text) => (/^\d+$/.test(text) ? Number(text) : list(text))),
  ),
  /** The URL of a collector of traces (OTLP, JSON over HTTP). Without one nothing is traced. */
  tracesUrl: setting('OTEL_EXPORTER_OTLP_ENDPOINT', z.url({ protocol: /^https?$/ }).optional()),
  /** How long a shutdown may take. When the time is up, the process exits even if requests are still running. */
  shutdownGraceMs: setting('SHUTDOWN_GRACE_MS', integer(0, 600_000, 25_000)),
  /**
   * How long a process that was told to stop still accepts requests. `/ready` already answers 503 then, so that the load
   * balancer can notice. At most half of `SHUTDOWN_GRACE_MS`.
   */
  shutdownDelayMs: setting('SHUTDOWN_DELAY_MS', integer(0, 300_000, 5_000)),
}

/**
 * The database without a pooler in between. Advisory locks, migrations and notifications need it, because they need a
 * session.
 */
export const directUrlOf = (config: { databaseUrl: string; databaseDirectUrl: string | undefined }): string =>
  config.databaseDirectUrl ?? config.databaseUrl
