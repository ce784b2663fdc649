import { expect, it } from '@jest/globals'
import { until } from '@tandem/local-services'
import { unchecked } from '@tandem/service-kit/testing'
import { makeDatabase } from '../../src/db/client.ts'
import { locks } from '../../src/db/locks.ts'
import { sequenceUnlessRunning } from '../../src/events/db/event.store.ts'
import { makeEventFeed } from '../../src/events/db/event-feed.ts'
import { migratedDatabase } from '../support/database.ts'
import { storeOrder } from '../support/stored-order.ts'

it('has stopped when the read that is under way has ended: the connections may be closed then', async () => {
  const database = await migratedDatabase('event_feed')
  const own = makeDatabase(database.url, { poolSize: 2, timeouts: { answerMs: 120_000, statementMs: 120_000 } })
  const errors: unknown[] = []
  const feed = makeEventFeed(own.prisma, { onError: (error) => errors.push(error) })
  const { closed } = await database.sql.transaction(async (tx) => {
    await tx.query(unchecked('LOCK TABLE order_events IN ACCESS EXCLUSIVE MODE'), [])
    const end = feed.onEvents(() => undefined)
    await until(async () => {
      // Another connection asks, because within a transaction PostgreSQL shows other sessions as
      // they were when it first asked.
      const waiting = await database.sql.query(
        unchecked("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"),
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

it('leaves the numbering to a process that is at it, and does not wait for it', async () => {
  const database = await migratedDatabase('one_sequencer')
  await storeOrder(database.sql)
  const numbered = () => database.sql.query(unchecked('SELECT 1 FROM order_events WHERE seq IS NOT NULL'), [])
  await database.sql.transaction(async (tx) => {
    // The lock is held as if another process numbered events.
    await tx.query(unchecked('SELECT pg_advisory_xact_lock($1)'), [locks.sequence])
    await sequenceUnlessRunning(database.prisma)
    expect(await numbered()).toEqual([])
  })
  await sequenceUnlessRunning(database.prisma)
  expect(await numbered()).toHaveLength(1)
  await database.drop()
})
