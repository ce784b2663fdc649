/** Builds the statements whose text depends on a request, for `scripts/sql-rows.ts`. */
import type { SqlDatabase } from '@tandem/service-kit'
import { makeOrderLister } from '../src/orders/db/order-list.store.ts'

const sql: SqlDatabase = { query: async () => [], transaction: (work) => work(sql) }
const lister = makeOrderLister(sql, 1)
const from = { offset: 0 }
const filters = [
  {},
  { userId: 'user' },
  { statuses: ['created'] as const },
  { asset: 'a:b', sourceChain: 'a', destChain: 'b', updatedAfter: new Date(0) },
  { address: '0x', createdAfter: new Date(0), createdBefore: new Date(0) },
  { orderIds: [], swapId: '0x', txHash: '0x', commitmentHash: '0x' },
]
const after = { at: new Date(0), orderId: '00000000-0000-0000-0000-000000000000' }

for (const filter of filters) {
  await lister.list({ filter, direction: 'desc', limit: 1, from })
  await lister.list({ filter, direction: 'asc', limit: 1, from: { after } })
  await lister.countUpTo(filter, 1)
}
