/** Redis only shares the limits of clients between replicas. Quotes and orders work without it. */
import { beforeAll, expect, it } from '@jest/globals'
import { startRedis } from '@tandem/local-services'
import { createOrder } from '../support/api.ts'
import type { TestOrderbook } from '../support/orderbook.ts'
import { keep } from '../support/parts.ts'
import { startOrderbook } from '../support/use-orderbook.ts'

let redis: Awaited<ReturnType<typeof startRedis>>
let book: TestOrderbook
beforeAll(async () => {
  redis = await keep(startRedis())
  book = await startOrderbook('redis_down', { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '600' })
})

it('makes orders while Redis is down', async () => {
  expect((await createOrder(book.api)).status).toBe('created')
  await redis.kill()
  expect((await createOrder(book.api)).status).toBe('created')
  expect((await book.api.get('/ready')).status).toBe(200)
})

it('starts while Redis is down', async () => {
  const late = await startOrderbook('redis_gone', { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '600' })
  expect((await createOrder(late.api)).status).toBe('created')
})
