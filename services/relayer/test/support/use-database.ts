import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from '@jest/globals'
import { createTestDatabase } from '@tandem/local-services'
import { makeSecretBox } from '@tandem/service-kit'
import { type Database, makeDatabase } from '../../src/db/client.ts'

/** The key of a test's sealed values. */
export const box = makeSecretBox(new Map([['1', randomBytes(32)]]), '1')

/**
 * Makes a database of the relayer before the tests of a file, and deletes it after them.
 *
 * @returns a client of it. It is empty until the first `beforeAll` or test runs.
 */
export function useDatabase(label: string, poolSize = 4): Database & { url: string } {
  const client = {} as Database & { url: string }
  let drop = async () => {}
  beforeAll(async () => {
    const database = await createTestDatabase(label, 'relayer')
    drop = database.drop
    Object.assign(client, makeDatabase(database.url, poolSize), { url: database.url })
  })
  afterAll(async () => {
    await client.close?.()
    await drop()
  })
  return client
}
