/** What webhooks cost the database, counted in batches and rows, which are the same on any machine. */
import { beforeAll, describe, expect, it } from '@jest/globals'
import { untilSo } from '@tandem/local-services'
import { seedOrders } from '../../bench/seed.ts'
import { dueValues, lockDue, makeDeliveryQueue } from '../../src/webhooks/db/delivery-queue.ts'
import { startDispatcher } from '../../src/webhooks/dispatcher.ts'
import { rowsRead } from '../support/rows-read.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('webhook_store', { max: 2 })
let queue: ReturnType<typeof makeDeliveryQueue>
const now = new Date()
const later = (secs: number) => new Date(now.getTime() + secs * 1000)
const orders = 2_650
/** Five webhooks take every event. The others take only one user's events, or a type that no event has. */
const hooks = { everything: 5, ofOneUser: 40, ofOtherTypes: 5 }
const hookCount = hooks.everything + hooks.ofOneUser + hooks.ofOtherTypes

beforeAll(async () => {
  queue = makeDeliveryQueue(database.prisma, {
    box: undefined,
    onError: (error) => {
      throw error
    },
  })
  await seedOrders({ databaseUrl: database.url, orders })
  await database.pool.query(
    `INSERT INTO webhooks (webhook_id, client, url, target, secret, secret_hash, event_types, user_id, after_seq, created_at, verified_at)
     SELECT gen_random_uuid(), 'open', 'https://example.com/' || n, 'https://example.com/' || n, 'whsec_x', 'hash',
       CASE WHEN n > $2 THEN '["order.fact_seen"]'::jsonb END, CASE WHEN n > $1 AND n <= $2 THEN 'user-0' END, 0, $4, $4
     FROM generate_series(1, $3) n`,
    [hooks.everything, hooks.everything + hooks.ofOneUser, hookCount, now],
  )
})
const numberOf = async (sql: string, values: unknown[] = []): Promise<number> =>
  (await database.pool.query<{ number: number }>(`SELECT (${sql})::float8 AS number`, values)).rows[0]?.number ?? 0
const deliveries = () => numberOf('SELECT count(*) FROM webhook_deliveries')

describe('the fan-out of five thousand events to fifty webhooks', () => {
  it('drains, in batches of no more than ten thousand pairs of an event and a webhook', async () => {
    const events = await numberOf('SELECT count(*) FROM order_events')
    expect(events).toBeGreaterThan(5_000)
    const batches: number[] = []
    for (let isMore = true; isMore; ) {
      const before = await deliveries()
      isMore = await queue.fanOut(now)
      batches.push((await deliveries()) - before)
    }
    // The last batch is smaller, or empty when the events are a multiple of the batch.
    expect(batches).toHaveLength(Math.floor(events / (10_000 / hookCount)) + 1)
    expect(Math.max(...batches)).toBeLessThanOrEqual(10_000)
    const ofOneUser = await numberOf(
      `SELECT count(*) FROM order_events e JOIN orders o USING (order_id) WHERE o.user_id = 'user-0'`,
    )
    expect(await deliveries()).toBe(hooks.everything * events + hooks.ofOneUser * ofOneUser)
    expect(await queue.fanOut(now)).toBe(false)
    expect(await deliveries()).toBe(hooks.everything * events + hooks.ofOneUser * ofOneUser)
  })
})

describe('the fan-out of an event to more webhooks than one transaction serves', () => {
  it('goes by pages of webhooks, and serves each once', async () => {
    const crowd = 25_000
    const [before, events] = [await deliveries(), await numberOf('SELECT max(seq) FROM order_events')]
    await database.pool.query(
      `INSERT INTO webhooks (webhook_id, client, url, target, secret, secret_hash, after_seq, created_at, verified_at)
       SELECT gen_random_uuid(), 'crowd', 'https://crowd.example/', 'https://crowd.example/', 'whsec_x', 'hash', $2, $3, $3
       FROM generate_series(1, $1) n`,
      [crowd, events - 1, now],
    )
    await database.pool.query('UPDATE webhook_cursor SET seq = seq - 1')
    const pages: number[] = []
    for (let isMore = true; isMore; ) {
      const at = await deliveries()
      isMore = await queue.fanOut(now)
      pages.push((await deliveries()) - at)
    }
    expect(pages.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...pages)).toBeLessThanOrEqual(10_000)
    expect((await deliveries()) - before).toBe(crowd)
    expect(await numberOf('SELECT seq FROM webhook_cursor')).toBe(events)
    await database.pool.query(`DELETE FROM webhooks WHERE client = 'crowd'`)
  })
})

