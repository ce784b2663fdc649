import { createQuoteSchema, quoteIdSchema, success, z } from '@tandem/contracts'
import { AppError, decodeRequest } from '@tandem/service-kit'
import { Router } from 'express'
import type { Quote } from '../domain/quote.ts'
import type { QuoteRequest } from '../usecases/create-quote.ts'
import type { QuoteSource } from '../usecases/ports.ts'
import { quoteWire } from './order.wire.ts'

export type QuoteRoutesDeps = {
  createQuote: (request: QuoteRequest) => Promise<Quote>
  quotes: QuoteSource
}

const quoteParams = z.object({ quote_id: quoteIdSchema })

/** The embedded quote desk (preview). Not mounted where a remote quote service is configured. */
export function quoteRoutes({ createQuote, quotes }: QuoteRoutesDeps): Router {
  const router = Router()

  router.post('/quotes', async (req, res) => {
    const body = decodeRequest(createQuoteSchema, req.body)
    const quote = await createQuote({
      sourceAsset: body.source_asset,
      destinationAsset: body.destination_asset,
      // The schema lets exactly one of the two through.
      amount:
        body.source_amount === undefined
          ? { side: 'destination', value: BigInt(body.destination_amount ?? 0) }
          : { side: 'source', value: BigInt(body.source_amount) },
    })
    res
      .status(201)
      .location(`/quotes/${quote.quoteId}`)
      .json(success(quoteWire(quote)))
  })

  router.get('/quotes/:quote_id', async (req, res) => {
    const { quote_id: quoteId } = decodeRequest(quoteParams, req.params)
    const quote = await quotes.find(quoteId.toLowerCase())
    if (quote === undefined) throw new AppError('QUOTE_NOT_FOUND', 'No quote has this identifier.')
    res.json(success(quoteWire(quote)))
  })

  return router
}
