import { listEventsSchema, orderIdSchema, success, z } from '@tandem/contracts'
import { AppError, decodeRequest } from '@tandem/service-kit'
import { type Request, Router } from 'express'
import { isFinal } from '../domain/order-lifecycle.ts'
import type { EventFeed, EventReader, OrderReader, StoredEvent } from '../usecases/ports.ts'
import { streamEvents } from './event-stream.ts'
import { eventWire } from './order.wire.ts'

export type EventRoutesDeps = {
  events: EventReader
  orders: OrderReader
  feed: EventFeed
  /** Ends live streams: the service stops. */
  stopping: AbortSignal
}

const orderParams = z.object({ order_id: orderIdSchema })
const defaultLimit = 100
/** Live streams that one process holds; more are turned away to another replica. */
const maxStreams = 5_000

/**
 * The outbox, as JSON pages or as a live stream (`Accept: text/event-stream`). Whoever reads on from the last `seq`
 * has missed nothing, however it reads.
 */
export function eventRoutes({ events, orders, feed, stopping }: EventRoutesDeps): Router {
  const router = Router()
  let streams = 0

  const stream = async (options: Omit<Parameters<typeof streamEvents>[0], 'feed' | 'stopping'>) => {
    if (stopping.aborted || streams >= maxStreams) {
      throw new AppError('UNAVAILABLE', 'No more live streams here; connect again.', { retryAfterSecs: 1 })
    }
    streams += 1
    await streamEvents({ ...options, feed, stopping }).finally(() => {
      streams -= 1
    })
  }

  router.get('/events', async (req, res) => {
    const { after, limit } = positionOf(req)
    if (!wantsStream(req)) {
      res.json(success(pageOf(await events.listAll(after, limit + 1), after, limit)))
      return
    }
    await stream({ res, after, orderId: undefined, read: events.listAll, isLast: () => false })
  })

  router.get('/orders/:order_id/events', async (req, res) => {
    const orderId = decodeRequest(orderParams, req.params).order_id.toLowerCase()
    const { after, limit } = positionOf(req)
    const found = await events.listOfOrder(orderId, after, limit + 1)
    const order = found.length === 0 ? await orders.find(orderId) : undefined
    if (found.length === 0 && order === undefined) {
      throw new AppError('ORDER_NOT_FOUND', 'No order has this identifier.')
    }
    if (!wantsStream(req)) {
      res.json(success(pageOf(found, after, limit)))
      return
    }
    // The client has everything and nothing will follow: 204 tells an EventSource not to connect again.
    if (order !== undefined && isFinal(order.status)) {
      res.status(204).end()
      return
    }
    await stream({
      res,
      after,
      orderId,
      read: (last, count) => events.listOfOrder(orderId, last, count),
      isLast: ({ status }) => isFinal(status),
    })
  })

  return router
}

const wantsStream = (req: Request): boolean =>
  req.accepts(['application/json', 'text/event-stream']) === 'text/event-stream'

/** Where to read on: `Last-Event-ID`, which a reconnecting client sends, goes before `after_seq` of its first URL. */
function positionOf(req: Request): { after: number; limit: number } {
  const { after_seq = 0, limit = defaultLimit } = decodeRequest(listEventsSchema, req.query)
  const lastEventId = req.get('last-event-id')
  if (lastEventId === undefined || lastEventId === '') return { after: after_seq, limit }
  const { after_seq: resumed = 0 } = decodeRequest(listEventsSchema, { after_seq: lastEventId })
  return { after: resumed, limit }
}

function pageOf(found: readonly StoredEvent[], after: number, limit: number) {
  const data = found.slice(0, limit).map(eventWire)
  return { data, last_seq: data.at(-1)?.seq ?? after, has_more: found.length > limit }
}
