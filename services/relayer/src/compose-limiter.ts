import { makeLimiterRedis, type RedisClient, redisServersOf } from '@tandem/service-kit'
import type { Observe } from './admin/observe.ts'
import type { Part } from './compose-part.ts'
import type { Config } from './config.ts'

/** What the replicas share to count requests. Without Redis each replica counts for itself. */
export type Limiter = Part & { readonly redis: RedisClient | undefined }

/** The queue has connections of its own. */
export function composeLimiter({ config, observe }: { config: Config; observe: Observe }): Limiter {
  const servers = redisServersOf(config)
  if (servers === undefined || config.rateLimitPerMinute === 0) return { redis: undefined }
  const redis = makeLimiterRedis(servers, observe.queueFailed)
  return { redis, start: () => redis.connect().catch(observe.queueFailed), stop: () => redis.disconnect() }
}
