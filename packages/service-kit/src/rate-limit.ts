import { isIPv6 } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { apiClient } from './api-keys.ts'
import { AppError } from './app-error.ts'
import { makeRedis, type RedisClient, type RedisServers } from './redis.ts'

const WINDOW_SECS = 60

/** Longer than Redis takes, and no longer than a client may be kept waiting for a count. */
const answerTimeoutMs = 250

/**
 * Redis for limits that replicas share. It is connected by `connect`. A Redis that stands still is not waited for: each
 * replica counts for itself then, as it does while Redis is down.
 */
export function makeLimiterRedis(servers: RedisServers, onError: (error: unknown) => void): RedisClient {
  const redis = makeRedis(servers, {
    ...{ lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 },
    commandTimeout: answerTimeoutMs,
  })
  redis.on('error', onError)
  return redis
}

export interface RateLimitOptions {
  /** Requests per minute and client; 0 turns the limit off. */
  perMinute: number
  /** Shares the counts among replicas. While it is down each replica counts for itself. */
  redis?: RedisClient | undefined
  /** Keeps services that share a Redis apart. */
  prefix: string
}

/** Limits each API key, or else each address. Answers carry `RateLimit-*`, a refusal `Retry-After` as well. */
export function rateLimit({ perMinute, redis, prefix }: RateLimitOptions): RequestHandler {
  if (perMinute === 0) return (_req, _res, next) => next()
  const memory = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECS, keyPrefix: prefix })
  const limiter =
    redis === undefined
      ? memory
      : new RateLimiterRedis({
          storeClient: redis,
          points: perMinute,
          duration: WINDOW_SECS,
          keyPrefix: `${prefix}:rate`,
          insuranceLimiter: memory,
          rejectIfRedisNotReady: true,
        })

  return async (req, res, next) => {
    const state = await limiter.consume(clientOf(req)).catch((thrown: unknown) => {
      if (thrown instanceof RateLimiterRes) return thrown
      throw thrown
    })
    const resetSecs = Math.ceil(state.msBeforeNext / 1000)
    res.set({
      'RateLimit-Policy': `${perMinute};w=${WINDOW_SECS}`,
      'RateLimit-Limit': String(perMinute),
      'RateLimit-Remaining': String(Math.max(0, state.remainingPoints)),
      'RateLimit-Reset': String(resetSecs),
    })
    if (state.consumedPoints > perMinute)
      throw new AppError('RATE_LIMITED', `More than ${perMinute} requests per minute`, { retryAfterSecs: resetSecs })
    next()
  }
}

const clientOf = (req: Request): string => {
  const client = apiClient(req)
  return client === undefined ? `ip:${network(req.ip ?? 'unknown')}` : `key:${client}`
}

/** An IPv6 client holds a whole /64, so that is what is counted; an IPv4 address in IPv6 form counts as IPv4. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
