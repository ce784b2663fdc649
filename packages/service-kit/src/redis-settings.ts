import { z } from '@tandem/contracts'
import { secretSetting, setting } from './config.ts'

const urls = (text: string) =>
  text
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')

/** The settings that say where Redis is. */
export const redisSettings = {
  /**
   * The URL of Redis, which lets replicas share rate limits and holds the relayer's wake-up queue. With a cluster or with
   * Sentinels, name several, separated by commas.
   */
  redisUrl: secretSetting(
    'REDIS_URL',
    z
      .string()
      .transform(urls)
      .pipe(z.array(z.url({ protocol: /^rediss?$/ })).min(1))
      .optional(),
  ),
  /**
   * What `REDIS_URL` names: a `single` server, some nodes of a `cluster`, or the Sentinels of a primary (`sentinel:<name of
   * the primary>`).
   */
  redisMode: setting(
    'REDIS_MODE',
    z
      .string()
      .regex(/^(single|cluster|sentinel:.+)$/, 'must be single, cluster, or sentinel:<name of the primary>')
      .default('single'),
  ),
  /** The password of the Sentinels themselves. The servers' password is part of `REDIS_URL`. */
  redisSentinelPassword: secretSetting('REDIS_SENTINEL_PASSWORD', z.string().optional()),
} as const
