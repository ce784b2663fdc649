import { expect, it } from '@jest/globals'
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
