import type { Sql } from '@tandem/service-kit'
import { LRUCache } from 'lru-cache'
import { arrayOf, prepared } from '../../db/statements.ts'
import type { Order } from '../domain/order.ts'
import { intentJoins, orderOf, orderRevision, orderSelect } from './order.rows.ts'

const selectOrders = prepared('revisedOrder order_json revision')(`
SELECT ${orderSelect}, ${orderRevision} AS revision FROM orders o ${intentJoins}
WHERE o.order_id = ANY(${arrayOf('$1', 'uuid')})`)

const selectUnchanged = prepared('unchangedOrder order_id')(`
SELECT o.order_id::text FROM unnest(${arrayOf('$1', 'uuid')}, ${arrayOf('$2', 'text')}) AS known (order_id, revision)
JOIN orders o ON o.order_id = known.order_id ${intentJoins} WHERE ${orderRevision} = known.revision`)

type Remembered = { readonly revision: string; readonly order: Order }

/**
 * Reads orders as they stand. Clients poll the same orders: of those that are remembered PostgreSQL compares only the
 * revision, and every reader of an unchanged order gets the same object.
 * @param most orders that are remembered: those that were asked for last.
 */
export function readerOfOrders(sql: Sql, most: number): (orderIds: readonly string[]) => Promise<Map<string, Order>> {
  const remembered = new LRUCache<string, Remembered>({ max: most })
  const unchanged = async (orderIds: readonly string[]): Promise<Map<string, Order>> => {
    const known = orderIds.flatMap((orderId) => remembered.get(orderId) ?? [])
    if (known.length === 0) return new Map()
    const asked = [known.map(({ order }) => order.orderId), known.map(({ revision }) => revision)]
    const rows = await sql.query(selectUnchanged, asked)
    const ids = new Set(rows.map(({ order_id }) => order_id))
    const same = known.filter(({ order }) => ids.has(order.orderId))
    return new Map(same.map(({ order }) => [order.orderId, order]))
  }
  return async (orderIds) => {
    const orders = await unchanged(orderIds)
    const others = orderIds.filter((orderId) => !orders.has(orderId))
    if (others.length === 0) return orders
    for (const row of await sql.query(selectOrders, [others])) {
      const order = orderOf(row)
      orders.set(order.orderId, order)
      remembered.set(order.orderId, { revision: row.revision, order })
    }
    return orders
  }
}
