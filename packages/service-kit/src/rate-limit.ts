import { isIPv6 } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { apiClient } from './api-keys.ts'
import { AppError } from './app-error.ts'
import { makeRedis, type RedisClient, type RedisServers } from './redis.ts'

const WINDOW_SECS = 60

/** Longer than a healthy Redis takes, and short for a client that waits. */
const answerTimeoutMs = 250

/** The Redis that replicas share to count requests. While it does not answer, each replica counts by itself. */
export function makeLimiterRedis(servers: RedisServers, onError: (error: unknown) => void): RedisClient {
  const redis = makeRedis(servers, {
    ...{ lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 },
    commandTimeout: answerTimeoutMs,
  })
  redis.on('error', onError)
  return redis
}

export interface RateLimitOptions {
  /** Zero turns the limit off. */
  perMinute: number
  redis?: RedisClient | undefined
  prefix: string
}

export function rateLimit({ perMinute, redis, prefix }: RateLimitOptions): RequestHandler {
  if (perMinute === 0) return (_req, _res, next) => next()
  const limiter = makeLimiter({ points: perMinute, duration: WINDOW_SECS, keyPrefix: `${prefix}:rate` }, redis)

  return async (req, res, next) => {
    const { limit, left, resetSecs, isOver } = await take(limiter, callersOf(req), perMinute)
    res.set({
      'RateLimit-Policy': `${limit};w=${WINDOW_SECS}`,
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(left),
      'RateLimit-Reset': String(resetSecs),
    })
    if (isOver)
      throw new AppError('RATE_LIMITED', `More than ${limit} requests per minute`, { retryAfterSecs: resetSecs })
    next()
  }
}

export interface OpenLimit {
  /** @throws RATE_LIMITED */
  take(req: Request): Promise<void>
}

export interface OpenLimitOptions {
  /** How much one address may have in the window, and how much one API key. Zero means no limit. */
  most: { address: number; key: number }
  /**
   * If true, only networks wider than a /64 are counted, because something else bounds single
   * addresses and keys.
   */
  isOfWiderNetworks?: boolean
  windowSecs: number
  /** What is counted, for the message of the error. */
  what: string
  redis?: RedisClient | undefined
  prefix: string
}

export function openLimit(o: OpenLimitOptions): OpenLimit {
  const points = Math.max(1, o.most.address, o.most.key)
  const limiter = makeLimiter({ points, duration: o.windowSecs, keyPrefix: o.prefix }, o.redis)
  return {
    async take(req) {
      const most = apiClient(req) === undefined ? o.most.address : o.most.key
      const callers = o.isOfWiderNetworks === true ? callersOf(req).slice(1) : callersOf(req)
      if (most === 0 || callers.length === 0) return
      const { limit, resetSecs, isOver } = await take(limiter, callers, most)
      if (!isOver) return
      throw new AppError('RATE_LIMITED', `More than ${limit} ${o.what} in ${o.windowSecs} s`, {
        retryAfterSecs: resetSecs,
      })
    },
  }
}

/** The state of the limit that has the least left. */
type Taken = { limit: number; left: number; resetSecs: number; isOver: boolean }

/**
 * Counts the request for each of its callers, the narrowest network first. Requests that exceed a
 * narrow network's limit do not count for the wider ones, because others share those.
 */
async function take(limiter: Limiter, callers: readonly Caller[], most: number): Promise<Taken> {
  let least: Taken | undefined
  for (const { name, times } of callers) {
    const limit = most * times
    const { consumedPoints, msBeforeNext } = await consume(limiter, name)
    const taken = {
      limit,
      left: Math.max(0, limit - consumedPoints),
      resetSecs: Math.ceil(msBeforeNext / 1000),
      isOver: consumedPoints > limit,
    }
    if (least === undefined || taken.isOver || taken.left < least.left) least = taken
    if (taken.isOver) break
  }
  if (least === undefined) throw new Error('A limit needs somebody to count')
  return least
}

type Limits = { points: number; duration: number; keyPrefix: string }

type Limiter = RateLimiterMemory | RateLimiterRedis

function makeLimiter(limits: Limits, redis: RedisClient | undefined): Limiter {
  const memory = new RateLimiterMemory(limits)
  if (redis === undefined) return memory
  return new RateLimiterRedis({ ...limits, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true })
}

async function consume(limiter: Limiter, client: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(client)
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return thrown
    throw thrown
  }
}

/**
 * An API key or a network for which a request is counted. It may have `times` as much as one
 * address.
 */
export type Caller = { readonly name: string; readonly times: number }

/** Those for whom a request is counted: its API key or, without one, its networks. */
export function callersOf(req: Request): readonly Caller[] {
  const client = apiClient(req)
  if (client !== undefined) return [{ name: `key:${client}`, times: 1 }]
  return networksOf(req.ip ?? 'unknown').map(({ name, times }) => ({ name: `ip:${name}`, times }))
}

/** The name of a client: its API key or, without one, the narrowest network of its address. */
export const clientOf = (req: Request): string => {
  const client = apiClient(req)
  return client === undefined ? `ip:${narrowestOf(req.ip ?? 'unknown')}` : `key:${client}`
}

const narrowestOf = (address: string): string => networksOf(address)[0]?.name ?? address

/**
 * The networks of an address, from the narrowest on. An IPv6 client has a whole /64, often a /56,
 * and a /48 if it asks for one. A /56 contains 256 networks of /64 and a /48 contains 65,536, but
 * together they may have only twice, and eight times, as much as one of them. IPv4 in IPv6 form
 * counts as IPv4.
 */
export function networksOf(address: string): readonly Caller[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return [{ name: mapped, times: 1 }]
  if (!isIPv6(address)) return [{ name: address, times: 1 }]
  const groups = groupsOf(address)
  const [first, second, third, fourth = 0] = groups
  const hex = (...parts: (number | undefined)[]) => parts.map((part = 0) => part.toString(16)).join(':')
  return [
    { name: hex(first, second, third, fourth), times: 1 },
    { name: `${hex(first, second, third, fourth & 0xff00)}/56`, times: 2 },
    { name: `${hex(first, second, third)}/48`, times: 8 },
  ]
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return groups.map((group) => Number.parseInt(group, 16))
}
