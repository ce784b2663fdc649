import 'fake-indexeddb/auto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { hashSecret } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { SwapState } from '../swap-state.ts'
import type { Db, DbFactory } from './browser.ts'
import { indexedDbStore } from './browser.ts'
import { fileStore } from './node.ts'
import { memoryStore, type SwapStore } from './swap-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'tandem-store-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secret = `0x${'77'.repeat(32)}` as const
const otherSecret = `0x${'88'.repeat(32)}` as const
const stateOf = (secret: Hex, orderId: string | null = null, quoteId = 'q') =>
  ({ secret, orderId, quote: { quote_id: quoteId } }) as unknown as SwapState
const byOrder = (states: SwapState[]) => states.map(({ orderId }) => orderId).sort()

describe.each<[string, (name: string) => SwapStore]>([
  ['memoryStore', () => memoryStore()],
  ['fileStore', (name) => fileStore(join(folder, name))],
  ['indexedDbStore', (name) => indexedDbStore({ name })],
])('%s', (_name, make) => {
  it('gives back what was saved last, until it is removed', async () => {
    const store = make('one')
    expect(await store.list()).toEqual([])
    await store.save(stateOf(secret))
    await store.save(stateOf(otherSecret, 'order-b', 'b'))
    await store.save(stateOf(secret, 'order-a'))
    expect(byOrder(await store.list())).toEqual(['order-a', 'order-b'])
    await store.remove(stateOf(secret))
    expect(await store.list()).toEqual([stateOf(otherSecret, 'order-b', 'b')])
  })

  it('keeps two swaps to which the orderbook gave one quote_id, and forgets each alone', async () => {
    const store = make('same-quote')
    await store.save(stateOf(secret, 'order-a'))
    await store.save(stateOf(otherSecret, 'order-b'))
    expect(byOrder(await store.list())).toEqual(['order-a', 'order-b'])
    await store.remove(stateOf(otherSecret))
    expect(await store.list()).toEqual([stateOf(secret, 'order-a')])
  })
})

const browser = globalThis as unknown as { indexedDB: DbFactory; IDBDatabase: { prototype: Db } }

/**
 * Opens a connection as another tab would. The function that it returns deletes a swap in the database's next
 * transaction.
 */
async function otherTab(name: string) {
  const request = browser.indexedDB.open(name, 1)
  const db = await new Promise<Db>((resolve) => {
    request.onsuccess = () => resolve(request.result)
  })
  return (key: string) => void db.transaction('swaps', 'readwrite').objectStore('swaps').delete(key)
}

describe('fileStore', () => {
  it('lets no other account read, leaves nothing half-written, and stays in its folder', async () => {
    const place = join(folder, 'modes')
    await fileStore(place).save(stateOf(secret, null, '../../evil'))
    const name = `${hashSecret(secret)}.json`
    expect(readdirSync(place)).toEqual([name])
    expect(statSync(join(place, name)).mode & 0o777).toBe(0o600)
    expect(statSync(place).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(place, name), 'utf8')).toContain(secret)
  })
})

describe('indexedDbStore', () => {
  it('lists what one moment had, also while another tab writes', async () => {
    const store = indexedDbStore({ name: 'two-tabs' })
    await store.save(stateOf(secret, 'order-a'))
    await store.save(stateOf(otherSecret, 'order-b'))
    const forget = await otherTab('two-tabs')
    const { prototype } = browser.IDBDatabase
    const { transaction } = prototype
    // The other tab's transaction comes right after the first transaction of `list`.
    let isFirst = true
    prototype.transaction = function (this: Db, ...asked) {
      const made = transaction.apply(this, asked)
      if (isFirst) {
        isFirst = false
        forget(hashSecret(secret))
      }
      return made
    }
    const listed = await store.list().finally(() => {
      prototype.transaction = transaction
    })
    expect(byOrder(listed)).toEqual(['order-a', 'order-b'])
    expect(byOrder(await store.list())).toEqual(['order-b'])
  })

  it('opens again with the same key, which nothing can read out', async () => {
    await indexedDbStore({ name: 'again' }).save(stateOf(secret))
    expect(await indexedDbStore({ name: 'again' }).list()).toEqual([stateOf(secret)])
  })

  it('keeps no secret in clear', async () => {
    await indexedDbStore({ name: 'sealed' }).save(stateOf(secret))
    const stored = await rawValues('sealed')
    expect(stored).not.toContain('7777')
    expect(stored.length).toBeGreaterThan(0)
  })
})

/** All values of the database as text, as somebody would see them in a copy of its files. */
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
