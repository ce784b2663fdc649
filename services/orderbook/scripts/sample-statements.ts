/** Makes the statements whose text depends on a request, for `scripts/sql-rows.ts`. */
import type { Sql } from '@tandem/service-kit'
import { factTypes } from '../src/db/intent-columns.ts'
import { makeOrderLister } from '../src/orders/db/order-list.store.ts'
import { differing } from '../src/watcher/db/replay.store.ts'

const sql: Sql = { query: async () => [] }
const lister = makeOrderLister(sql)
const from = { offset: 0 }
const filters = [
  {},
  { userId: 'user' },
  { statuses: ['created'] as const },
  { asset: 'a:b', sourceChain: 'a' },
  { address: '0x' },
]
const after = { at: new Date(0), orderId: '00000000-0000-0000-0000-000000000000' }
const events = { after: 0, upTo: 1 }

for (const filter of filters) {
  for (const sort of ['created_at', 'updated_at'] as const) {
    await lister.list({ filter, sort, direction: 'desc', limit: 1, from, upToSeq: 1 })
    await lister.list({ filter, sort, direction: 'asc', limit: 1, from: { after }, upToSeq: undefined })
    await lister.listLate({ filter, sort, passed: after, events, limit: 1 })
  }
  await lister.count(filter, 1)
}
differing(
  'orders',
  ['order_id'],
  ['status', 'source_transition_at', 'dest_transition_at', 'completed_at', 'last_event_seq'],
)
differing('intents', ['order_id', 'side'], Object.keys(factTypes))
