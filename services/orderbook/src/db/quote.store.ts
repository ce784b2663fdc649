import type { MakerQuoteWire } from '@tandem/contracts'
import { prepared, type SqlDatabase } from '@tandem/service-kit'
import type { Address } from 'viem'
import { cancelAfterOf, type Quote, type RouteType } from '../domain/quote.ts'
import type { QuoteClaims } from '../usecases/create-order.ts'
import type { QuoteWriter } from '../usecases/create-quote.ts'
import type { QuoteSource } from '../usecases/ports.ts'
import { quoteColumns, quoteRow } from './order.rows.ts'

type QuoteRow = {
  quote_id: string
  source_asset: string
  source_amount: string
  destination_asset: string
  destination_amount: string
  route_type: string
  fee_bips: number
  source_token_price: string
  dest_token_price: string
  source_solver_address: string
  dest_solver_address: string
  hop_relayer_fee: string | null
  integrator: Address | null
  integrator_fee: string | null
  network_fee: string | null
  initiate_by: number | null
  fill_by: number | null
  source_cancel_after: number | null
  dest_cancel_after: number | null
  free_option_secs: number | null
  maker_quote: MakerQuoteWire | null
  /** Times are texts. */
  runners_up: QuoteRow[] | null
  expires_at: Date | string
  consumed?: boolean
}

export const selectQuote = prepared(`
SELECT quote_id::text, source_asset, source_amount::text, destination_asset, destination_amount::text, route_type,
  fee_bips, source_token_price, dest_token_price, source_solver_address, dest_solver_address, hop_relayer_fee::text,
  integrator, integrator_fee::text, network_fee::text, initiate_by::float8, fill_by::float8, source_cancel_after::float8, dest_cancel_after::float8,
  free_option_secs::float8, maker_quote, runners_up, expires_at, consumed_at IS NOT NULL AS consumed
FROM quotes WHERE quote_id = $1::uuid`)

const insertQuote = prepared(`
INSERT INTO quotes (${quoteColumns.join(', ')})
SELECT ${quoteColumns.join(', ')} FROM jsonb_populate_record(NULL::quotes, $1::jsonb)
ON CONFLICT (quote_id) DO NOTHING`)

/**
 * Of two hashes the second waits and finds the quote claimed. The order's insertion finds an order with the same hash.
 */
const claimQuote = prepared(`
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
    find: async (quoteId) => {
      const [row] = await sql.query<QuoteRow>(selectQuote, [quoteId])
      return row === undefined ? undefined : quoteOf(row)
    },
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
      type Row = { order_id: string | null; is_reused: boolean }
      const [row] = await sql.query<Row>(claimQuote, [quoteId, commitmentHash, orderId])
      if (row?.order_id != null) return { orderId: row.order_id }
      return row?.is_reused === true ? 'commitment_reused' : 'quote_consumed'
    },
  }
}

function quoteOf(row: QuoteRow): Quote {
  return {
    quoteId: row.quote_id,
    source: { asset: row.source_asset, amount: BigInt(row.source_amount) },
    destination: { asset: row.destination_asset, amount: BigInt(row.destination_amount) },
    routeType: row.route_type as RouteType,
    feeBips: row.fee_bips,
    sourceTokenPrice: row.source_token_price,
    destTokenPrice: row.dest_token_price,
    sourceSolverAddress: row.source_solver_address as Address,
    destSolverAddress: row.dest_solver_address as Address,
    hopRelayerFee: row.hop_relayer_fee === null ? null : BigInt(row.hop_relayer_fee),
    integratorFee:
      row.integrator === null ? null : { address: row.integrator, amount: BigInt(row.integrator_fee ?? '0') },
    networkFee: row.network_fee === null ? null : BigInt(row.network_fee),
    initiateBy: row.initiate_by,
    fillBy: row.fill_by,
    cancelAfter: cancelAfterOf(row.source_cancel_after, row.dest_cancel_after),
    freeOptionSecs: row.free_option_secs,
    makerQuote: row.maker_quote,
    runnersUp: (row.runners_up ?? []).map(quoteOf),
    expiresAt: new Date(row.expires_at),
    consumed: row.consumed ?? false,
  }
}
