import { type Logger, makeLimiterRedis, type RedisClient, redisServersOf } from '@tandem/service-kit'
import type { Part } from './compose-part.ts'
import type { Config } from './config.ts'

/** What the replicas share to count requests. Without Redis each replica counts for itself. */
export type Limiter = Part & { readonly redis: RedisClient | undefined }

export function composeLimiter({ config, logger }: { config: Config; logger: Logger }): Limiter {
  const servers = redisServersOf(config)
  if (servers === undefined || config.rateLimitPerMinute === 0 || !config.roles.includes('api'))
    return { redis: undefined }
  const unavailable = (error: unknown) => logger.warn('redis.unavailable', { error })
  const redis = makeLimiterRedis(servers, unavailable)
  return { redis, start: () => redis.connect().catch(unavailable), stop: () => redis.disconnect() }
}
