import 'fake-indexeddb/auto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import type { SwapState } from '../swap-state.ts'
import { indexedDbStore } from './browser.ts'
import { fileStore } from './node.ts'
import { memoryStore, type SwapStore } from './swap-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'tandem-store-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secret = `0x${'77'.repeat(32)}` as const
const stateOf = (id: string, orderId: string | null = null) =>
  ({ secret, orderId, quote: { quote_id: id } }) as unknown as SwapState

describe.each<[string, (name: string) => SwapStore]>([
  ['memoryStore', () => memoryStore()],
  ['fileStore', (name) => fileStore(join(folder, name))],
  ['indexedDbStore', (name) => indexedDbStore({ name })],
])('%s', (_name, make) => {
  it('gives back what was saved last, until it is removed', async () => {
    const store = make('one')
    expect(await store.list()).toEqual([])
    await store.save(stateOf('a'))
    await store.save(stateOf('b'))
    await store.save(stateOf('a', 'order-a'))
    expect((await store.list()).sort((one, other) => (one.quote.quote_id < other.quote.quote_id ? -1 : 1))).toEqual([
      stateOf('a', 'order-a'),
      stateOf('b'),
    ])
    await store.remove(stateOf('a'))
    expect(await store.list()).toEqual([stateOf('b')])
  })
})

describe('fileStore', () => {
  it('lets no other account read, leaves nothing half-written, and stays in its folder', async () => {
    const place = join(folder, 'modes')
    await fileStore(place).save(stateOf('../../evil'))
    const [name = ''] = readdirSync(place)
    expect(readdirSync(place)).toEqual(['______evil.json'])
    expect(statSync(join(place, name)).mode & 0o777).toBe(0o600)
    expect(statSync(place).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(place, name), 'utf8')).toContain(secret)
  })
})

describe('indexedDbStore', () => {
  it('opens again with the same key, which nothing can read out', async () => {
    await indexedDbStore({ name: 'again' }).save(stateOf('a'))
    expect(await indexedDbStore({ name: 'again' }).list()).toEqual([stateOf('a')])
  })

  it('keeps no secret in clear', async () => {
    await indexedDbStore({ name: 'sealed' }).save(stateOf('a'))
    const stored = await rawValues('sealed')
    expect(stored).not.toContain('7777')
    expect(stored.length).toBeGreaterThan(0)
  })
})

/** The text that a copy of the database's files would show. */
async function rawValues(name: string): Promise<string> {
  const { indexedDB } = globalThis as unknown as {
    indexedDB: { open(name: string): { result: never; onsuccess: () => void } }
  }
  const request = indexedDB.open(name)
  await new Promise<void>((resolve) => {
    request.onsuccess = resolve
  })
  const db = request.result as { transaction(n: string): { objectStore(n: string): { getAll(): typeof request } } }
  const all = db.transaction('swaps').objectStore('swaps').getAll()
  await new Promise<void>((resolve) => {
    all.onsuccess = resolve
  })
  return (all.result as { data: ArrayBuffer }[]).map(({ data }) => Buffer.from(data).toString('latin1')).join()
}
