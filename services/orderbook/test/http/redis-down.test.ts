/** Redis only shares the limits of clients between replicas. Quotes and orders work without it. */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startRedis } from '@tandem/local-services'
import { createOrder } from '../support/api.ts'
import { startTestOrderbook, type TestOrderbook } from '../support/orderbook.ts'

let redis: Awaited<ReturnType<typeof startRedis>>
let book: TestOrderbook
beforeAll(async () => {
  redis = await startRedis()
  book = await startTestOrderbook('redis_down', { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '600' })
})
afterAll(async () => {
  await book.stop()
  await redis.stop()
})

it('makes orders while Redis is down', async () => {
  expect((await createOrder(book.api)).status).toBe('created')
  await redis.kill()
  expect((await createOrder(book.api)).status).toBe('created')
  expect((await book.api.get('/ready')).status).toBe(200)
})

it('starts while Redis is down', async () => {
  const late = await startTestOrderbook('redis_gone', { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '600' })
  expect((await createOrder(late.api)).status).toBe('created')
  await late.stop()
})
