import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { askRedis, type LocalRedisServers, startRedisCluster, startRedisSentinels, until } from '@tandem/local-services'
import { makeLimiterRedis, makeRedis, type RedisServers } from '@tandem/service-kit'
import { makeQueuePage } from '../src/queue/queue-page.ts'
import { listenToWakeQueue, makeWakeQueue, prefixed } from '../src/queue/wake-queue.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** The slot of the queue's keys, by which a Cluster places them: `CLUSTER KEYSLOT {tandem-relayer}`. */
const queueSlot = 2_179

/** A wake-up queue that is written to until a worker has read from it, whatever Redis does. */
function wakeUps(servers: RedisServers) {
  const heard = new Set<string>()
  const backend = { type: 'redis', servers } as const
  const queue = makeWakeQueue(backend, () => undefined)
  const listening = listenToWakeQueue(backend, {
    onWake: (chains) => {
      for (const chain of chains) heard.add(chain)
    },
    onError: () => undefined,
  })
  cleanups.push(queue.close, listening.close)
  return {
    isUp: queue.isUp,
    untilHeard: (chain: string) =>
      until(async () => {
        queue.wake({ id: randomUUID(), chain })
        await sleep(100)
        return heard.has(chain)
      }, 'what Redis is to do'),
  }
}

async function startServers(
  mode: 'cluster' | 'sentinel',
): Promise<{ redis: LocalRedisServers; servers: RedisServers }> {
  const redis = await (mode === 'cluster' ? startRedisCluster({ slot: queueSlot }) : startRedisSentinels())
  cleanups.push(redis.stop)
  const sentinelPassword = mode === 'sentinel' ? new URL(redis.primary.url).password : undefined
  return { redis, servers: { mode, urls: redis.urls.split(','), primaryName: redis.primaryName, sentinelPassword } }
}

describe.each(['cluster', 'sentinel'] as const)('Redis as a %s', (mode) => {
  it('carries wake-ups and counts before and after the primary of the queue dies', async () => {
    const { redis, servers } = await startServers(mode)
    const { isUp, untilHeard } = wakeUps(servers)
    await untilHeard('before')
    const page = makeQueuePage({ backend: { type: 'redis', servers }, basePath: '/queues', onError: () => undefined })
    cleanups.push(page.close)
    const limiter = makeLimiterRedis(servers, () => undefined)
    cleanups.push(() => limiter.disconnect())
    await limiter.connect()
    // The key is in the queue's slot, whose primary dies.
    const key = `${prefixed.prefix}:rate`
    expect(await limiter.incr(key)).toBe(1)
    expect(await askRedis(redis.primary.url, `GET ${key}`)).toContain('1\r\n')

    await redis.primary.kill()
    const during = await limiter.incr(key).catch((error: unknown) => error)
    expect(during === 2 || during instanceof Error).toBe(true)
    await untilHeard('after')
    expect(await isUp()).toBe(true)
    await until(
      () =>
        limiter.incr(key).then(
          () => true,
          () => false,
        ),
      'what Redis is to do',
    )
    const fresh = makeRedis(servers, {})
    cleanups.push(() => fresh.disconnect())
    fresh.on('error', () => undefined)
    expect(Number(await fresh.get(key))).toBeGreaterThan(0)
  })
})
