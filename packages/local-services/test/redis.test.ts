import { describe, expect, it } from '@jest/globals'
import { Redis } from 'ioredis'
import { redisAvailable, startRedis } from '../src/index.ts'

async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    enableReadyCheck: false,
    disconnectTimeout: 50,
  })
  redis.on('error', () => undefined)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

describe('startRedis', () => {
  it('finds the program on PATH', () => {
    expect(redisAvailable()).toBe(true)
  })

  it('asks for the password that its URL carries', async () => {
    const redis = await startRedis()
    const open = new URL(redis.url)
    open.password = ''
    expect(await withRedis(redis.url, (client) => client.ping())).toBe('PONG')
    await expect(withRedis(open.href, (client) => client.ping())).rejects.toThrow('NOAUTH')
    await redis.stop()
    await expect(withRedis(redis.url, (client) => client.ping())).rejects.toThrow()
  })

  it.each([
    ['forgets everything over a kill by default', false, null],
    ['forgets nothing over a kill with appendOnly', true, 'kept'],
  ])('%s', async (_name, appendOnly, expected) => {
    const redis = await startRedis({ appendOnly })
    await withRedis(redis.url, (client) => client.set('fact', 'kept'))
    await redis.kill()
    await redis.restart()
    expect(await withRedis(redis.url, (client) => client.get('fact'))).toBe(expected)
    await redis.stop()
  })
})
