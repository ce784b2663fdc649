import type { Address } from 'viem'
import type { Quote, RouteType } from '../domain/quote.ts'
import type { QuoteWriter } from '../usecases/create-quote.ts'
import type { QuoteSource } from '../usecases/ports.ts'
import { type Db, prepared } from './client.ts'

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
  expires_at: Date
  consumed: boolean
}

export const selectQuote = prepared(`
SELECT quote_id::text, source_asset, source_amount::text, destination_asset, destination_amount::text, route_type,
  fee_bips, source_token_price, dest_token_price, source_solver_address, dest_solver_address, hop_relayer_fee::text,
  expires_at, consumed_at IS NOT NULL AS consumed
FROM quotes WHERE quote_id = $1::uuid`)

/** The desk's quotes. Consumption happens with the order's insertion (order.store.ts). */
export function makeQuoteStore(db: Db): QuoteSource & QuoteWriter {
  return {
    find: async (quoteId) => {
      const [row] = await db.$queryRawUnsafe<QuoteRow[]>(selectQuote, quoteId)
      return row === undefined ? undefined : quoteOf(row)
    },
    insert: async (quote, createdAt) => {
      await db.quote.create({ data: { ...rowOf(quote), createdAt } })
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
    expiresAt: row.expires_at,
    consumed: row.consumed,
  }
}

function rowOf(quote: Quote) {
  return {
    quoteId: quote.quoteId,
    sourceAsset: quote.source.asset,
    sourceAmount: String(quote.source.amount),
    destinationAsset: quote.destination.asset,
    destinationAmount: String(quote.destination.amount),
    routeType: quote.routeType,
    feeBips: quote.feeBips,
    sourceTokenPrice: quote.sourceTokenPrice,
    destTokenPrice: quote.destTokenPrice,
    sourceSolverAddress: quote.sourceSolverAddress,
    destSolverAddress: quote.destSolverAddress,
    hopRelayerFee: quote.hopRelayerFee === null ? null : String(quote.hopRelayerFee),
    expiresAt: quote.expiresAt,
  }
}
