import { batched, batchedRead, type Sql, type SqlDatabase, statementLimits } from '@tandem/service-kit'
import type { Address } from 'viem'
import { violatedConstraint } from '../../db/errors.ts'
import { arrayOf, hotReads, prepared } from '../../db/statements.ts'
import { columnsOf } from '../../fields.ts'
import { isInMakersTime } from '../../quotes/db/quote.store.ts'
import type { Quote } from '../../quotes/domain/quote.ts'
import { quoteRow } from '../../quotes/quote.codec.ts'
import type { NewOrder, OrderReader, OrderWriter } from '../ports.ts'
import { intentJoins, newOrderRows, orderOf, orderSelect } from './order.rows.ts'

type Table = Parameters<typeof columnsOf>[0]
const names = (table: Table) => columnsOf(table).join(', ')
const namesOf = (alias: string, table: Table) =>
  columnsOf(table)
    .map((column) => `${alias}.${column}`)
    .join(', ')

/**
 * Consumes quotes and inserts their orders, intents and first events in one statement of SQL, because creations race for
 * a quote. When several orders have the same quote, the first one gets it and the others are not inserted. The quote of a
 * remote service is stored here. The database's clock decides whether the maker's time is over, however long this process
 * was suspended. Quotes are locked by identifier, then hashes in their order, so that two statements never deadlock.
 */
export const insertOrders = prepared('insertedOrder order_id')(`
WITH consumed AS (
  INSERT INTO quotes (${names('quotes')})
  SELECT DISTINCT ON (quote_id) ${names('quotes')} FROM jsonb_populate_recordset(NULL::quotes, $1::jsonb)
  ORDER BY quote_id
  ON CONFLICT (quote_id) DO UPDATE SET consumed_at = excluded.consumed_at WHERE quotes.consumed_at IS NULL
    AND ${isInMakersTime}
  RETURNING quote_id
), inserted AS (
  INSERT INTO orders (${names('orders')})
  SELECT ${namesOf('o', 'orders')} FROM consumed JOIN (
    SELECT DISTINCT ON (quote_id) * FROM jsonb_populate_recordset(NULL::orders, $2::jsonb) ORDER BY quote_id
  ) o ON o.quote_id = consumed.quote_id
  ORDER BY o.commitment_hash
  RETURNING order_id, status, created_at
), sides AS (
  INSERT INTO intents (${names('intents')})
  SELECT ${namesOf('i', 'intents')} FROM inserted JOIN jsonb_populate_recordset(NULL::intents, $3::jsonb) i ON i.order_id = inserted.order_id
)
INSERT INTO order_events (order_id, order_seq, type, status, created_at)
SELECT order_id, 1, 'order.created', status, created_at FROM inserted
RETURNING order_id::text`)

/**
 * This statement and the next two are SQL, because these reads are hot: Prisma's client takes five times the processor
 * time for an order.
 */
const selectOrders = prepared('order order_json')(`
SELECT ${orderSelect} FROM orders o ${intentJoins} WHERE o.order_id = ANY(${arrayOf('$1', 'uuid')})`)

const selectVaults = prepared('vault')(
  `SELECT DISTINCT swap_id FROM intents WHERE swap_id = ANY(${arrayOf('$1', 'text')})`,
)

const selectConsumed = prepared('consumed')(`
SELECT consumed_at IS NOT NULL AS is_consumed FROM quotes WHERE quote_id = $1::uuid`)

/** Why no order was inserted. A quote that is still not consumed was too late by the database's clock. */
async function whyNone(sql: Sql, quoteId: string): Promise<'quote_consumed' | 'quote_expired'> {
  const [row] = await sql.query(selectConsumed, [quoteId])
  return row?.is_consumed === false ? 'quote_expired' : 'quote_consumed'
}

type NewOrderOf = { readonly order: NewOrder; readonly quote: Quote }
type Outcome = Awaited<ReturnType<OrderWriter['create']>>

async function insert(sql: Sql, made: readonly NewOrderOf[]): Promise<Outcome[]> {
  const rows = made.map(({ order }) => newOrderRows(order))
  const quotes = made.map(({ order, quote }) => quoteRow(quote, order.createdAt, order.createdAt))
  const params = [quotes, rows.map(({ order }) => order), rows.flatMap(({ intents }) => intents)]
  const inserted = await sql.query(
    insertOrders,
    params.map((part) => JSON.stringify(part)),
  )
  const ids = new Set(inserted.map(({ order_id }) => order_id))
  return Promise.all(
    made.map(({ order, quote }) => (ids.has(order.orderId) ? ('created' as const) : whyNone(sql, quote.quoteId))),
  )
}

/**
 * Turns a violated constraint into a refusal: the quote or the hash belongs to another order.
 * @throws every other error.
 */
function refusalOf(error: unknown): Outcome {
  const violated = violatedConstraint(error)
  if (violated === 'orders_commitment_hash_key') return 'commitment_reused'
  if (violated === 'orders_quote_id_key') return 'quote_consumed'
  throw error
}

/**
 * Inserts several orders together. One refused order undoes its whole statement, after which each order is inserted alone.
 */
async function insertTogether(sql: Sql, made: readonly NewOrderOf[]): Promise<Outcome[]> {
  try {
    return await insert(sql, made)
  } catch (error) {
    const refusal = refusalOf(error)
    if (made.length === 1) return [refusal]
    return (await Promise.all(made.map((one) => insertTogether(sql, [one])))).flat()
  }
}

export function makeOrderStore(sql: SqlDatabase): OrderReader & OrderWriter {
  const find = batchedRead({
    readMany: async (orderIds: readonly string[]) => {
      const orders = (await sql.query(selectOrders, [orderIds])).map(orderOf)
      return new Map(orders.map((order) => [order.orderId, order]))
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
  const create = batched<NewOrderOf, Outcome>({ doMany: (made) => insertTogether(sql, made), ...statementLimits })
  return {
    find,
    isVault: async (address) => (await vault(address)) === true,
    create: async (order, quote, withOrder) => {
      if (withOrder === undefined) return create({ order, quote })
      const alone = sql.transaction(async (tx) => {
        const [outcome = 'quote_consumed'] = await insert(tx, [{ order, quote }])
        if (outcome === 'created') await withOrder(tx)
        return outcome
      })
      return alone.catch(refusalOf)
    },
  }
}
