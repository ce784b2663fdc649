import { listEventsSchema, orderIdSchema, success, z } from '@tandem/contracts'
import { AppError, decodeRequest } from '@tandem/service-kit'
import { Router } from 'express'
import type { EventReader, OrderReader, StoredEvent } from '../usecases/ports.ts'
import { eventWire } from './order.wire.ts'

export type EventRoutesDeps = { events: EventReader; orders: OrderReader }

const orderParams = z.object({ order_id: orderIdSchema })
const defaultLimit = 100

/** The outbox as JSON: whoever reads on from `last_seq` until `has_more` is false has missed nothing. */
export function eventRoutes({ events, orders }: EventRoutesDeps): Router {
  const router = Router()

  router.get('/events', async (req, res) => {
    const { after_seq: after = 0, limit = defaultLimit } = decodeRequest(listEventsSchema, req.query)
    res.json(success(pageOf(await events.listAll(after, limit + 1), after, limit)))
  })

  router.get('/orders/:order_id/events', async (req, res) => {
    const orderId = decodeRequest(orderParams, req.params).order_id.toLowerCase()
    const { after_seq: after = 0, limit = defaultLimit } = decodeRequest(listEventsSchema, req.query)
    const found = await events.listOfOrder(orderId, after, limit + 1)
    if (found.length === 0 && (await orders.find(orderId)) === undefined) {
      throw new AppError('ORDER_NOT_FOUND', 'No order has this identifier.')
    }
    res.json(success(pageOf(found, after, limit)))
  })

  return router
}

function pageOf(found: readonly StoredEvent[], after: number, limit: number) {
  const data = found.slice(0, limit).map(eventWire)
  return { data, last_seq: data.at(-1)?.seq ?? after, has_more: found.length > limit }
}