describe('a fan-out that cannot be stored', () => {
  it('is followed by a smaller one, until one can', async () => {
    const maxRows = 60
    await database.pool.query('DELETE FROM webhook_deliveries')
    await database.pool.query('UPDATE webhook_cursor SET seq = 0')
    await database.pool.query(`CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM new_rows) > ${maxRows} THEN
        RAISE 'canceling statement due to statement timeout' USING ERRCODE = 'query_canceled'; END IF;
      RETURN NULL; END $$`)
    await database.pool.query(`CREATE TRIGGER refuse_many AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`)
    const other = makeDeliveryQueue(database.prisma, { box: undefined, onError: () => undefined })
    let failures = 0
    for (let stored = 0; stored === 0 && failures < 20; stored = await deliveries()) {
      await other.fanOut(now).catch(() => {
        failures += 1
      })
    }
    expect(failures).toBeGreaterThan(0)
    const made = await deliveries()
    expect([made > 0, made <= maxRows]).toEqual([true, true])
    await database.pool.query('DROP TRIGGER refuse_many ON webhook_deliveries; DROP FUNCTION refuse_many')
    while (await queue.fanOut(now)) {}
  })
})

describe('a look at what is due', () => {
  const [busy, busyHosts] = [new Map<string, number>(), new Map<string, number>()]
  const limits = { perWebhook: 8, inAll: 100, perHost: 100, busy, busyHosts }
  const take = (at: Date) => queue.take(at, new Date(at.getTime() + 60_000), limits)

  /** How many deliveries the statement reads when it looks for due ones. */
  const readAt = (at: Date) => rowsRead(database.pool, lockDue, dueValues(at, limits), 'webhook_deliveries')

  it('reads only what it takes, however much a dead webhook has pending', async () => {
    await database.pool.query('VACUUM ANALYZE webhook_deliveries, webhooks, order_events')
    await database.pool.query('UPDATE webhooks SET disabled_at = $1', [now])
    const [dead] = (
      await database.pool.query<{ webhook_id: string }>(
        `UPDATE webhooks SET disabled_at = NULL WHERE url = 'https://example.com/1' RETURNING webhook_id`,
      )
    ).rows
    const pending = () =>
      numberOf(`SELECT count(*) FROM webhook_deliveries WHERE status = 'pending' AND webhook_id = $1::uuid`, [
        dead?.webhook_id,
      ])
    const before = await pending()
    expect(before).toBeGreaterThan(5_000)
    const first = await readAt(now)
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThanOrEqual(4 * limits.perWebhook)
    // The webhook fails until its circuit opens, and each delivery is put off by four hours.
    let failures = 0
    for (let due = await take(now); due.length > 0; due = await take(now)) {
      for (const delivery of due) {
        await queue.record(delivery, [], { status: 'pending', nextAttemptAt: later(4 * 3600) }, now)
        failures += 1
      }
    }
    expect(failures).toBe(limits.perWebhook)
    expect(await pending()).toBe(before)
    expect(await readAt(later(1))).toBe(0)
    // The circuit lets one delivery through.
    const one = await readAt(later(601))
    expect(one).toBeGreaterThan(0)
    expect(one).toBeLessThanOrEqual(4)
  })

  it('reads nothing of a webhook whose every delivery waits for a later attempt', async () => {
    await database.pool.query('UPDATE webhooks SET paused_until = NULL WHERE failures > 0')
    await database.pool.query(`UPDATE webhook_deliveries SET next_attempt_at = $1 WHERE status = 'pending'`, [
      later(4 * 3600),
    ])
    await database.pool.query('VACUUM ANALYZE webhook_deliveries')
    expect(await readAt(later(3600))).toBe(0)
    expect(await take(later(3600))).toEqual([])
  })
})

