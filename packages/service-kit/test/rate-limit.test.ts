import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from '@jest/globals'
import { startRedis } from '@tandem/local-services'
import { Router } from 'express'
import request from 'supertest'
import { hashApiKey, makeLimiterRedis, openLimit, type RedisClient } from '../src/index.ts'
import { testApp } from './support/test-app.ts'

const opened: RedisClient[] = []
async function openRedis(url = process.env.TANDEM_TEST_REDIS_URL ?? ''): Promise<RedisClient> {
  const servers = { mode: 'single', urls: [url], primaryName: '' } as const
  const redis = makeLimiterRedis(servers, () => undefined)
  opened.push(redis)
  await redis.connect()
  return redis
}
afterAll(() => {
  for (const redis of opened) redis.disconnect()
})

const key = 'k'.repeat(32)

describe('the rate limit', () => {
  it('refuses what is over it, and says when to come back', async () => {
    const { app } = testApp({ rateLimitPerMinute: 2, service: randomUUID() })
    const answers = [
      await request(app).get('/facts/1'),
      await request(app).get('/facts/1'),
      await request(app).get('/facts/1'),
    ]
    expect(answers.map((res) => res.status)).toEqual([200, 200, 429])
    expect(answers.map((res) => res.get('ratelimit-remaining'))).toEqual(['1', '0', '0'])
    const [, , refused] = answers
    expect(refused?.get('ratelimit-policy')).toBe('2;w=60')
    expect(refused?.get('retry-after')).toBe(refused?.get('ratelimit-reset'))
    expect(Number(refused?.get('retry-after'))).toBeGreaterThan(0)
    expect(refused?.body).toMatchObject({ status: 'Error', code: 'RATE_LIMITED', retryable: true })
  })

  it('counts an API key and an address apart, and an unknown key as its address', async () => {
    const { app } = testApp({ rateLimitPerMinute: 1, apiKeyHashes: [hashApiKey(key)] })
    const get = (authorization?: string) => {
      const sent = request(app).get('/facts/1')
      return authorization === undefined ? sent : sent.set('Authorization', authorization)
    }
    expect((await get()).status).toBe(200)
    expect((await get(`Bearer ${key}`)).status).toBe(200)
    expect((await get(`Bearer ${key}`)).status).toBe(429)
    expect((await get('Bearer made-up')).status).toBe(429)
  })

  it('believes X-Forwarded-For only behind a trusted proxy', async () => {
    const spoof = (app: ReturnType<typeof testApp>['app'], address: string) =>
      request(app).get('/facts/1').set('X-Forwarded-For', address)
    const open = testApp({ rateLimitPerMinute: 1 }).app
    expect((await spoof(open, '1.1.1.1')).status).toBe(200)
    expect((await spoof(open, '2.2.2.2')).status).toBe(429)
    const behindProxy = testApp({ rateLimitPerMinute: 1, trustProxy: 1 }).app
    expect((await spoof(behindProxy, '1.1.1.1')).status).toBe(200)
    expect((await spoof(behindProxy, '2.2.2.2')).status).toBe(200)
    expect((await spoof(behindProxy, '9.9.9.9, 2.2.2.2')).status).toBe(429)
  })

  it('counts the wider networks of an IPv6 address, and not what a /64 is refused', async () => {
    const { app } = testApp({ rateLimitPerMinute: 2, service: randomUUID(), trustProxy: 1 })
    const from = async (address: string) => (await request(app).get('/facts/1').set('X-Forwarded-For', address)).status
    const refused = async (address: string, times: number) => {
      for (let time = 0; time < times; time += 1) expect(await from(address)).toBe(429)
    }
    for (const address of ['2001:db8:1:1::1', '2001:db8:1:1::2']) expect(await from(address)).toBe(200)
    // The /64 is over its limit of two. The refused requests do not count for its /56.
    await refused('2001:db8:1:1::3', 4)
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:3::1']) expect(await from(address)).toBe(200)
    // The /56 is over its limit of four, and another one is not.
    await refused('2001:db8:1:4::1', 1)
    for (let subnet = 1; subnet <= 6; subnet += 1) {
      for (const host of [1, 2]) expect(await from(`2001:db8:1:${subnet}00::${host}`)).toBe(200)
    }
    // The /48 is over its limit of sixteen.
    await refused('2001:db8:1:ff00::1', 1)
    expect(await from('2001:db8:2::1')).toBe(200)
  })

  it('leaves the probes alone', async () => {
    const { app } = testApp({ rateLimitPerMinute: 1 })
    for (const _ of [1, 2, 3]) expect((await request(app).get('/ready')).status).toBe(200)
  })

  it('is shared by replicas through Redis', async () => {
    const [one, two] = [await openRedis(), await openRedis()]
    const service = randomUUID()
    const first = testApp({ rateLimitPerMinute: 1, service, redis: one }).app
    const second = testApp({ rateLimitPerMinute: 1, service, redis: two }).app
    expect((await request(first).get('/facts/1')).status).toBe(200)
    expect((await request(second).get('/facts/1')).status).toBe(429)
  })

  it('goes on by itself while Redis is down', async () => {
    const server = await startRedis()
    const redis = await openRedis(server.url)
    const { app } = testApp({ rateLimitPerMinute: 2, service: randomUUID(), redis })
    const closed = new Promise((resolve) => redis.once('close', resolve))
    await server.kill()
    await closed
    const statuses = [
      await request(app).get('/facts/1'),
      await request(app).get('/facts/1'),
      await request(app).get('/facts/1'),
    ]
    expect(statuses.map((res) => res.status)).toEqual([200, 200, 429])
    await server.stop()
  })

  it('goes on by itself while Redis stands still', async () => {
    const server = await startRedis()
    const { app } = testApp({ rateLimitPerMinute: 1, service: randomUUID(), redis: await openRedis(server.url) })
    process.kill(server.pid, 'SIGSTOP')
    const statuses = [await request(app).get('/facts/1'), await request(app).get('/facts/1')]
    process.kill(server.pid, 'SIGCONT')
    expect(statuses.map((res) => res.status)).toEqual([200, 429])
    await server.stop()
  })
})

describe('a limit of what is open', () => {
  it('counts each address and each API key by itself', async () => {
    const limit = openLimit({
      most: { address: 2, key: 3 },
      windowSecs: 60,
      what: 'quotes',
      prefix: randomUUID(),
    })
    const router = Router()
    router.get('/open', async (req, res) => {
      await limit.take(req)
      res.json({})
    })
    const { app } = testApp({ routes: [router], apiKeyHashes: [hashApiKey(key)], trustProxy: 1 })
    const statusOf = async (headers: Record<string, string>) => (await request(app).get('/open').set(headers)).status
    const from = (host: number) => statusOf({ 'X-Forwarded-For': `192.0.2.${host}` })
    expect([await from(1), await from(1), await from(1)]).toEqual([200, 200, 429])
    expect([await from(2), await from(2), await from(2)]).toEqual([200, 200, 429])
    const withKey = { Authorization: `Bearer ${key}` }
    const statuses = []
    for (let time = 0; time < 4; time += 1) statuses.push(await statusOf(withKey))
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
