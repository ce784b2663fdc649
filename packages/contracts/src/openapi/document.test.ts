import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { errorEnvelopeSchema } from '../envelope.ts'
import { errorCodeNames, errorCodes } from '../error-codes.ts'
import { intentSchema, orderSchema } from '../order.ts'
import { webhookChallengeSchema, webhookPayloadSchema } from '../webhook.ts'
import { errorExample } from './error-examples.ts'
import { orderbookDocument, orderbookOperations } from './orderbook.ts'
import { relayerDocument, relayerOperations } from './relayer.ts'

const operations = [...orderbookOperations, ...relayerOperations]

interface Received {
  post: { requestBody: { content: { 'application/json': { example: unknown } } } }
}
interface Webhooks {
  webhooks: { orderEvent: Received; webhookChallenge: Received }
}

/** The fields of the interface's Intent table. */
const intentFields = `swap_id chain asset token_address creator recipient amount commitment_hash commitment cancel_after
  registry_address create_tx_hash create_block_number create_timestamp claim_tx_hash claim_block_number claim_timestamp
  cancel_tx_hash cancel_block_number cancel_timestamp l1_hop hop_bridge_factory hop_dest_blockchain_id hop_recipient
  hop_fee_token hop_relayer_fee final_chain final_token_address bridge_tx_hash created_at updated_at`.split(/\s+/)

const hopFields = ['bridge_status', 'bridge_message_id', 'delivery_tx_hash', 'delivered_at']
const added = ['status', 'funded_amount', ...hopFields]

describe('the wire contract', () => {
  it('has all 31 fields of an intent, and adds only its status, its prefund and how far its hop is', () => {
    expect(intentFields).toHaveLength(31)
    expect(Object.keys(intentSchema.shape).sort()).toEqual([...intentFields, ...added].sort())
  })

  it('has all fields of an order, and adds only status, next_action, what arrives, the time to fill, and what the maker signed', () => {
    const fields = ['order_id', 'user_id', 'quote_id', 'source_token_price', 'dest_token_price', 'fee_bips']
    const rest = ['source_intent', 'destination_intent', 'created_at', 'updated_at', 'status', 'next_action']
    const market = ['initiate_by', 'fill_by', 'maker_quote', 'receives']
    expect(Object.keys(orderSchema.shape).sort()).toEqual([...fields, ...rest, ...market].sort())
  })
})

describe('the error table', () => {
  it('gives every code a client or server status, a cause and a remedy', () => {
    for (const code of errorCodeNames) {
      const { httpStatus, when, remedy, money } = errorCodes[code]
      expect(httpStatus).toBeGreaterThanOrEqual(400)
      expect(httpStatus).toBeLessThan(600)
      expect([code, when, remedy, money].every((text) => text.length > 4)).toBe(true)
    }
  })

  it('has no code that no operation can answer with, but those of paths that do not exist', () => {
    const outsideOperations = [
      'REQUEST_TIMEOUT',
      'HEADERS_TOO_LARGE',
      'NOT_FOUND',
      'METHOD_NOT_ALLOWED',
      'WEBHOOK_NOT_FOUND',
      'INVALID_WEBHOOK_URL',
      'WEBHOOK_CHALLENGE_FAILED',
    ]
    const documents = JSON.stringify([orderbookDocument(), relayerDocument()])
    const unused = errorCodeNames.filter(
      (code) => !documents.includes(`\`${code}\``) && !outsideOperations.includes(code),
    )
    expect(unused).toEqual([])
  })
})

describe('the examples', () => {
  const answers = operations.flatMap(({ operationId, success }) =>
    Object.values(success).flatMap(({ schema, example }) =>
      schema === undefined || example === undefined ? [] : [{ operationId, schema, example }],
    ),
  )

  it.each(answers)('of the answer of $operationId fits its schema', ({ schema, example }) => {
    expect(schema.safeParse(example).error).toBeUndefined()
  })

  const bodies = operations.flatMap(({ operationId, body, bodyExample }) =>
    body === undefined ? [] : [{ operationId, body, bodyExample }],
  )

  it.each(bodies)('of the body of $operationId fits its schema', ({ body, bodyExample }) => {
    expect(body.safeParse(bodyExample).error).toBeUndefined()
  })

  it.each(errorCodeNames)('of an answer with %s fits its schema', (code) => {
    expect(errorEnvelopeSchema.strict().safeParse(errorExample(code)).error).toBeUndefined()
  })

  it('of what a webhook receives fits its schema', () => {
    const { webhooks } = orderbookDocument() as unknown as Webhooks
    const exampleOf = ({ post }: Received) => post.requestBody.content['application/json'].example
    expect(webhookPayloadSchema.safeParse(exampleOf(webhooks.orderEvent)).error).toBeUndefined()
    expect(webhookChallengeSchema.safeParse(exampleOf(webhooks.webhookChallenge)).error).toBeUndefined()
  })

  it('are there for every answer with a body', () => {
    const without = operations.flatMap(({ operationId, success }) =>
      Object.entries(success).flatMap(([status, { schema, example }]) =>
        schema !== undefined && example === undefined ? [`${operationId} ${status}`] : [],
      ),
    )
    expect(without).toEqual([])
  })
})

describe('the OpenAPI documents', () => {
  it('name every operation once', () => {
    const byService = [orderbookOperations, relayerOperations].map((list) => list.map((one) => one.operationId))
    for (const ids of byService) expect(new Set(ids).size).toBe(ids.length)
  })

  it('cover every endpoint of the interface', () => {
    const endpoints = operations.map((one) => `${one.method.toUpperCase()} ${one.path}`)
    for (const endpoint of [
      'POST /orders',
      'GET /orders',
      'GET /orders/user/{user_id}',
      'GET /orders/{order_id}',
      'GET /stats',
      'GET /health',
      'POST /claims',
    ]) {
      expect(endpoints).toContain(endpoint)
    }
  })

  it.each([
    ['orderbook', orderbookDocument()],
    ['relayer', relayerDocument()],
  ])('%s: the committed document is the one the schemas make', (name, document) => {
    const committed = readFileSync(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8')
    expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(document)))
  })
})
