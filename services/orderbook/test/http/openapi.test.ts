import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { orderbookDocument, orderbookOperations } from '@tandem/contracts'
import fc from 'fast-check'
import { createOrder, orderBody, requestQuote } from '../support/api.ts'
import { changeStatus } from '../support/change-status.ts'
import { type DocumentOperation, readDocument, spoiled } from '../support/openapi.ts'
import { startTestOrderbook, type TestOrderbook } from '../support/orderbook.ts'

const document = readDocument(orderbookDocument() as never)
const runs = Number(process.env.OPENAPI_RUNS ?? 40)
/** Operations that answered with a success at least once. */
const succeeded = new Set<string>()

let book: TestOrderbook
/** Identifiers that exist, for half of the requests. */
const known: Record<string, string[]> = { order_id: [], user_id: ['user-1'], quote_id: [] }
beforeAll(async () => {
  book = await startTestOrderbook('openapi', {}, { sendWebhook: async () => ({ statusCode: 200, error: null }) })
  for (const status of [undefined, 'source_initiated', 'completed']) {
    const order = await createOrder(book.api)
    known.order_id?.push(order.order_id)
    known.quote_id?.push(order.quote_id)
    if (status !== undefined) await changeStatus(book.database.prisma, order.order_id, status, 10)
  }
})
afterAll(() => book.stop())

function operationOf(id: string): DocumentOperation {
  const operation = document.operations.find(({ operationId }) => operationId === id)
  if (operation === undefined) throw new Error(`the document lost ${id}`)
  return operation
}

async function send(operation: DocumentOperation, values: Record<string, unknown>, body: unknown) {
  const url = new URL('http://host')
  let path = operation.path
  for (const { name, in: place } of operation.parameters) {
    const value = values[name]
    if (value === undefined) continue
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
    if (place === 'query') url.searchParams.set(name, String(value))
  }
  const sending = book.api[operation.method](path + url.search)
  const response = await (body === undefined ? sending : sending.send(body as object))
  document.check(operation, response)
  if (response.status < 400) succeeded.add(operation.operationId)
  return response
}

/** Most parameters are left out most of the time, or no two would ever agree. */
const absent = { weight: 5, arbitrary: fc.constant(undefined) }

/** Parameters that fit the document; with `junk` any of them may be anything. */
function parametersOf(operation: DocumentOperation, junk: boolean): fc.Arbitrary<Record<string, unknown>> {
  const fields = operation.parameters
    .filter(({ in: place }) => place !== 'header')
    .map((parameter) => {
      const fitting = document.arbitraryOf(parameter.schema)
      const existing = known[parameter.name] ?? []
      const good = existing.length === 0 ? fitting : fc.oneof(fitting, fc.constantFrom(...existing))
      const path = parameter.in === 'path'
      // An empty or dotted path segment is another path, and a lone surrogate cannot be sent.
      const any = fc.string({ minLength: 1 }).filter((text) => !/^\.{1,2}$|\p{Cs}/u.test(text))
      const value = junk ? fc.oneof(good, any) : good
      return [parameter.name, path ? value : fc.oneof(absent, { weight: 1, arbitrary: value })] as const
    })
  return fc.record(Object.fromEntries(fields))
}

describe('every operation answers as the document says', () => {
  it('and the document names every operation of the contract', () => {
    expect(document.operations.map(({ operationId }) => operationId).sort()).toEqual(
      orderbookOperations.map(({ operationId }) => operationId).sort(),
    )
  })

  it.each(document.operations.map((operation) => [operation.operationId, operation] as const))(
    '%s, to input that fits and input that does not',
    async (_name, operation) => {
      const bodies = operation.body === undefined ? fc.constant(undefined) : document.arbitraryOf(operation.body)
      const requests = fc.oneof(
        fc.tuple(parametersOf(operation, false), bodies),
        fc.tuple(parametersOf(operation, true), operation.body === undefined ? bodies : spoiled(bodies)),
      )
      await fc.assert(
        fc.asyncProperty(requests, async ([values, body]) => {
          const response = await send(operation, values, body)
          expect(response.status).not.toBe(500)
        }),
        { numRuns: runs },
      )
    },
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
  })

  it('a webhook, from its registration to its deletion', async () => {
    const made = await send(operationOf('createWebhook'), {}, { url: 'https://shop.example/' })
    const { webhook_id } = made.body.result as { webhook_id: string }
    await createOrder(book.api)
    let delivery_id: string | undefined
    while (delivery_id === undefined) {
      const log = await send(operationOf('listDeliveries'), { webhook_id }, undefined)
      delivery_id = log.body.result.data[0]?.delivery_id
    }
    expect((await send(operationOf('redeliver'), { webhook_id, delivery_id }, undefined)).status).toBe(202)
    expect((await send(operationOf('deleteWebhook'), { webhook_id }, undefined)).status).toBe(200)
  })

  it('and every one of them was seen to succeed', () => {
    expect([...succeeded].sort()).toEqual(document.operations.map(({ operationId }) => operationId).sort())
  })
})
