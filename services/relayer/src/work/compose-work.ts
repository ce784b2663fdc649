import type { SecretBox } from '@tandem/service-kit'
import type { Observe } from '../admin/observe.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { makeHttpOrderbook } from '../orderbook/http-orderbook.ts'
import type { WakeQueue } from '../queue/wake-queue.ts'
import { type Archive, makeArchive } from '../retention/archive.store.ts'
import type { Clock } from '../transactions/ports.ts'
import { makeRelayerStore, type RelayerStore } from './db/relayer.store.ts'
import { makeWaitingStore } from './db/waiting.store.ts'
import type { Orderbook, WaitingStore, WorkTransactions } from './ports.ts'
import { makeWorkTransactions } from './submit-work.ts'

export type WorkPart = {
  readonly store: RelayerStore
  readonly waiting: WaitingStore
  readonly archive: Archive
  readonly transactions: WorkTransactions
  readonly orderbook: Orderbook
}

type Needs = {
  config: Pick<Config, 'orderbookUrl' | 'orderbookTimeoutMs' | 'orderbookApiKey'>
  database: Database
  box: SecretBox
  queue: Pick<WakeQueue, 'wake'>
  observe: Pick<Observe, 'moved'>
  now: Clock
}

/** What claims, initiations, refunds and the keeper share: the stored requests, and the orders that they are for. */
export function composeWork({ config, database, box, queue, observe, now }: Needs): WorkPart {
  const store = makeRelayerStore(database, box, now)
  return {
    store,
    waiting: makeWaitingStore(database, box, now),
    archive: makeArchive(database, now),
    transactions: makeWorkTransactions({
      store,
      observe,
      onDue: ({ id, chain, orderId }) => queue.wake({ id, chain, orderId }),
      now,
    }),
    orderbook: makeHttpOrderbook({
      url: config.orderbookUrl,
      timeoutMs: config.orderbookTimeoutMs,
      apiKey: config.orderbookApiKey,
    }),
  }
}
