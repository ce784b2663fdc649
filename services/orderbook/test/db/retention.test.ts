/** Events and deliveries of a whole year, of which only the newest are kept. */
import { beforeEach, describe, expect, it } from '@jest/globals'
import { eventPageSchema, webhookCreatedSchema } from '@tandem/contracts'
import { pruneOldRows } from '../../src/events/db/retention.ts'
import { foldStats } from '../../src/stats/db/fold-stats.ts'
import { replayProjections } from '../../src/watcher/db/replay.store.ts'
import { createOrder, errorOf, resultOf } from '../support/api.ts'
import { changeStatus } from '../support/change-status.ts'
import { openStream } from '../support/event-stream.ts'
import { useOrderbook } from '../support/use-orderbook.ts'

const book = useOrderbook('retention')
const days = { events: 180, deliveries: 30 }
const orderIds: string[] = []

/** Creates six orders with two events each. Those of the first four are a year old. */
beforeEach(async () => {
  await book.database.pool.query(
    'TRUNCATE order_events, webhooks, webhook_deliveries, webhook_cursor, stats_counters, orders, intents CASCADE',
  )
  orderIds.length = 0
  for (let made = 0; made < 6; made += 1) {
    const { order_id } = await createOrder(book.api)
    await changeStatus(book.database.prisma, order_id, 'expired')
    orderIds.push(order_id)
  }
  await foldStats(book.database.prisma)
  await book.database.pool.query(
    `UPDATE order_events SET created_at = now() - interval '365 days' WHERE order_id = ANY($1::uuid[])`,
    [orderIds.slice(0, 4)],
  )
})

const prune = () => pruneOldRows(book.database.prisma, days, Date.now())
const seqs = async () =>
  (await book.database.pool.query('SELECT seq::int FROM order_events ORDER BY seq')).rows.map(({ seq }) => seq)
const page = async (query: string) => resultOf(await book.api.get(`/events${query}`), eventPageSchema)

describe('events beyond their retention', () => {
  it('go, and a cursor that they were to follow hears 410', async () => {
    await prune()
    expect(await seqs()).toEqual([9, 10, 11, 12])
    const gone = errorOf(await book.api.get('/events?after_seq=3'))
    expect(gone).toMatchObject({ status: 410, code: 'EVENTS_GONE', details: { oldest_seq: 9 } })
    const stream = book.api.get('/events').set('Accept', 'text/event-stream').set('Last-Event-ID', '7')
    expect(errorOf(await stream)).toMatchObject({ code: 'EVENTS_GONE' })
    expect((await page('?after_seq=8')).data.map(({ seq }) => seq)).toEqual([9, 10, 11, 12])
    expect((await page('')).data[0]?.seq).toBe(9)
    const live = await openStream(`${book.orderbook.url()}/events`)
    expect((await live.next()).seq).toBe(9)
    live.close()
  })

  it('are 410 of their order too, whose younger ones are not', async () => {
    await prune()
    expect(errorOf(await book.api.get(`/orders/${orderIds[0]}/events`))).toMatchObject({ code: 'EVENTS_GONE' })
    expect(resultOf(await book.api.get(`/orders/${orderIds[5]}/events`), eventPageSchema).data).toHaveLength(2)
    expect((await book.api.get(`/orders/${orderIds[0]}`)).status).toBe(200)
  })

  it('leave the newest, from which numbers go on', async () => {
    await book.database.pool.query(`UPDATE order_events SET created_at = now() - interval '365 days'`)
    await prune()
    expect(await seqs()).toEqual([12])
    await createOrder(book.api)
    expect((await page('?after_seq=12')).data.map(({ seq }) => seq)).toEqual([13])
  })

  it('stay while a delivery waits for them, and until the roll-ups hold them', async () => {
    const hook = await book.api.post('/webhooks').send({ url: 'https://example.com/hook' })
    const { webhook_id } = resultOf(hook, webhookCreatedSchema)
    await book.database.pool.query(
      `INSERT INTO webhook_deliveries (webhook_id, seq, order_id, event_type, created_at)
       SELECT $1, seq, order_id, type, now() FROM order_events WHERE seq = 5`,
      [webhook_id],
    )
    await prune()
    expect((await seqs())[0]).toBe(5)
    await book.database.pool.query(`UPDATE stats_counters SET value = 6 WHERE name = 'folded_seq'`)
    await book.database.pool.query(`UPDATE webhook_deliveries SET created_at = now() - interval '31 days'`)
    await prune()
    expect((await seqs())[0]).toBe(7)
  })

  it('are nothing that a replay would repair', async () => {
    await prune()
    const differences = []
    const options = { repair: false, chain: undefined, batchSize: 100, now: Date.now }
    for await (const batch of replayProjections(book.database.prisma, options)) differences.push(...batch.differences)
    expect(differences.filter(({ column }) => column === 'last_event_seq')).toEqual([])
  })
})
