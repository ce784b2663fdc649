export interface DbRequest<T = unknown> {
  readonly result: T
  readonly error: unknown
  onsuccess: (() => void) | null
  onerror: (() => void) | null
}

export interface DbStore {
  put(value: unknown, key: string): DbRequest
  add(value: unknown, key: string): DbRequest
  get(key: string): DbRequest
  getAll(): DbRequest
  getAllKeys(): DbRequest
  delete(key: string): DbRequest
}

export interface DbTransaction {
  readonly error: unknown
  oncomplete: (() => void) | null
  onabort: (() => void) | null
  objectStore(name: string): DbStore
}

export interface Db {
  createObjectStore(name: string): DbStore
  transaction(name: string, mode: 'readonly' | 'readwrite', options?: { durability: 'strict' }): DbTransaction
}

export interface DbFactory {
  open(name: string, version: number): DbRequest<Db> & { onupgradeneeded: (() => void) | null }
}
