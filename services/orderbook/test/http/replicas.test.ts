import { beforeAll, describe, expect, it } from '@jest/globals'
import { orderPageSchema, orderSchema } from '@tandem/contracts'
import { createOrder, errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { type Replica, startReplica, useOrderbook } from '../support/use-orderbook.ts'

/**
 * Two API processes on one database. Live streams across both are tested in event-stream.test.ts, statistics in
 * stats.test.ts.
 */
const book = useOrderbook('replicas')
let other: Replica['api']
beforeAll(async () => {
  ;({ api: other } = await startReplica(book))
})

describe('two API processes on one database', () => {
  it('make one order of a quote that is sent to both 20 times', async () => {
    const quote = await requestQuote(book.api)
    const apis = [book.api, other]
    // Each replica has ten connections to the database. Of many more requests, some would wait too long for one, and get 503.
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => apis[index % 2]?.post('/orders').send(orderBody(quote))),
    )
    const answers = responses.flatMap((response) => (response === undefined ? [] : [response]))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const rejected = answers.filter(({ status }) => status !== 201).map((answer) => errorOf(answer).code)
    expect(rejected).toEqual(Array(39).fill('QUOTE_CONSUMED'))
  })

  it('answer the same order, the same list, and replay the same idempotent answer', async () => {
    const order = await createOrder(book.api)
    expect(resultOf(await other.get(`/orders/${order.order_id}`), orderSchema)).toEqual(order)
    const lists = await Promise.all([book.api.get('/orders'), other.get('/orders')])
    const [first, second] = lists.map((list) => resultOf(list, orderPageSchema))
    expect(first).toEqual(second)
    const body = orderBody(await requestQuote(book.api))
    const made = await book.api.post('/orders').set('Idempotency-Key', 'both').send(body)
    const replayed = await other.post('/orders').set('Idempotency-Key', 'both').send(body)
    expect([replayed.status, replayed.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(replayed.text).toBe(made.text)
  })
})
