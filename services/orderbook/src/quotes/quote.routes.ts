import {
  type CreateQuoteWire,
  createQuoteSchema,
  indicativeQuoteQuerySchema,
  quoteIdSchema,
  success,
  z,
} from '@tandem/contracts'
import { AppError, decodeRequest, keepAnswerOf, type OpenLimit } from '@tandem/service-kit'
import { Router } from 'express'
import type { Clock } from '../ports.ts'
import type { CreateQuote, MakeQuote, QuoteRequest } from './create-quote.ts'
import type { Quote } from './domain/quote.ts'
import type { QuoteSource } from './ports.ts'
import { indicativeQuoteWire, quoteWire } from './quote.codec.ts'

export type QuoteRoutesDeps = {
  createQuote: CreateQuote
  indicativeQuote: MakeQuote
  quotes: QuoteSource
  openQuotes: OpenLimit
  now: Clock
}

/** How long caches may keep an indicative quote. */
const indicativeSecs = 5

const requestOf = (wire: CreateQuoteWire): QuoteRequest => ({
  sourceAsset: wire.source_asset,
  destinationAsset: wire.destination_asset,
  // The schemas accept exactly one of the two amounts.
  amount:
    wire.source_amount === undefined
      ? { side: 'destination', value: BigInt(wire.destination_amount ?? 0) }
      : { side: 'source', value: BigInt(wire.source_amount) },
})

const answerOf = (quote: Quote) => ({
  status: 201,
  location: `/quotes/${quote.quoteId}`,
  body: success(quoteWire(quote)),
})

const quoteParams = z.object({ quote_id: quoteIdSchema })

/** The routes of quotes. They are not mounted when another service makes the quotes. */
export function quoteRoutes({ createQuote, indicativeQuote, quotes, openQuotes, now }: QuoteRoutesDeps): Router {
  const router = Router()

  router.post('/quotes', async (req, res) => {
    const request = requestOf(decodeRequest(createQuoteSchema, req.body))
    const keepAnswer = keepAnswerOf(res)
    const quote = await createQuote(
      request,
      () => openQuotes.take(req),
      keepAnswer && ((tx, made) => keepAnswer(tx, answerOf(made))),
    )
    const { status, location, body } = answerOf(quote)
    res.status(status).location(location).json(body)
  })

  // This route comes before `/quotes/:quote_id`, which would match it as well.
  router.get('/quotes/indicative', async (req, res) => {
    const quote = await indicativeQuote(requestOf(decodeRequest(indicativeQuoteQuerySchema, req.query)))
    res
      .set('Cache-Control', `public, max-age=${indicativeSecs}`)
      .json(success(indicativeQuoteWire(quote, new Date(now()))))
  })

  router.get('/quotes/:quote_id', async (req, res) => {
    const { quote_id: quoteId } = decodeRequest(quoteParams, req.params)
    const quote = await quotes.find(quoteId.toLowerCase())
    if (quote === undefined) throw new AppError('QUOTE_NOT_FOUND', 'No quote has this identifier.')
    res.json(success(quoteWire(quote)))
  })

  return router
}
