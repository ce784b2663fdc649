import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { unchecked } from '@tandem/service-kit/testing'
import { makeDatabase } from '../../src/db/client.ts'
import { migratedDatabase } from '../support/database.ts'

it('a transaction may take longer than the five seconds that Prisma gives it by default', async () => {
  const database = await migratedDatabase('client')
  const answer = await database.prisma.$transaction(async (tx) => {
    await tx.$executeRawUnsafe('SELECT pg_sleep(5.5)')
    return tx.$queryRawUnsafe('SELECT 1 AS one')
  })
  expect(answer).toEqual([{ one: 1 }])
  await database.drop()
})

it('a time is the same for Prisma and for SQL, whatever the time zone of the database', async () => {
  const { url, prisma, drop } = await migratedDatabase('time_zone')
  const { pathname } = new URL(url)
  await prisma.$executeRawUnsafe(`ALTER DATABASE "${pathname.slice(1)}" SET timezone = 'Asia/Kolkata'`)
  const database = makeDatabase(url, { poolSize: 1, timeouts: { answerMs: 30_000, statementMs: 30_000 } })
  const at = new Date('2026-11-29T12:00:00.123Z')
  const seconds = () =>
    database.sql.query(
      unchecked<{ ms: number }>('SELECT extract(epoch FROM at)::float8 * 1000 AS ms FROM maker_refusals'),
      [],
    )
  await database.prisma.makerRefusal.create({ data: { quoteId: randomUUID(), makerId: 'one', at } })
  expect(await seconds()).toEqual([{ ms: at.getTime() }])
  expect(await database.prisma.makerRefusal.findMany()).toMatchObject([{ at }])
  await database.close()
  await drop()
})
