import { beforeAll, describe, expect, it } from '@jest/globals'
import { orderbookDocument, orderbookOperations, webhookChallengeSchema } from '@tandem/contracts'
import fc from 'fast-check'
import { documentTester, spoiled } from '../../../../test/support/openapi.ts'
import { createOrder, orderBody, requestQuote } from '../support/api.ts'
import { randomAddress } from '../support/builders.ts'
import { changeStatus } from '../support/change-status.ts'
import { keptMakersFile } from '../support/maker-book.ts'
import type { TestOrderbook } from '../support/orderbook.ts'
import { startOrderbook } from '../support/use-orderbook.ts'

const runs = Number(process.env.OPENAPI_RUNS ?? 40)

let book: TestOrderbook
/** The challenge in a webhook's body. Undefined for the body of an event. */
const challengeOf = (body: string) => webhookChallengeSchema.safeParse(JSON.parse(body)).data?.challenge

/** Identifiers that exist. Half of the requests use them. */
const known: Record<string, string[]> = { order_id: [], user_id: ['user-1'], quote_id: [] }
const document = documentTester(orderbookDocument() as never, () => book.api, known)
const { operationOf, send } = document
beforeAll(async () => {
  // The maker trades on no chain, so that it is never asked.
  const endpoint = 'https://maker.example'
  const secret = `whsec_${'A'.repeat(40)}`
  const makers = await keptMakersFile([{ maker_id: 'one', signer: randomAddress(), endpoint, secret, addresses: {} }])
  book = await startOrderbook(
    'openapi',
    { MAKERS_FILE: makers.path },
    { sendWebhook: async (_url, _headers, body) => ({ statusCode: 200, error: null, answer: challengeOf(body) }) },
  )
  for (const status of [undefined, 'source_initiated', 'completed']) {
    const order = await createOrder(book.api)
    known.order_id?.push(order.order_id)
    known.quote_id?.push(order.quote_id)
    if (status !== undefined) await changeStatus(book.database.prisma, order.order_id, status, 10)
  }
})
describe('every operation answers as the document says', () => {
  it('and the document names every operation of the contract', () => {
    expect(document.operations.map(({ operationId }) => operationId).sort()).toEqual(
      orderbookOperations.map(({ operationId }) => operationId).sort(),
    )
  })

  it.each(document.operations.map((operation) => [operation.operationId, operation] as const))(
    '%s, to input that fits and input that does not',
    (_name, operation) => document.tryOut(operation, runs),
  )

  it('POST /orders, around a body that is right', async () => {
    const operation = operationOf('createOrder')
    expect((await send(operation, {}, orderBody(await requestQuote(book.api)))).status).toBe(201)
    const right = orderBody(await requestQuote(book.api))
    await fc.assert(
      fc.asyncProperty(spoiled(fc.constant(right)), async (body) => {
        await send(operation, {}, body)
      }),
      { numRuns: runs },
    )
  })

  it('POST /quotes, for every route', async () => {
    const operation = operationOf('createQuote')
    const body = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_c:usdc', source_amount: '1000000' }
    expect((await send(operation, {}, body)).status).toBe(201)
    expect((await send(operationOf('getIndicativeQuote'), body, undefined)).status).toBe(200)
  })

  it('a webhook, from its registration to its deletion', async () => {
    const made = await send(operationOf('createWebhook'), {}, { url: 'https://shop.example/' })
    const { webhook_id, secret } = made.body.result as { webhook_id: string; secret: string }
    const own = { 'webhook-secret': secret }
    expect((await send(operationOf('challengeWebhook'), { webhook_id }, undefined, own)).status).toBe(200)
    await createOrder(book.api)
    let delivery_id: string | undefined
    while (delivery_id === undefined) {
      const log = await send(operationOf('listDeliveries'), { webhook_id }, undefined, own)
      delivery_id = log.body.result.data[0]?.delivery_id
    }
    expect((await send(operationOf('redeliver'), { webhook_id, delivery_id }, undefined, own)).status).toBe(202)
    expect((await send(operationOf('enableWebhook'), { webhook_id }, undefined, own)).status).toBe(200)
    expect((await send(operationOf('deleteWebhook'), { webhook_id }, undefined, own)).status).toBe(200)
  })

  it('and every one of them was seen to succeed', () => {
    expect([...document.succeeded].sort()).toEqual(document.operations.map(({ operationId }) => operationId).sort())
  })
})
