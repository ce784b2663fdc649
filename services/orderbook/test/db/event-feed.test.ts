import { expect, it } from '@jest/globals'
import { until } from '@tandem/local-services'
import { makeDatabase } from '../../src/db/client.ts'
import { makeEventFeed } from '../../src/db/event-feed.ts'
import { migratedDatabase } from '../support/database.ts'

it('has stopped when the read that is under way has ended: the connections may be closed then', async () => {
  const database = await migratedDatabase('event_feed')
  const own = makeDatabase(database.url, { poolSize: 2, timeouts: { answerMs: 120_000, statementMs: 120_000 } })
  const errors: unknown[] = []
  const feed = makeEventFeed(own.prisma, { onError: (error) => errors.push(error) })
  const { closed } = await database.sql.transaction(async (tx) => {
    await tx.query('LOCK TABLE order_events IN ACCESS EXCLUSIVE MODE', [])
    const end = feed.onChanges(() => undefined)
    await until(async () => {
      // By another connection: a transaction sees the activity of its first look.
      const waiting = await database.sql.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        [],
      )
      return waiting.length > 0
    }, 'the feed reads')
    end()
    return { closed: feed.stopped().then(() => own.close()) }
  })
  await closed
  expect(errors).toEqual([])
  await database.drop()
})
