import { createHash } from 'node:crypto'
import {
  createOrderCodec,
  isFinal,
  listOrdersSchema,
  listUserOrdersSchema,
  orderIdSchema,
  success,
  userIdSchema,
  z,
} from '@tandem/contracts'
import { AppError, apiClient, clientOf, decodeRequest, keepAnswerOf, type OpenLimit } from '@tandem/service-kit'
import { type Request, type Response, Router } from 'express'
import type { AskConsent } from '../makers/ask-consent.ts'
import type { SubmitOrder } from './create-order.ts'
import type { Order } from './domain/order.ts'
import type { ListOrders } from './list-orders.ts'
import { makeOrderAnswers, type OrderAnswersDeps } from './order.answers.ts'
import type { OrderReader } from './ports.ts'

export type OrderRoutesDeps = OrderAnswersDeps & {
  createOrder: SubmitOrder
  askConsent: AskConsent
  listOrders: ListOrders
  orders: OrderReader
  networkOrders: OpenLimit
}

const orderParams = z.object({ order_id: orderIdSchema })
const userParams = z.object({ user_id: userIdSchema })

export function orderRoutes(deps: OrderRoutesDeps): Router {
  const { createOrder, listOrders, orders } = deps
  const router = Router()
  const answers = makeOrderAnswers(deps)
  const findOrder = async (orderId: string) => {
    const order = await orders.find(orderId)
    if (order === undefined) throw new AppError('ORDER_NOT_FOUND', 'No order has this identifier.')
    return order
  }

  // This route comes first, because every client polls it.
  router.get('/orders/:order_id', async (req, res) => {
    const orderId = decodeRequest(orderParams, req.params).order_id.toLowerCase()
    const order = await findOrder(orderId)
    const { wire, isFunding } = await answers.polled(order)
    if (isFinal(order.status) && !isFunding) sendTagged(req, res, JSON.stringify(success(wire)))
    else res.json(success(wire))
  })

  router.post('/orders', async (req, res) => {
    const keepAnswer = keepAnswerOf(res)
    const answerOf = (order: Order) => ({
      status: 201,
      location: `/orders/${order.orderId}`,
      body: success(answers.stored(order)),
    })
    let kept: ReturnType<typeof answerOf> | undefined
    const request = decodeRequest(createOrderCodec, req.body)
    await deps.networkOrders.take(req)
    const order = await createOrder(
      request,
      { hash: createHash('sha256').update(clientOf(req)).digest('hex'), hasKey: apiClient(req) !== undefined },
      keepAnswer &&
        (async (tx, made) => {
          kept = answerOf(made)
          await keepAnswer(tx, kept)
        }),
    )
    const { status, location, body } = kept ?? answerOf(order)
    res.status(status).location(location).json(body)
  })

  router.get('/orders', async (req, res) => {
    res.json(success(answers.page(await listOrders(decodeRequest(listOrdersSchema, req.query)))))
  })

  router.get('/orders/user/:user_id', async (req, res) => {
    const { user_id } = decodeRequest(userParams, req.params)
    const query = decodeRequest(listUserOrdersSchema, req.query)
    res.json(success(answers.page(await listOrders({ ...query, user_id }))))
  })

  router.get('/orders/:order_id/explain', async (req, res) => {
    const orderId = decodeRequest(orderParams, req.params).order_id.toLowerCase()
    res.json(success(await answers.explained(await findOrder(orderId))))
  })

  router.get('/orders/:order_id/consent', async (req, res) => {
    res.json(success(await deps.askConsent(decodeRequest(orderParams, req.params).order_id.toLowerCase())))
  })

  return router
}

function sendTagged(req: Request, res: Response, body: string): void {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  res.setHeader('ETag', etag)
  if (namesEtag(req.headers['if-none-match'], etag)) {
    res.status(304).end()
    return
  }
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}

const namesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false
