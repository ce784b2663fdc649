import { chainNameSchema, z } from '@tandem/contracts'
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
  orderbookUrl: setting('ORDERBOOK_URL', z.url({ protocol: /^https?$/ })),
  /** The key of the solver's address on each chain. It needs the chain's gas token and the assets it sells. */
  solverKeys: secretSetting('SOLVER_KEYS', jsonText(z.record(chainNameSchema, privateKeySchema))),
  /** Funds nothing new; still claims and cancels what is its own. */
  isPaused: setting('SOLVER_PAUSED', z.stringbool().default(false)),
  pollMs: setting('POLL_MS', z.coerce.number().int().min(50).max(60_000).default(1000)),
} as const

export type Config = ConfigOf<typeof settings>

/** The settings by variable, for whoever checks a manifest against them. */
export const configSchema = z.object(
  Object.fromEntries(Object.values(settings).map(({ variable, schema }) => [variable, schema])),
)
