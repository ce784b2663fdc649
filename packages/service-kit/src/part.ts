import type { Router } from 'express'
import { type IntervalLoop, startIntervalLoop } from './interval-loop.ts'
import type { Lifecycle } from './lifecycle.ts'
import { makeLimiterRedis } from './rate-limit.ts'
import { type RedisClient, redisServersOf } from './redis.ts'

/** What one subject of a service, such as orders or webhooks, brings to the process. */
export type Part = {
  readonly routes?: readonly Router[]
  /** Begins what runs without a request. Nothing is opened before it is called. */
  readonly start?: () => unknown
  /** Ends what `start` began, and closes what the subject opened. */
  readonly stop?: () => unknown
}

/**
 * Joins the parts of a process. The lifecycle stops them in the opposite order.
 *
 * @param parts in the order in which they start. Each key is the name that the log uses when the process stops.
 * @returns a function that starts them, one after the other.
 */
export function joinParts(parts: Readonly<Record<string, Part>>, lifecycle: Lifecycle): () => Promise<void> {
  const named = Object.entries(parts)
  for (const [name, { stop }] of named) if (stop !== undefined) lifecycle.onStop(name, stop)
  return async () => {
    for (const [, { start }] of named) await start?.()
  }
}

type LoopOptions = Parameters<typeof startIntervalLoop>[0]

/** Rounds of work that begin with the process. When the process stops, it waits for the round that runs. */
export function backgroundLoops(loops: readonly LoopOptions[]): Required<Pick<Part, 'start' | 'stop'>> {
  let running: readonly IntervalLoop[] = []
  return {
    start: () => {
      running = loops.map((loop) => startIntervalLoop(loop))
    },
    stop: () => Promise.all(running.map((loop) => loop.stop())),
  }
}

/** What the replicas share to count requests. Without Redis each replica counts for itself. */
export type Limiter = Part & { readonly redis: RedisClient | undefined }

/**
 * Makes the part that opens Redis for the counts of requests.
 *
 * @param onError called when Redis does not answer, also at the start. Until Redis is back, each
 * replica counts by itself.
 */
export function makeLimiter(
  config: Parameters<typeof redisServersOf>[0] & { rateLimitPerMinute: number },
  onError: (error: unknown) => void,
): Limiter {
  const servers = redisServersOf(config)
  if (servers === undefined || config.rateLimitPerMinute === 0) return { redis: undefined }
  const redis = makeLimiterRedis(servers, onError)
  return { redis, start: () => redis.connect().catch(onError), stop: () => redis.disconnect() }
}
