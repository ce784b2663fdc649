import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@tandem/local-services'
import { Surroundings } from './support/surroundings.ts'

let around: Surroundings
let other: TestDatabase

beforeAll(async () => {
  around = await Surroundings.start()
  other = await createTestDatabase('own', 'orderbook')
})
afterAll(async () => {
  await other.drop()
  await around.stop()
})

it('does not start in the database of another service, and names it', async () => {
  const relayer = around.relayer({ DATABASE_URL: other.url })
  await expect(relayer.start()).rejects.toThrow(
    /the database "own_[0-9a-f]+" belongs to another service: its first migration is \d+_orderbook/,
  )
  await relayer.stop()
})
