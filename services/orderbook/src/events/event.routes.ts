import { isFinal, listEventsSchema, type OrderStatus, orderIdSchema, success, z } from '@tandem/contracts'
import { AppError, decodeRequest, type WorkLimit } from '@tandem/service-kit'
import { type Request, Router } from 'express'
import { eventWire } from './event.wire.ts'
import type { EventHub } from './event-hub.ts'
import { makeOpenStreams, type StreamLimits, streamsFull } from './open-streams.ts'
import type { EventReader, StoredEvent } from './ports.ts'

export type EventRoutesDeps = {
  events: EventReader
  /** Undefined when the order does not exist. */
  orders: { find(orderId: string): Promise<{ readonly status: OrderStatus } | undefined> }
  hub: EventHub
  limits: StreamLimits
  /** Limits the requests for pages. Streams have limits of their own. */
  limitLists: WorkLimit
  stopping: AbortSignal
}

const orderParams = z.object({ order_id: orderIdSchema })
const defaultLimit = 100
/** Serves events as JSON pages, or as a live stream (`Accept: text/event-stream`). */
export function eventRoutes({ events, orders, hub, limits, limitLists, stopping }: EventRoutesDeps): Router {
  const router = Router()
  const openStream = makeOpenStreams(limits)

  const stream = async (req: Request, options: Parameters<EventHub['stream']>[0]) => {
    if (stopping.aborted) throw streamsFull()
    const close = openStream(req)
    await hub.stream(options).finally(close)
  }

  router.get('/events', async (req, res) => {
    const { after, limit, isGiven } = positionOf(req)
    const isStream = wantsStream(req)
    const found = isStream ? await events.listAll(after, 1) : await limitLists(() => events.listAll(after, limit + 1))
    // A gap after the client's position means that events were deleted. A client without a position begins with the oldest
    // event.
    const [oldest] = found
    if (isGiven && oldest !== undefined && oldest.seq > after + 1) throw eventsGone(oldest.seq)
    if (!isStream) {
      res.json(success(pageOf(found, after, limit)))
      return
    }
    await stream(req, { res, after, orderId: undefined })
  })

  router.get('/orders/:order_id/events', async (req, res) => {
    const orderId = decodeRequest(orderParams, req.params).order_id.toLowerCase()
    const { after, limit } = positionOf(req)
    const found = await limitLists(() => events.listOfOrder(orderId, after, limit + 1))
    const order = found.length === 0 ? await orders.find(orderId) : undefined
    if (found.length === 0 && order === undefined) {
      throw new AppError('ORDER_NOT_FOUND', 'No order has this identifier.')
    }
    if ((found[0]?.orderSeq ?? 2) > 1) {
      const pruned = await events.prunedSeq()
      if (after < pruned) throw eventsGone(pruned + 1)
    }
    if (!wantsStream(req)) {
      res.json(success(pageOf(found, after, limit)))
      return
    }
    // 204 tells an EventSource not to connect again.
    if (order !== undefined && isFinal(order.status)) {
      res.status(204).end()
      return
    }
    await stream(req, { res, after, orderId })
  })

  return router
}

const eventsGone = (oldestSeq: number): AppError =>
  new AppError('EVENTS_GONE', `Events before ${oldestSeq} are no longer kept.`, { details: { oldest_seq: oldestSeq } })

const wantsStream = (req: Request): boolean =>
  req.accepts(['application/json', 'text/event-stream']) === 'text/event-stream'

/** `Last-Event-ID` of a reconnecting client wins over `after_seq`. */
function positionOf(req: Request): { after: number; limit: number; isGiven: boolean } {
  const { after_seq, limit = defaultLimit } = decodeRequest(listEventsSchema, req.query)
  const lastEventId = req.get('last-event-id')
  if (lastEventId === undefined || lastEventId === '') {
    return { after: after_seq ?? 0, limit, isGiven: after_seq !== undefined }
  }
  const { after_seq: resumed = 0 } = decodeRequest(listEventsSchema, { after_seq: lastEventId })
  return { after: resumed, limit, isGiven: true }
}

function pageOf(found: readonly StoredEvent[], after: number, limit: number) {
  const data = found.slice(0, limit).map(eventWire)
  return { data, last_seq: data.at(-1)?.seq ?? after, has_more: found.length > limit }
}
