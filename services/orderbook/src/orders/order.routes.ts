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
import type { FinalOrderCache, TaggedAnswer } from './final-order-cache.ts'
import type { ListOrders } from './list-orders.ts'
import { type EncodedAnswer, makeOrderAnswers, type OrderAnswersDeps } from './order.answers.ts'
import type { OrderReader } from './ports.ts'

export type OrderRoutesDeps = OrderAnswersDeps & {
  createOrder: SubmitOrder
  askConsent: AskConsent
  listOrders: ListOrders
  orders: OrderReader
  networkOrders: OpenLimit
  finalOrders: FinalOrderCache
}

const orderParams = z.object({ order_id: orderIdSchema })
const userParams = z.object({ user_id: userIdSchema })

export function orderRoutes(deps: OrderRoutesDeps): Router {
  const { createOrder, listOrders, orders, finalOrders } = deps
  const router = Router()
  const answers = makeOrderAnswers(deps)
  const findOrder = async (orderId: string) => {
    const order = await orders.find(orderId)
    if (order === undefined) throw new AppError('ORDER_NOT_FOUND', 'No order has this identifier.')
    return order
  }

  // Every client polls this path: it stands first.
  router.get('/orders/:order_id', async (req, res) => {
    const orderId = decodeRequest(orderParams, req.params).order_id.toLowerCase()
    let answer = finalOrders.get(orderId)
    if (answer === undefined) {
      const keep = finalOrders.reading()
      const order = await findOrder(orderId)
      if (!isFinal(order.status)) {
        send(res, await answers.encoded(order))
        return
      }
      const { wire, isFunding } = await answers.polled(order)
      if (isFunding) {
        res.json(success(wire))
        return
      }
      answer = keep(orderId, JSON.stringify(success(wire)))
    }
    sendTagged(req, res, answer)
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

function sendTagged(req: Request, res: Response, answer: TaggedAnswer): void {
  res.setHeader('ETag', answer.etag)
  if (namesEtag(req.headers['if-none-match'], answer.etag)) res.status(304).end()
  else send(res, answer)
}

function send(res: Response, { body, bytes }: EncodedAnswer): void {
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes })
  res.end(body)
}

const namesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false
