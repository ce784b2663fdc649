import { afterAll, beforeAll, describe, it } from '@jest/globals'
import { makeSqlIdempotencyStore } from '@tandem/service-kit'
import { idempotencyStoreContract } from '@tandem/service-kit/testing'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'

let database: MigratedDatabase
beforeAll(async () => {
  database = await migratedDatabase('idempotency')
})
afterAll(() => database.drop())

describe('the idempotency store', () => {
  it.each(idempotencyStoreContract)('%s', (_name, check) => check((now) => makeSqlIdempotencyStore(database.sql, now)))
})
