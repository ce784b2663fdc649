import { isIPv6 } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { apiClient } from './api-keys.ts'
import { AppError } from './app-error.ts'
import { makeRedis, type RedisClient, type RedisServers } from './redis.ts'

const WINDOW_SECS = 60

/** Longer than Redis takes, short for a waiting client. */
const answerTimeoutMs = 250

/** Without Redis each replica counts for itself. */
export function makeLimiterRedis(servers: RedisServers, onError: (error: unknown) => void): RedisClient {
  const redis = makeRedis(servers, {
    ...{ lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 },
    commandTimeout: answerTimeoutMs,
  })
  redis.on('error', onError)
  return redis
}

export interface RateLimitOptions {
  /** 0 turns the limit off. */
  perMinute: number
  redis?: RedisClient | undefined
  prefix: string
}

export function rateLimit({ perMinute, redis, prefix }: RateLimitOptions): RequestHandler {
  if (perMinute === 0) return (_req, _res, next) => next()
  const limiter = makeLimiter({ points: perMinute, duration: WINDOW_SECS, keyPrefix: `${prefix}:rate` }, redis)

  return async (req, res, next) => {
    const state = await consume(limiter, clientOf(req))
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

export interface OpenLimit {
  /** @throws RATE_LIMITED */
  take(req: Request): Promise<void>
}

/**
 * @param o.most of an address, and of an API key; 0 is no bound.
 * @param o.what for the message.
 */
export function openLimit(o: {
  most: { address: number; key: number }
  windowSecs: number
  what: string
  redis?: RedisClient | undefined
  prefix: string
}): OpenLimit {
  const points = Math.max(1, o.most.address, o.most.key)
  const limiter = makeLimiter({ points, duration: o.windowSecs, keyPrefix: o.prefix }, o.redis)
  return {
    async take(req) {
      const most = apiClient(req) === undefined ? o.most.address : o.most.key
      if (most === 0) return
      const { consumedPoints, msBeforeNext } = await consume(limiter, clientOf(req))
      if (consumedPoints <= most) return
      throw new AppError('RATE_LIMITED', `More than ${most} ${o.what} in ${o.windowSecs} s`, {
        retryAfterSecs: Math.ceil(msBeforeNext / 1000),
      })
    },
  }
}

type Limits = { points: number; duration: number; keyPrefix: string }

function makeLimiter(limits: Limits, redis: RedisClient | undefined): RateLimiterMemory | RateLimiterRedis {
  const memory = new RateLimiterMemory(limits)
  if (redis === undefined) return memory
  return new RateLimiterRedis({ ...limits, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true })
}

async function consume(limiter: RateLimiterMemory | RateLimiterRedis, client: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(client)
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return thrown
    throw thrown
  }
}

export const clientOf = (req: Request): string => {
  const client = apiClient(req)
  return client === undefined ? `ip:${network(req.ip ?? 'unknown')}` : `key:${client}`
}

/** An IPv6 client holds a whole /64; IPv4 in IPv6 form counts as IPv4. */
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
