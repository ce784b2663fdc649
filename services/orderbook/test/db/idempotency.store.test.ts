import { describe, it } from '@jest/globals'
import { makeSqlIdempotencyStore } from '@tandem/service-kit'
import { idempotencyStoreContract } from '@tandem/service-kit/testing'
import { useDatabase } from '../support/use-orderbook.ts'

const database = useDatabase('idempotency')
describe('the idempotency store', () => {
  it.each(idempotencyStoreContract)('%s', (_name, check) => check((now) => makeSqlIdempotencyStore(database.sql, now)))
})
