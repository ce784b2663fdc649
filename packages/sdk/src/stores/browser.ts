import type { SwapState } from '../swap-state.ts'
import { type SwapStore, storeOver } from './swap-store.ts'

interface DbRequest<T = unknown> {
  readonly result: T
  readonly error: unknown
  onsuccess: (() => void) | null
  onerror: (() => void) | null
}

type DbStore = Record<'put' | 'add' | 'get' | 'getAll' | 'getAllKeys' | 'delete', (...given: unknown[]) => DbRequest>

interface DbTransaction {
  readonly error: unknown
  oncomplete: (() => void) | null
  onabort: (() => void) | null
  objectStore(name: string): DbStore
}

export interface Db {
  createObjectStore(name: string): unknown
  transaction(name: string, mode: 'readonly' | 'readwrite', options?: { durability: 'strict' }): DbTransaction
}

export interface DbFactory {
  open(name: string, version: number): DbRequest<Db> & { onupgradeneeded: (() => void) | null }
}

type SealingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/**
 * Keeps swaps in IndexedDB, encrypted with AES-GCM under a key that cannot be exported from the browser. Code that runs
 * in the page can still read them.
 *
 * @param options.name the name of the database; `tandem-swaps` by default.
 * @example
 * const swap = await Swap.start(request, { client, network, evidence, save: indexedDbStore().save })
 */
export function indexedDbStore({ name = 'tandem-swaps' }: { name?: string } = {}): SwapStore {
  let opened: Promise<{ db: Db; key: SealingKey }> | undefined
  const open = () => {
    opened ??= openDatabase(name).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  const unsealed = async (key: SealingKey, name: string, { iv, data }: Sealed) => {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: nameBytes(name) }, key, data)
    return JSON.parse(new TextDecoder().decode(text)) as SwapState
  }
  return storeOver({
    async all() {
      const { db, key } = await open()
      // Names and values are read in one transaction, because another tab may write between two reads.
      const [names, sealed] = await inStore(db, 'swaps', 'readonly', (swaps) =>
        Promise.all([
          settled(swaps.getAllKeys() as DbRequest<string[]>),
          settled(swaps.getAll() as DbRequest<Sealed[]>),
        ]),
      )
      return Promise.all(sealed.map((one, index) => unsealed(key, String(names[index]), one)))
    },
    async put(name, state) {
      const { db, key } = await open()
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = new TextEncoder().encode(JSON.stringify(state))
      const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: nameBytes(name) }, key, text)
      await inStore(db, 'swaps', 'readwrite', (swaps) => settled(swaps.put({ iv, data } satisfies Sealed, name)))
    },
    async delete(name) {
      const { db } = await open()
      await inStore(db, 'swaps', 'readwrite', (swaps) => settled(swaps.delete(name)))
    },
  })
}

const nameBytes = (name: string) => new TextEncoder().encode(name)

async function openDatabase(name: string): Promise<{ db: Db; key: SealingKey }> {
  const { indexedDB } = globalThis as unknown as { indexedDB: DbFactory }
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('swaps')
    request.result.createObjectStore('keys')
  }
  const db = await settled(request)
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // When another tab has stored a key already, `add` fails, and that key is used.
  await inStore(db, 'keys', 'readwrite', (keys) => settled(keys.add(made, 'key'))).catch(() => undefined)
  const key = await inStore(db, 'keys', 'readonly', (keys) => settled(keys.get('key') as DbRequest<SealingKey>))
  return { db, key }
}

async function inStore<T>(
  db: Db,
  name: 'swaps' | 'keys',
  mode: 'readonly' | 'readwrite',
  ask: (store: DbStore) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction(name, mode, { durability: 'strict' })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser did not keep the swap'))
  })
  const [answer] = await Promise.all([ask(transaction.objectStore(name)), done])
  return answer
}

const settled = <T>(request: DbRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
