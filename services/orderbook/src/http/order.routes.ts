import {
  createOrderCodec,
  listOrdersSchema,
  listUserOrdersSchema,
  type OrderPageWire,
  orderIdSchema,
  success,
  userIdSchema,
  z,
} from '@tandem/contracts'
import { AppError, decodeRequest, keepAnswerOf } from '@tandem/service-kit'
import { Router } from 'express'
import { explainOrder } from '../domain/explanation.ts'
import { bridgeStatusOf } from '../domain/hop-status.ts'
import { fillWindowOf, type NetworkIndex } from '../domain/network.ts'
import { deriveNextAction } from '../domain/next-action.ts'
import type { Order } from '../domain/order.ts'
import { isFinal } from '../domain/order-lifecycle.ts'
import { type FundingView, isFundingRead, type Prefund, withPrefund } from '../domain/prefund.ts'
import type { AskConsent } from '../usecases/ask-consent.ts'
import type { SubmitOrder } from '../usecases/create-order.ts'
import type { makeListOrders, OrderPage } from '../usecases/list-orders.ts'
import type { Clock, FactReader, OrderReader, PrefundReader } from '../usecases/ports.ts'
import type { FinalOrderCache } from './final-order-cache.ts'
import { explanationWire, orderWire } from './order.wire.ts'

export type OrderRoutesDeps = {
  createOrder: SubmitOrder
  askConsent: AskConsent
  listOrders: ReturnType<typeof makeListOrders>
  orders: OrderReader
  facts: FactReader
  prefundOf: PrefundReader
  network: NetworkIndex
  finalOrders: FinalOrderCache
  /** A hop that was dispatched so long ago is stuck. */
  hopStuckAfterSecs: number
  now: Clock
}

const orderParams = z.object({ order_id: orderIdSchema })
const userParams = z.object({ user_id: userIdSchema })

export function orderRoutes(deps: OrderRoutesDeps): Router {
  const { createOrder, listOrders, orders, facts, network, finalOrders } = deps
  const router = Router()
  const safetyOf = (order: Order) => network.chain(order.destination.chain)?.claim_safety_secs ?? 0
  const bridgeOf = (order: Order) => bridgeStatusOf(order.destination, deps.now(), deps.hopStuckAfterSecs)
  const nowSecs = () => Math.floor(deps.now() / 1000)
  const fundingOf = (order: Order, prefund: Prefund | null): FundingView => ({
    prefund,
    fillBefore: order.destination.cancelAfter - fillWindowOf(network, order),
    nowSecs: nowSecs(),
  })
  const encode = (order: Order, prefund: Prefund | null = null) => {
    const bridge = bridgeOf(order)
    const ofChain = deriveNextAction(order, safetyOf(order), bridge, nowSecs())
    return orderWire(order, withPrefund(order, ofChain, fundingOf(order, prefund)), bridge, prefund)
  }
  const encodePage = (page: OrderPage): OrderPageWire => ({
    data: page.orders.map((order) => encode(order)),
    page: page.page,
    limit: page.limit,
    total: page.total,
    total_pages: Math.ceil(page.total / page.limit),
    next_cursor: page.nextCursor,
    resume_cursor: page.resumeCursor,
  })
  const findOrder = async (orderId: string) => {
    const order = await orders.find(orderId)
    if (order === undefined) throw new AppError('ORDER_NOT_FOUND', 'No order has this identifier.')
    return order
  }

  // The path that every client polls stands first. A final order is answered from memory, with an ETag made once.
  router.get('/orders/:order_id', async (req, res) => {
    const orderId = decodeRequest(orderParams, req.params).order_id.toLowerCase()
    let answer = finalOrders.get(orderId)
    if (answer === undefined) {
      const keep = finalOrders.reading()
      const order = await findOrder(orderId)
      const isFunding = isFundingRead(order, nowSecs())
      const wire = success(encode(order, isFunding ? await deps.prefundOf(order) : null))
      if (!isFinal(order.status) || isFunding) {
        res.json(wire)
        return
      }
      answer = keep(orderId, JSON.stringify(wire))
    }
    res.setHeader('ETag', answer.etag)
    if (namesEtag(req.headers['if-none-match'], answer.etag)) {
      res.status(304).end()
      return
    }
    res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': answer.bytes })
    res.end(answer.body)
  })

  router.post('/orders', async (req, res) => {
    const keepAnswer = keepAnswerOf(res)
    const answerOf = (order: Order) => ({
      status: 201,
      location: `/orders/${order.orderId}`,
      body: success(encode(order)),
    })
    const order = await createOrder(
      decodeRequest(createOrderCodec, req.body),
      keepAnswer && ((tx, made) => keepAnswer(tx, answerOf(made))),
    )
    const { status, location, body } = answerOf(order)
    res.status(status).location(location).json(body)
  })

  router.get('/orders', async (req, res) => {
    res.json(success(encodePage(await listOrders(decodeRequest(listOrdersSchema, req.query)))))
  })

  router.get('/orders/user/:user_id', async (req, res) => {
    const { user_id } = decodeRequest(userParams, req.params)
    const query = decodeRequest(listUserOrdersSchema, req.query)
    res.json(success(encodePage(await listOrders({ ...query, user_id }))))
  })

  router.get('/orders/:order_id/explain', async (req, res) => {
    const orderId = decodeRequest(orderParams, req.params).order_id.toLowerCase()
    const [order, standing] = await Promise.all([findOrder(orderId), facts.ofOrder(orderId)])
    const funding = fundingOf(order, await deps.prefundOf(order))
    const explanation = explainOrder(order, safetyOf(order), bridgeOf(order), nowSecs(), funding)
    res.json(success(explanationWire(order, explanation, standing)))
  })

  router.get('/orders/:order_id/consent', async (req, res) => {
    res.json(success(await deps.askConsent(decodeRequest(orderParams, req.params).order_id.toLowerCase())))
  })

  return router
}

const namesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false
