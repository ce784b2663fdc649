import { z } from '@tandem/contracts'
import { secretSetting, setting } from './config.ts'

const urls = (text: string) =>
  text
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')

/** Where Redis is. */
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
  /** What `REDIS_URL` names: a `single` server, nodes of a `cluster`, or the Sentinels of a primary: `sentinel:<its name>`. */
  redisMode: setting(
    'REDIS_MODE',
    z
      .string()
      .regex(/^(single|cluster|sentinel:.+)$/, 'must be single, cluster, or sentinel:<name of the primary>')
      .default('single'),
  ),
  /** The password of the Sentinels themselves; `REDIS_URL` has that of the servers. */
  redisSentinelPassword: secretSetting('REDIS_SENTINEL_PASSWORD', z.string().optional()),
} as const
