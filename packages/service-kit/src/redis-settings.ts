import { z } from '@tandem/contracts'
import { secretSetting, setting } from './config.ts'

const urls = (text: string) =>
  text
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')

export const redisSettings = {
  /** Shares rate limits among replicas; the relayer also keeps its wake-up queue there. Several, by commas, with `REDIS_MODE`. */
  redisUrl: secretSetting(
    'REDIS_URL',
    z
      .string()
      .transform(urls)
      .pipe(z.array(z.url({ protocol: /^rediss?$/ })).min(1))
      .optional(),
  ),
  /** What `REDIS_URL` names: `single` server, nodes of a `cluster`, or those that watch over a primary (`sentinel`). */
  redisMode: setting('REDIS_MODE', z.enum(['single', 'cluster', 'sentinel']).default('single')),
  /** The name by which Sentinels know the primary. */
  redisSentinelPrimary: setting('REDIS_SENTINEL_PRIMARY', z.string().default('mymaster')),
  /** The password of the Sentinels themselves; `REDIS_URL` has that of the servers. */
  redisSentinelPassword: secretSetting('REDIS_SENTINEL_PASSWORD', z.string().optional()),
} as const
