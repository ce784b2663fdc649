import { batchedRead, preparedCommand, type SqlDatabase } from '@tandem/service-kit'
import { arrayOf, hotReads, prepared } from '../../db/statements.ts'
import { columnsOf, jsonFields } from '../../fields.ts'
import type { QuoteWriter } from '../create-quote.ts'
import { orderedWithinSecs } from '../domain/quote.ts'
import type { QuoteClaims, QuoteSource } from '../ports.ts'
import { quoteOfJson, quoteRow } from '../quote.codec.ts'

/** Whether a quote can still be ordered, by the database's clock. A maker was told how long to hold money for its quote. */
export const isInMakersTime = `(quotes.maker_quote IS NULL OR quotes.expires_at + interval '${orderedWithinSecs} seconds' > clock_timestamp())`

/**
 * Hand-written SQL, as is the insertion, because every order reads a quote and Prisma's client takes
 * several times as long.
 */
export const selectQuotes = prepared('quote *')(`
SELECT q.quote_id::text, json_build_object(${jsonFields('quotes', 'q')})::text AS quote_json
FROM quotes q WHERE q.quote_id = ANY(${arrayOf('$1', 'uuid')})`)

const names = columnsOf('quotes').join(', ')
const insertQuote = preparedCommand(`
INSERT INTO quotes (${names}) SELECT ${names} FROM jsonb_populate_record(NULL::quotes, $1::jsonb)
ON CONFLICT (quote_id) DO NOTHING`)

/**
 * Hand-written SQL, because requests for one quote race: when two have different hashes, the second
 * one waits and finds the quote claimed. An order that gets the same hash at the same moment is found
 * only when the order is inserted.
 */
const claimQuote = prepared('claimedQuote is_reused')(`
WITH claimed AS (
  UPDATE quotes SET claimed_hash = $2, claimed_order_id = coalesce(claimed_order_id, $3::uuid)
  WHERE quote_id = $1::uuid AND consumed_at IS NULL AND coalesce(claimed_hash, $2) = $2
    AND NOT EXISTS (SELECT 1 FROM orders WHERE commitment_hash = $2)
  RETURNING claimed_order_id
)
SELECT (SELECT claimed_order_id::text FROM claimed) AS order_id,
  EXISTS (SELECT 1 FROM orders WHERE commitment_hash = $2 AND quote_id <> $1::uuid) AS is_reused`)

/** Stores and claims quotes. Their consumption is part of the insertion of orders, in order.store.ts. */
export function makeQuoteStore(sql: SqlDatabase): QuoteSource & QuoteWriter & QuoteClaims {
  return {
    find: batchedRead({
      readMany: async (quoteIds: readonly string[]) => {
        const rows = await sql.query(selectQuotes, [quoteIds])
        return new Map(rows.map((row) => [row.quote_id, quoteOfJson(row.quote_json)]))
      },
      nameOf: (quoteId) => quoteId.toLowerCase(),
      ...hotReads,
    }),
    insert: async (quote, createdAt, withQuote) => {
      const row = [JSON.stringify(quoteRow(quote, createdAt, null))]
      if (withQuote === undefined) await sql.query(insertQuote, row)
      else
        await sql.transaction(async (tx) => {
          await tx.query(insertQuote, row)
          await withQuote(tx)
        })
    },
    claim: async ({ quoteId, commitmentHash, orderId }) => {
      const [row] = await sql.query(claimQuote, [quoteId, commitmentHash, orderId])
      if (row?.order_id != null) return { orderId: row.order_id }
      return row?.is_reused === true ? 'commitment_reused' : 'quote_consumed'
    },
  }
}
