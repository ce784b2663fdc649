import { deepEqual } from 'node:assert/strict'
import {
  IDEMPOTENCY_LOCK_SECS,
  IDEMPOTENCY_TTL_SECS,
  type IdempotencyKey,
  type IdempotencyStore,
  type StoredAnswer,
} from './idempotency.ts'
import type { Statement } from './statement.ts'

/** Makes a statement of a test. Nothing checks the type of its rows. */
export const unchecked = <Row = never>(text: string): Statement<Row> => text as Statement<Row>

/** An idempotency store in memory. `now` answers in unix milliseconds. */
export type MakeIdempotencyStore = (now: () => number) => IdempotencyStore

export const memoryIdempotencyStore: MakeIdempotencyStore = (now) => {
  const entries = new Map<string, { fingerprint: string; beganAt: number; answer?: StoredAnswer }>()
  const nameOf = ({ scope, key }: IdempotencyKey) => JSON.stringify([scope, key])
  return {
    async begin(id, fingerprint) {
      const found = entries.get(nameOf(id))
      const lifeSecs = found?.answer === undefined ? IDEMPOTENCY_LOCK_SECS : IDEMPOTENCY_TTL_SECS
      if (found === undefined || now() >= found.beganAt + lifeSecs * 1000) {
        const lease = now()
        entries.set(nameOf(id), { fingerprint, beganAt: lease })
        return { state: 'started', lease }
      }
      if (found.answer === undefined) return { state: 'running', fingerprint: found.fingerprint }
      return { state: 'finished', fingerprint: found.fingerprint, answer: found.answer }
    },
    async finish(id, answer, lease) {
      const found = entries.get(nameOf(id))
      if (found?.beganAt !== lease || found.answer !== undefined) return false
      found.answer = answer
      return true
    },
    async release(id, lease) {
      const found = entries.get(nameOf(id))
      if (found?.beganAt === lease && found.answer === undefined) entries.delete(nameOf(id))
    },
  }
}

const answer: StoredAnswer = {
  status: 201,
  location: '/orders/1',
  body: { status: 'Success', result: { amount: '1', nothing: null, list: [1, 'two'] } },
}
let keys = 0
const freshKey = (): IdempotencyKey => ({ scope: 'open /orders', key: `contract-${process.pid}-${++keys}` })

async function start(store: IdempotencyStore, key: IdempotencyKey): Promise<number> {
  const found = await store.begin(key, 'print')
  if (found.state !== 'started') throw new Error(`the key is ${found.state}`)
  return found.lease
}

/** What every {@link IdempotencyStore} must do: `it.each(checks)('%s', (_name, check) => check(make))`. */
export const idempotencyStoreContract: [string, (make: MakeIdempotencyStore) => Promise<void>][] = [
  [
    'lets one of many at once start',
    async (make) => {
      const [store, key] = [make(Date.now), freshKey()]
      const states = await Promise.all(Array.from({ length: 20 }, () => store.begin(key, 'print')))
      deepEqual(states.map(({ state }) => state).sort(), [...Array(19).fill('running'), 'started'])
    },
  ],
  [
    'says whose fingerprint runs',
    async (make) => {
      const [store, key] = [make(Date.now), freshKey()]
      await store.begin(key, 'first')
      deepEqual(await store.begin(key, 'second'), { state: 'running', fingerprint: 'first' })
    },
  ],
  [
    'gives a finished answer back as it was',
    async (make) => {
      const [store, key] = [make(Date.now), freshKey()]
      deepEqual(await store.finish(key, answer, await start(store, key)), true)
      deepEqual(await store.begin(key, 'other'), { state: 'finished', fingerprint: 'print', answer })
    },
  ],
  [
    'lets a released key start again, and keeps a finished one',
    async (make) => {
      const [store, key] = [make(Date.now), freshKey()]
      await store.release(key, await start(store, key))
      const lease = await start(store, key)
      await store.finish(key, answer, lease)
      await store.release(key, lease)
      deepEqual(await store.begin(key, 'print'), { state: 'finished', fingerprint: 'print', answer })
    },
  ],
  [
    'keeps the same key of another scope apart',
    async (make) => {
      const [store, key] = [make(Date.now), freshKey()]
      await store.begin(key, 'print')
      deepEqual((await store.begin({ ...key, scope: 'client /orders' }, 'print')).state, 'started')
    },
  ],
  [
    'frees a key whose process died, to one of many',
    async (make) => {
      let now = Date.now()
      const [store, key] = [make(() => now), freshKey()]
      await store.begin(key, 'print')
      now += IDEMPOTENCY_LOCK_SECS * 1000 - 1
      deepEqual((await store.begin(key, 'print')).state, 'running')
      now += 1
      const states = await Promise.all([1, 2, 3].map(() => store.begin(key, 'again')))
      deepEqual(states.map(({ state }) => state).sort(), ['running', 'running', 'started'])
    },
  ],
  [
    'lets a request that was overtaken neither finish nor release the key',
    async (make) => {
      let now = Date.now()
      const [store, key] = [make(() => now), freshKey()]
      const overtaken = await start(store, key)
      now += IDEMPOTENCY_LOCK_SECS * 1000
      const lease = await start(store, key)
      deepEqual(await store.finish(key, answer, overtaken), false)
      await store.release(key, overtaken)
      deepEqual(await store.finish(key, answer, lease), true)
      deepEqual(await store.finish(key, { ...answer, status: 200 }, lease), false)
    },
  ],
  [
    'forgets a finished key after its time',
    async (make) => {
      let now = Date.now()
      const [store, key] = [make(() => now), freshKey()]
      await store.finish(key, answer, await start(store, key))
      now += IDEMPOTENCY_TTL_SECS * 1000 - 1
      deepEqual((await store.begin(key, 'print')).state, 'finished')
      now += 1
      deepEqual((await store.begin(key, 'print')).state, 'started')
    },
  ],
]
