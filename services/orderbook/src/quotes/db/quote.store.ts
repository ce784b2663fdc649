import { batchedRead, preparedCommand, type SqlDatabase } from '@tandem/service-kit'
import type { Rows } from '../../db/rows.ts'
import { arrayOf, hotReads, prepared } from '../../db/statements.ts'
import type { QuoteWriter } from '../create-quote.ts'
import { cancelAfterOf, type Quote } from '../domain/quote.ts'
import type { QuoteClaims, QuoteSource } from '../ports.ts'
import { quoteColumns, quoteRow } from './quote.rows.ts'

type QuoteRow = Rows['quote']
/** As `jsonb_populate_record` takes it: times are texts. */
export interface StoredRunnerUp extends Omit<QuoteRow, 'expires_at' | 'consumed' | 'runners_up'> {
  readonly expires_at: string
  readonly runners_up: StoredRunnerUp[] | null
}

export const selectQuotes = prepared('quote quote_id source_amount destination_amount')(`
SELECT quote_id::text, source_asset, source_amount::text, destination_asset, destination_amount::text, route_type,
  fee_bips, source_token_price, dest_token_price, source_solver_address, dest_solver_address, hop_relayer_fee::text,
  network_fee::text, initiate_by::float8, fill_by::float8, source_cancel_after::float8, dest_cancel_after::float8,
  free_option_secs::float8, maker_quote, runners_up, expires_at, consumed_at IS NOT NULL AS consumed
FROM quotes WHERE quote_id = ANY(${arrayOf('$1', 'uuid')})`)

const insertQuote = preparedCommand(`
INSERT INTO quotes (${quoteColumns.join(', ')})
SELECT ${quoteColumns.join(', ')} FROM jsonb_populate_record(NULL::quotes, $1::jsonb)
ON CONFLICT (quote_id) DO NOTHING`)

/**
 * Of two hashes the second waits and finds the quote claimed. The order's insertion finds an order with the same hash.
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

/** order.store.ts consumes them. */
export function makeQuoteStore(sql: SqlDatabase): QuoteSource & QuoteWriter & QuoteClaims {
  return {
    find: batchedRead({
      readMany: async (quoteIds: readonly string[]) => {
        const rows = await sql.query(selectQuotes, [quoteIds])
        return new Map(rows.map((row) => [row.quote_id, quoteOf(row)]))
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

function quoteOf(row: QuoteRow | StoredRunnerUp): Quote {
  return {
    quoteId: row.quote_id,
    source: { asset: row.source_asset, amount: BigInt(row.source_amount) },
    destination: { asset: row.destination_asset, amount: BigInt(row.destination_amount) },
    routeType: row.route_type,
    feeBips: row.fee_bips,
    sourceTokenPrice: row.source_token_price,
    destTokenPrice: row.dest_token_price,
    sourceSolverAddress: row.source_solver_address,
    destSolverAddress: row.dest_solver_address,
    hopRelayerFee: row.hop_relayer_fee === null ? null : BigInt(row.hop_relayer_fee),
    networkFee: row.network_fee === null ? null : BigInt(row.network_fee),
    initiateBy: row.initiate_by,
    fillBy: row.fill_by,
    cancelAfter: cancelAfterOf(row.source_cancel_after, row.dest_cancel_after),
    freeOptionSecs: row.free_option_secs,
    makerQuote: row.maker_quote,
    runnersUp: ((row.runners_up ?? []) as StoredRunnerUp[]).map(quoteOf),
    expiresAt: new Date(row.expires_at),
    consumed: 'consumed' in row && row.consumed,
  }
}
