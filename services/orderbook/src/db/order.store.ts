import { batchedRead, preparedCommand, type Sql, type SqlDatabase } from '@tandem/service-kit'
import type { Address } from 'viem'
import { orderedWithinSecs } from '../domain/quote.ts'
import type { OrderReader, OrderWriter } from '../usecases/ports.ts'
import { violatedConstraint } from './errors.ts'
import { newIntentColumns } from './intent-columns.ts'
import {
  intentJoins,
  newOrderColumns,
  newOrderRows,
  orderOf,
  orderSelect,
  quoteColumns,
  quoteRow,
} from './order.rows.ts'
import { hotReads, prepared } from './statements.ts'

const of = (alias: string, columns: readonly string[]) => columns.map((column) => `${alias}.${column}`).join(', ')

/**
 * Consumes the quote and inserts everything in one statement. Of many statements with one quote the first takes its
 * row, and the others insert nothing. A remote quote is stored here. No order comes after its maker's time, however
 * long this process stood still.
 */
export const insertOrder = preparedCommand(`
WITH consumed AS (
  INSERT INTO quotes (${quoteColumns.join(', ')})
  SELECT ${quoteColumns.join(', ')} FROM jsonb_populate_record(NULL::quotes, $1::jsonb)
  ON CONFLICT (quote_id) DO UPDATE SET consumed_at = excluded.consumed_at WHERE quotes.consumed_at IS NULL
    AND (quotes.maker_quote IS NULL OR quotes.expires_at + interval '${orderedWithinSecs} seconds' > clock_timestamp())
  RETURNING quote_id
), inserted AS (
  INSERT INTO orders (${newOrderColumns.join(', ')})
  SELECT ${of('o', newOrderColumns)} FROM consumed JOIN jsonb_populate_record(NULL::orders, $2::jsonb) o ON o.quote_id = consumed.quote_id
  RETURNING order_id, status, created_at
), sides AS (
  INSERT INTO intents (${newIntentColumns.join(', ')})
  SELECT ${of('i', newIntentColumns)} FROM inserted JOIN jsonb_populate_recordset(NULL::intents, $3::jsonb) i ON i.order_id = inserted.order_id
), first_event AS (
  INSERT INTO order_events (order_id, order_seq, type, status, created_at)
  SELECT order_id, 1, 'order.created', status, created_at FROM inserted
)
SELECT order_id::text FROM inserted`)

const ordersWhere = (where: string) =>
  prepared('order order_json')(`SELECT ${orderSelect} FROM orders o ${intentJoins} WHERE ${where}`)

export const selectOrder = ordersWhere('o.order_id = $1::uuid')

const selectVaults = prepared('vault')('SELECT DISTINCT swap_id FROM intents WHERE swap_id = ANY($1::text[])')

const selectOrders = ordersWhere('o.order_id = ANY($1::uuid[])')

const selectConsumed = prepared('consumed')(`
SELECT consumed_at IS NOT NULL AS is_consumed FROM quotes WHERE quote_id = $1::uuid`)

/** An unconsumed quote without an order is over by the database's clock. */
async function whyNone(sql: Sql, quoteId: string): Promise<'quote_consumed' | 'quote_expired'> {
  const [row] = await sql.query(selectConsumed, [quoteId])
  return row?.is_consumed === false ? 'quote_expired' : 'quote_consumed'
}

export function makeOrderStore(sql: SqlDatabase): OrderReader & OrderWriter {
  const find = batchedRead({
    readMany: async (orderIds: readonly string[]) => {
      const [only] = orderIds
      const rows =
        orderIds.length === 1 ? await sql.query(selectOrder, [only]) : await sql.query(selectOrders, [orderIds])
      return new Map(rows.map(orderOf).map((order) => [order.orderId, order]))
    },
    nameOf: (orderId) => orderId,
    ...hotReads,
  })
  const vault = batchedRead({
    readMany: async (addresses: readonly Address[]) => {
      const rows = await sql.query(selectVaults, [addresses])
      return new Map(rows.map(({ swap_id }) => [swap_id, true as const]))
    },
    nameOf: (address) => address,
    ...hotReads,
  })
  return {
    find,
    isVault: async (address) => (await vault(address)) === true,
    create: async (order, quote, withOrder) => {
      const rows = newOrderRows(order)
      const params = [quoteRow(quote, order.createdAt, order.createdAt), rows.order, rows.intents].map((part) =>
        JSON.stringify(part),
      )
      try {
        if (withOrder === undefined)
          return (await sql.query(insertOrder, params)).length === 1 ? 'created' : await whyNone(sql, quote.quoteId)
        return await sql.transaction(async (tx) => {
          if ((await tx.query(insertOrder, params)).length === 0) return whyNone(tx, quote.quoteId)
          await withOrder(tx)
          return 'created'
        })
      } catch (error) {
        const violated = violatedConstraint(error)
        if (violated === 'orders_commitment_hash_key') return 'commitment_reused'
        if (violated === 'orders_quote_id_key') return 'quote_consumed'
        throw error
      }
    },
  }
}
