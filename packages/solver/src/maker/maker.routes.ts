import {
  type MakerAnswer,
  orderAskSchema,
  quoteAskSchema,
  type RefundAnswer,
  type RefundAsk,
  refundAskSchema,
  type z,
} from '@tandem/contracts'
import { verifyWebhook } from '@tandem/sdk'
import type { Logger } from '@tandem/service-kit'
import express, { type Request, Router } from 'express'
import type { Maker } from './maker.ts'

/** The last part of a maker's URLs. The orderbook asks there for a firm quote, for an order of such a quote, or for consent to a refund. */
type MakerPath = 'quotes' | 'orders' | 'refunds'

export interface MakerRoutesDeps {
  maker: Maker
  consent: (ask: RefundAsk) => Promise<RefundAnswer>
  secret: string
  logger: Logger
  /** Is told every answer that the maker gives the orderbook. `declined` says why it declined, if it did. */
  onAnswer: (path: MakerPath, declined: string | undefined) => void
}

/** The routes that the orderbook calls. Each request has to carry its signature. */
export function makerRoutes({ maker, consent, secret, logger, onAnswer }: MakerRoutesDeps): Router {
  const router = Router()
  router.use('/maker', express.text({ type: () => true, limit: '16kb' }))

  function serve<S extends z.ZodType>(
    path: MakerPath,
    schema: S,
    answer: (ask: z.output<S>) => Promise<MakerAnswer | RefundAnswer>,
  ): void {
    router.post(`/maker/${path}`, async (req, res) => {
      const body = typeof req.body === 'string' ? req.body : ''
      const isSigned = await verifyWebhook(body, headersOf(req), { secret }).then(
        () => true,
        () => false,
      )
      if (!isSigned) {
        res.status(401).json({ declined: 'the request is not signed by the orderbook' })
        return
      }
      const ask = schema.safeParse(JSON.parse(body))
      if (!ask.success) {
        res.status(400).json({ declined: 'the request does not fit the protocol' })
        return
      }
      const answered = await answer(ask.data).catch((error: unknown) => {
        // A firm quote needs the chains and the file of promises. When either fails, the maker declines.
        logger.warn('maker.failed', { path, error: error instanceof Error ? error.message : 'unknown' })
        return { declined: 'not now' }
      })
      onAnswer(path, 'declined' in answered ? answered.declined : undefined)
      res.json(answered)
    })
  }

  serve('quotes', quoteAskSchema, maker.quote)
  serve('orders', orderAskSchema, maker.order)
  serve('refunds', refundAskSchema, consent)
  return router
}

const headersOf = (req: Request) =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, req.get(name)] as const),
  )
