import { z } from '@tandem/contracts'
import { secretSetting, setting } from './config.ts'

const urls = (text: string) =>
  text
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')

/** Where Redis is. */
export const redisSettings = {
  /** Shares rate limits among replicas, and has the relayer's wake-up queue. Several by commas, with `REDIS_MODE`. */
  redisUrl: secretSetting(
    'REDIS_URL',
    z
      .string()
      .transform(urls)
      .pipe(z.array(z.url({ protocol: /^rediss?$/ })).min(1))
      .optional(),
  ),
  /** `single`, nodes of a `cluster`, or Sentinels of a primary: `sentinel:<its name>`. */
  redisMode: setting(
    'REDIS_MODE',
    z
      .string()
      .regex(/^(single|cluster|sentinel:.+)$/, 'must be single, cluster, or sentinel:<name of the primary>')
      .default('single'),
  ),
  /** The Sentinels' own password; `REDIS_URL` has that of the servers. */
  redisSentinelPassword: secretSetting('REDIS_SENTINEL_PASSWORD', z.string().optional()),
} as const