/** Makes everything due. 49 webhooks at this many hosts never answer, and the one that is found last does. */
async function deliverBeside(hosts: number) {
  await database.pool.query(
    'UPDATE webhooks SET disabled_at = NULL, failures = 0, failing_since = NULL, paused_until = NULL',
  )
  await database.pool.query(
    `UPDATE webhooks SET url = address, target = address
     FROM (SELECT id, CASE n WHEN 1 THEN 'https://true.example/' ELSE 'https://slow-' || n % $1 || '.example/' || n END AS address
       FROM (SELECT webhook_id AS id, row_number() OVER (ORDER BY user_id IS NOT NULL, event_types IS NOT NULL) AS n
         FROM webhooks) numbered) named
     WHERE webhook_id = id`,
    [hosts],
  )
  // The webhook that answers becomes the last one in a scan of the table.
  await database.pool.query('CLUSTER webhooks USING webhooks_url_idx')
  await database.pool.query(
    `UPDATE webhook_deliveries SET status = 'pending', tries = 0, next_attempt_at = $1 WHERE status IN ('pending', 'delivered')`,
    [now],
  )
  await database.pool.query('VACUUM ANALYZE webhook_deliveries')
  const flight = { byHost: new Map<string, number>(), byWebhook: new Map<string, number>() }
  const most = { ofHost: 0, ofWebhook: 0 }
  const addTo = (counts: Map<string, number>, name: string) => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return Math.max(...counts.values())
  }
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  let delivered = 0
  const stop = startDispatcher({
    queue,
    send: async (url) => {
      const { hostname } = new URL(url)
      if (hostname === 'true.example') delivered += 1
      else {
        most.ofHost = addTo(flight.byHost, hostname)
        most.ofWebhook = addTo(flight.byWebhook, url)
        await answered
      }
      return { statusCode: 200, error: null }
    },
    now: () => now.getTime(),
    ...{ onDelivery: () => undefined, onDisabled: () => undefined, onError: () => undefined },
  })
  try {
    await untilSo(
      async () => delivered,
      (count) => count > 300,
      'delivered to the honest one',
    )
    return most
  } finally {
    const stopped = stop()
    answer()
    await stopped
  }
}

describe('slow receivers', () => {
  it('on one host leave room for an honest one, however many webhooks they have', async () => {
    const { ofHost, ofWebhook } = await deliverBeside(1)
    expect(ofHost).toBe(64)
    expect(ofWebhook).toBeLessThanOrEqual(8)
  })

  it('on many hosts leave room for an honest one, which is given its share of all', async () => {
    const { ofHost, ofWebhook } = await deliverBeside(10)
    expect(ofHost).toBeLessThanOrEqual(64)
    expect(ofWebhook).toBeLessThanOrEqual(8)
  })
})

describe('a backlog of events', () => {
  it('is delivered while the rest of it still becomes deliveries', async () => {
    await database.pool.query('DELETE FROM webhook_deliveries')
    await database.pool.query('UPDATE webhook_cursor SET seq = 0')
    let sent = 0
    const sentBefore: number[] = []
    const stop = startDispatcher({
      queue: {
        ...queue,
        fanOut: (at) => {
          sentBefore.push(sent)
          return queue.fanOut(at)
        },
      },
      send: async () => {
        sent += 1
        return { statusCode: 200, error: null }
      },
      now: () => now.getTime(),
      ...{ onDelivery: () => undefined, onDisabled: () => undefined, onError: () => undefined },
    })
    await untilSo(
      async () => sentBefore.length,
      (batches) => batches >= 4,
      'some batches',
    )
    await stop()
    expect(sentBefore[1]).toBeGreaterThan(0)
  })
})
