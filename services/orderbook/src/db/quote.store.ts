import type { Address } from 'viem'
import type { Quote, RouteType } from '../domain/quote.ts'
import type { QuoteWriter } from '../usecases/create-quote.ts'
import type { QuoteSource } from '../usecases/ports.ts'
import type { Db } from './client.ts'
import type { Quote as QuoteRow } from './generated/client.ts'

/** The desk's quotes. Consumption happens with the order's insertion (order.store.ts). */
export function makeQuoteStore(db: Db): QuoteSource & QuoteWriter {
  return {
    find: async (quoteId) => {
      const row = await db.quote.findUnique({ where: { quoteId } })
      return row === null ? undefined : quoteOf(row)
    },
    insert: async (quote, createdAt) => {
      await db.quote.create({ data: { ...rowOf(quote), createdAt } })
    },
  }
}

function quoteOf(row: QuoteRow): Quote {
  return {
    quoteId: row.quoteId,
    source: { asset: row.sourceAsset, amount: BigInt(row.sourceAmount.toFixed(0)) },
    destination: { asset: row.destinationAsset, amount: BigInt(row.destinationAmount.toFixed(0)) },
    routeType: row.routeType as RouteType,
    feeBips: row.feeBips,
    sourceTokenPrice: row.sourceTokenPrice,
    destTokenPrice: row.destTokenPrice,
    sourceSolverAddress: row.sourceSolverAddress as Address,
    destSolverAddress: row.destSolverAddress as Address,
    hopRelayerFee: row.hopRelayerFee === null ? null : BigInt(row.hopRelayerFee.toFixed(0)),
    expiresAt: row.expiresAt,
    consumed: row.consumedAt !== null,
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
