/**
 * A client written from the interface and the OpenAPI documents alone, beside a running stack: every operation, every
 * documented success, and every error that a client can cause.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type ErrorCode, errorCodeNames } from '@tandem/contracts'
import { accounts, devEnvironment, type Stack, startStack } from '@tandem/devnet'
import { untilSo } from '@tandem/local-services'
import { type ConformingClient, conformingClient, type Sent } from './client.ts'

interface Side {
  asset: string
  amount: string
}
interface Quote {
  quote_id: string
  source: Side
  destination: Side
}
interface Order {
  order_id: string
  status: string
  source_intent: { swap_id: string; token_address: string; amount: string }
  destination_intent: { swap_id: string; claim_tx_hash: string | null }
  next_action: { call: { to: `0x${string}`; data: `0x${string}`; value: string } | null } | null
}
interface Claim {
  claim_id: string
  status: string
  claim_tx_hash: string | null
  attempts: { tx_hash: string; outcome: string }[]
}

let stack: Stack
let book: ConformingClient
let relayer: ConformingClient
let receiver: Receiver
beforeAll(async () => {
  // As `npm run dev` starts it.
  stack = await startStack({ env: devEnvironment({ statsCacheSecs: 120 }) })
  receiver = await startReceiver()
  book = await conformingClient(stack.baseUrl)
  relayer = await conformingClient(stack.relayerUrl)
})
afterAll(async () => {
  await stack?.stop()
  receiver?.server.close()
})

interface Receiver {
  server: Server
  url: string
  received: { type: string; data: { order_id: string; status: string } }[]
}
/** An application on this machine that takes webhooks. */
async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = []
  const server = createServer(async (req, res) => {
    received.push(JSON.parse(Buffer.concat(await req.toArray()).toString()) as Receiver['received'][number])
    res.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const user = accounts.user.address
const newSecret = () => {
  const secret = randomBytes(32)
  const hash = createHash('sha256').update(secret).digest('hex')
  return { secret: `0x${secret.toString('hex')}`, hash: `0x${hash}` }
}
async function quote(source = 'devnet_a:dai', destination = 'devnet_b:dai', amount = '10000000000000000000') {
  const body = { source_asset: source, destination_asset: destination, source_amount: amount }
  return (await book.send('createQuote', { body })).result as Quote
}
const bodyOf = (from: Quote, hash: string, over: object = {}) => ({
  user_id: 'conformance',
  quote_id: from.quote_id,
  source: { ...from.source, recipient: user },
  destination: { ...from.destination, recipient: user },
  commitment_hash: hash,
  ...over,
})
async function order(...of: Parameters<typeof quote>) {
  const { secret, hash } = newSecret()
  const made = (await book.send('createOrder', { body: bodyOf(await quote(...of), hash) })).result as Order
  return { order: made, secret, at: { order_id: made.order_id } }
}
const read = async (order_id: string) => (await book.send('getOrder', { path: { order_id } })).result as Order

/** Sends the call that the order says is next. */
async function follow({ next_action: next }: Order): Promise<void> {
  if (next?.call == null) throw new Error('there is nothing to do')
  const { to, data, value } = next.call
  const { user: wallet, control } = stack.chains.devnet_a
  const hash = await wallet.sendTransaction({ to, data, value: BigInt(value) })
  await control.waitForTransactionReceipt({ hash })
}

const inStatus = (order_id: string, status: string) =>
  untilSo(
    () => read(order_id),
    (seen) => seen.status === status,
    status,
  )
const codeOf = async (client: ConformingClient, operationId: string, sent: Sent) => {
  const { status, code } = await client.send(operationId, sent)
  return [status, code]
}

describe('a swap by the documents', () => {
  it('goes from the lists to completed, and each step answers as documented', async () => {
    for (const list of [
      'listChains',
      'listAssets',
      'listRoutes',
      'getStats',
      'listMakers',
      'getHealth',
      'getReadiness',
    ])
      expect((await book.send(list)).status).toBe(200)
    const wanted = {
      source_asset: 'devnet_a:dai',
      destination_asset: 'devnet_b:dai',
      source_amount: '10000000000000000000',
    }
    expect((await book.send('getIndicativeQuote', { query: wanted })).status).toBe(200)
    for (const probe of ['getHealth', 'getReadiness']) expect((await relayer.send(probe)).status).toBe(200)
    const hook = (await book.send('createWebhook', { body: { url: 'https://shop.example/tandem' } })).result as {
      webhook_id: string
      secret: string
    }
    const here = { url: receiver.url, event_types: ['order.reveal_safe'] }
    expect((await book.send('createWebhook', { body: here })).status).toBe(201)
    const { order: made, secret, at } = await order()
    expect((await book.send('getQuote', { path: { quote_id: (made as never as Quote).quote_id } })).status).toBe(200)
    await webhookOperations(hook)

    const claim = { order_id: made.order_id, secret, swap_id: made.destination_intent.swap_id }
    expect(await codeOf(relayer, 'createClaim', { body: claim })).toEqual([409, 'SOURCE_NOT_INITIATED'])
    const initiation = { body: { type: 'prefunded', order_id: made.order_id } }
    expect(await codeOf(relayer, 'createInitiation', initiation)).toEqual([409, 'PREFUND_MISSING'])
    await follow(made)
    const keyed = { ...initiation, headers: { 'idempotency-key': 'initiation' } }
    const begun = await untilSo(
      () => relayer.send('createInitiation', keyed),
      ({ status }) => status === 202,
      'accepted',
    )
    const { initiation_id } = begun.result as { initiation_id: string }
    expect((await relayer.send('createInitiation', keyed)).headers.get('idempotency-replayed')).toBe('true')
    expect((await relayer.send('createInitiation', initiation)).status).toBe(200)
    expect((await relayer.send('getInitiation', { path: { initiation_id } })).status).toBe(200)

    // The event says when the secret may leave: no refusal is repeated until then.
    await untilSo(
      async () => receiver.received,
      (all) => all.some(({ type, data }) => type === 'order.reveal_safe' && data.order_id === made.order_id),
      'told that the reveal is safe',
    )
    expect(await read(made.order_id)).toMatchObject({
      status: 'destination_initiated',
      next_action: { action: 'submit_claim' },
    })
    expect(await codeOf(relayer, 'createClaim', { body: { ...claim, secret: newSecret().secret } })).toEqual([
      422,
      'WRONG_SECRET',
    ])
    expect(await codeOf(relayer, 'createClaim', { body: { ...claim, swap_id: user } })).toEqual([409, 'SWAP_MISMATCH'])
    const consent = { deadline: 4_000_000_000, signature: `0x${'11'.repeat(65)}` }
    expect(await codeOf(relayer, 'createRefund', { path: at, body: {} })).toEqual([409, 'REFUND_TOO_EARLY'])
    expect(await codeOf(relayer, 'createRefund', { path: at, body: { consent } })).toEqual([422, 'SIGNATURE_INVALID'])
    expect(await codeOf(relayer, 'createClaim', { body: { ...claim, hop: hopPayload } })).toEqual([
      422,
      'HOP_NOT_EXPECTED',
    ])
    const taken = await untilSo(
      () => relayer.send('createClaim', { body: claim }),
      ({ status }) => status === 202,
      'accepted',
    )
    const { claim_id } = taken.result as Claim
    expect((await relayer.send('createClaim', { body: claim })).status).toBe(200)
    expect(await codeOf(relayer, 'createClaim', { body: { ...claim, hop: hopPayload } })).toEqual([
      409,
      'CLAIM_CONFLICT',
    ])
    const done = await inStatus(made.order_id, 'completed')
    const ended = await untilSo(
      async () => (await relayer.send('getClaim', { path: { claim_id } })).result as Claim,
      ({ status }) => status === 'confirmed',
      'confirmed',
    )
    expect(ended.claim_tx_hash).toBe(done.destination_intent.claim_tx_hash)
    const mined = ended.attempts.filter(({ outcome }) => outcome === 'mined')
    expect(mined.map(({ tx_hash }) => tx_hash)).toEqual([ended.claim_tx_hash])
    expect((await relayer.send('listClaims', { query: at })).result).toMatchObject({ data: [{ claim_id }] })
    await readBack(made.order_id)
    expect(await codeOf(relayer, 'createInitiation', initiation)).toEqual([200, undefined])

    // The same payment once more, by mistake: it goes back.
    const refund = { path: at, body: {} }
    expect(await codeOf(relayer, 'createRefund', refund)).toEqual([409, 'ORDER_FINAL'])
    await follow(made)
    const returned = await untilSo(
      () => relayer.send('createRefund', refund),
      ({ status }) => status === 202,
      'accepted',
    )
    expect(returned.result).toMatchObject({ way: 'sweep', order_id: made.order_id })
    expect((await relayer.send('createRefund', refund)).status).toBe(200)
  })

  /** Every way to read an order that is completed. */
  async function readBack(order_id: string): Promise<void> {
    const path = { order_id }
    const etag = (await book.send('getOrder', { path })).headers.get('etag') ?? ''
    expect((await book.send('getOrder', { path, headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await book.send('explainOrder', { path })).status).toBe(200)
    expect((await book.send('getOrderConsent', { path })).status).toBe(200)
    expect((await book.send('listOrders', { query: { status: 'completed' } })).status).toBe(200)
    expect((await book.send('listUserOrders', { path: { user_id: 'conformance' } })).status).toBe(200)
    expect((await book.send('listEvents', { query: { limit: 10 } })).status).toBe(200)
    const page = (await book.send('listOrderEvents', { path })).result as { last_seq: number }
    const stream = { accept: 'text/event-stream' }
    const events = await book.send('listOrderEvents', { path, headers: stream })
    expect([events.status, events.text]).toEqual([200, expect.stringContaining(`id: ${page.last_seq}\n`)])
    const headers = { ...stream, 'last-event-id': String(page.last_seq) }
    expect((await book.send('listOrderEvents', { path, headers })).status).toBe(204)
  }

  async function webhookOperations({ webhook_id, secret }: { webhook_id: string; secret: string }): Promise<void> {
    const headers = { 'webhook-secret': secret }
    const path = { webhook_id }
    const log = await untilSo(
      async () => (await book.send('listDeliveries', { path, headers })).result as { data: { delivery_id: string }[] },
      ({ data }) => data.length > 0,
      'delivered',
    )
    const delivery = { ...path, delivery_id: log.data[0]?.delivery_id ?? '' }
    expect((await book.send('listWebhooks', { headers })).result).toMatchObject({ data: [{ webhook_id }] })
    expect((await book.send('redeliver', { path: delivery, headers })).status).toBe(202)
    expect((await book.send('enableWebhook', { path, headers })).status).toBe(200)
    expect((await book.send('deleteWebhook', { path, headers })).status).toBe(200)
  }
})

const hopPayload = {
  bridge_factory: user,
  dest_blockchain_id: `0x${'1'.repeat(64)}`,
  recipient: user,
  fee_token: user,
  relayer_fee: '0',
  dispatch_gas: 400_000,
  deadline: 4_000_000_000,
  signature: '0x',
}

describe('the errors that a client can cause', () => {
  it('of orders and quotes are those of the document', async () => {
    const { hash } = newSecret()
    const first = await quote()
    const create = (body: object) => codeOf(book, 'createOrder', { body })
    expect(await create(bodyOf({ ...first, quote_id: randomUUID() }, hash))).toEqual([404, 'QUOTE_NOT_FOUND'])
    const less = { ...first, source: { ...first.source, amount: '1' } }
    expect(await create(bodyOf(less, hash))).toEqual([422, 'QUOTE_MISMATCH'])
    const { solver_address: solver } = stack.network.chains[1] as { solver_address: string }
    const toSolver = bodyOf(first, hash, { destination: { ...first.destination, recipient: solver } })
    expect(await create(toSolver)).toEqual([422, 'INVALID_RECIPIENT'])
    expect(await create(bodyOf(first, `0x${'0'.repeat(64)}`))).toEqual([400, 'INVALID_REQUEST'])
    expect((await book.send('createOrder', { body: bodyOf(first, hash) })).status).toBe(201)
    expect(await create(bodyOf(first, newSecret().hash))).toEqual([409, 'QUOTE_CONSUMED'])
    expect(await create(bodyOf(await quote(), hash))).toEqual([409, 'COMMITMENT_REUSED'])

    const ask = (over: object) =>
      codeOf(book, 'createQuote', {
        body: { source_asset: 'devnet_a:dai', destination_asset: 'devnet_b:dai', source_amount: '1', ...over },
      })
    expect(await ask({})).toEqual([422, 'AMOUNT_OUT_OF_BOUNDS'])
    expect(await ask({ source_asset: 'devnet_a:gold' })).toEqual([422, 'UNSUPPORTED_ASSET'])
    expect(await ask({ destination_asset: 'devnet_a:usdc' })).toEqual([422, 'UNSUPPORTED_ROUTE'])
    const tooLittle = { source_asset: 'devnet_a:dai', destination_asset: 'devnet_b:dai', source_amount: '1' }
    expect(await codeOf(book, 'getIndicativeQuote', { query: tooLittle })).toEqual([422, 'AMOUNT_OUT_OF_BOUNDS'])
    expect(await codeOf(book, 'listOrders', { query: { page: 1000, limit: 100 } })).toEqual([400, 'PAGE_TOO_DEEP'])
    expect(await codeOf(book, 'listOrders', { query: { cursor: 'abc' } })).toEqual([400, 'INVALID_CURSOR'])
    // Receivers on this machine are allowed here; too many at one address are refused everywhere.
    const tooMany = () => codeOf(book, 'createWebhook', { body: { url: 'https://shop.example/many' } })
    expect(await untilSo(tooMany, ([status]) => status !== 201, 'refused')).toEqual([422, 'INVALID_WEBHOOK_URL'])
  })

  it('of the relayer are those of the document', async () => {
    const claim = { order_id: randomUUID(), secret: newSecret().secret }
    expect(await codeOf(relayer, 'createClaim', { body: claim })).toEqual([404, 'ORDER_NOT_FOUND'])
    const noOrder = { body: { type: 'prefunded', order_id: randomUUID() } }
    expect(await codeOf(relayer, 'createInitiation', noOrder)).toEqual([404, 'ORDER_NOT_FOUND'])
    const unknown = { path: { claim_id: randomUUID(), initiation_id: randomUUID() } }
    expect(await codeOf(relayer, 'getClaim', unknown)).toEqual([404, 'CLAIM_NOT_FOUND'])
    expect(await codeOf(relayer, 'getInitiation', unknown)).toEqual([404, 'INITIATION_NOT_FOUND'])
    const noRefund = { path: { order_id: randomUUID() }, body: {} }
    expect(await codeOf(relayer, 'createRefund', noRefund)).toEqual([404, 'ORDER_NOT_FOUND'])
    const native = await order('devnet_a:eth', 'devnet_b:eth', '10000000000000000')
    const prefunded = { type: 'prefunded', order_id: native.order.order_id }
    expect(await codeOf(relayer, 'createInitiation', { body: prefunded })).toEqual([422, 'UNSUPPORTED_INITIATION'])
    const { at } = await order()
    const signed = { type: 'signed', ...at, deadline: 4_000_000_000, creator_signature: `0x${'11'.repeat(65)}` }
    expect(await codeOf(relayer, 'createInitiation', { body: signed })).toEqual([422, 'SIGNATURE_INVALID'])
    const back = { path: at, body: {} }
    expect(await codeOf(relayer, 'createRefund', back)).toEqual([409, 'SOURCE_NOT_INITIATED'])
  })

  it('of a hop without its payload are those of the document', async () => {
    const hop = stack.network.routes.find(({ route_type: type }) => type === 'hop')
    if (hop === undefined) throw new Error('the devnet has no hop')
    const { order: made, secret } = await order(hop.source, hop.destination, '25000000')
    const body = { order_id: made.order_id, secret }
    expect(await codeOf(relayer, 'createClaim', { body })).toEqual([422, 'HOP_REQUIRED'])
    expect(await codeOf(relayer, 'createClaim', { body: { ...body, hop: hopPayload } })).toEqual([422, 'HOP_MISMATCH'])
  })

  it('of every operation: unknown things, unknown parameters, bodies that are none, keys used twice', async () => {
    const nowhere = { order_id: randomUUID(), quote_id: randomUUID(), claim_id: randomUUID() }
    const path = {
      ...nowhere,
      ...{
        initiation_id: randomUUID(),
        webhook_id: randomUUID(),
        delivery_id: randomUUID(),
        user_id: 'x',
        maker_id: 'nobody',
      },
    }
    for (const client of [book, relayer])
      for (const id of client.operationIds) {
        const { responses, requestBody } = client.operation(id)
        if (responses['404'] !== undefined && requestBody === undefined)
          expect((await client.send(id, { path })).status).toBe(404)
        if (responses['400'] !== undefined)
          expect(await codeOf(client, id, { path, query: { colour: 'blue' } })).toEqual([400, 'INVALID_REQUEST'])
        if (responses['413'] === undefined) continue
        expect(await codeOf(client, id, { path, body: '{' })).toEqual([400, 'MALFORMED_JSON'])
        expect((await client.send(id, { path, body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(
          415,
        )
        expect((await client.send(id, { path, body: JSON.stringify({ x: 'x'.repeat(70_000) }) })).status).toBe(413)
      }
    const headers = { 'idempotency-key': 'twice' }
    const body = { source_asset: 'devnet_a:dai', destination_asset: 'devnet_b:dai' }
    const amounts = ['10000000000000000000', '20000000000000000000']
    const [one, other] = amounts.map((source_amount) => ({ headers, body: { ...body, source_amount } }))
    expect((await book.send('createQuote', one)).status).toBe(201)
    expect(await codeOf(book, 'createQuote', other ?? {})).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  })
})

/** Codes that need another set-up than `npm run dev`, and the test on real services that gets each as an answer. */
const answeredElsewhere: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'services/relayer/test/endpoints.test.ts',
  NOT_FOUND: 'services/relayer/test/endpoints.test.ts',
  METHOD_NOT_ALLOWED: 'services/relayer/test/endpoints.test.ts',
  QUOTE_WITHDRAWN: 'services/orderbook/test/http/makers.test.ts',
  MAKER_EXISTS: 'services/orderbook/test/http/admin.test.ts',
  IDEMPOTENCY_IN_PROGRESS: 'services/orderbook/test/http/orders.test.ts',
  DESTINATION_NOT_INITIATED: 'services/relayer/test/relayer.test.ts',
  TOO_LATE: 'services/relayer/test/initiation-time.test.ts',
  CREATION_REVERTS: 'services/relayer/test/one-signature.test.ts',
  VAULT_MISMATCH: 'services/relayer/test/relayer.test.ts',
  ORDER_EXPIRED: 'services/relayer/test/initiation-time.test.ts',
  QUOTE_EXPIRED: 'services/orderbook/test/http/orders.test.ts',
  EVENTS_GONE: 'services/orderbook/test/db/retention.test.ts',
  REQUEST_TIMEOUT: 'packages/service-kit/test/http-server.test.ts',
  HEADERS_TOO_LARGE: 'packages/service-kit/test/http-server.test.ts',
  HOP_EXPIRED: 'services/relayer/test/safety.test.ts',
  HOP_ROUTE_CLOSED: 'test/e2e/hops.test.ts',
  PAYOUT_BLOCKED: 'services/relayer/test/payout.test.ts',
  PAYOUT_TOO_COSTLY: 'services/relayer/test/gas.test.ts',
  RATE_LIMITED: 'packages/service-kit/test/rate-limit.test.ts',
  TOO_MANY_UNFUNDED_ORDERS: 'services/orderbook/test/http/orders.test.ts',
  SPONSOR_BUDGET_SPENT: 'services/relayer/test/sponsoring.test.ts',
  SPONSOR_ORDER_TOO_SMALL: 'services/relayer/test/sponsoring.test.ts',
  INTERNAL: 'packages/service-kit/test/app.test.ts',
  UPSTREAM_INVALID: 'services/orderbook/test/http/quotes.test.ts',
  UPSTREAM_TIMEOUT: 'services/orderbook/test/http/quotes.test.ts',
  UNAVAILABLE: 'services/orderbook/test/http/database-outage.test.ts',
  CHAIN_UNAVAILABLE: 'services/relayer/test/providers.test.ts',
  SIGNER_UNAVAILABLE: 'services/relayer/test/signers/relayer.test.ts',
  PRICE_UNAVAILABLE: 'services/orderbook/test/prices/chainlink.test.ts',
}
const root = new URL('../..', import.meta.url).pathname

describe('the documents', () => {
  it('name no success that was not seen', () => {
    const isSuccess = (status: number) => status < 400
    // The devnet has one solver and no makers that compete: services/orderbook/test/http has them.
    expect([...book.unseen(isSuccess), ...relayer.unseen(isSuccess)]).toEqual(['getMakerRecord 200'])
  })

  it('name no error of the client that was not seen, but those that need another set-up', () => {
    const elsewhere = [
      // API keys (packages/service-kit/test/app.test.ts) and limits (packages/service-kit/test/rate-limit.test.ts).
      ...[401, 429],
      // Quotes that have expired (services/orderbook/test/http/orders.test.ts), destinations that are over
      // (services/relayer/test/initiation-time.test.ts).
      410,
    ]
    const isOurs = (status: number) => status >= 400 && status < 500 && !elsewhere.includes(status)
    const unseen = [...book.unseen(isOurs), ...relayer.unseen(isOurs)]
    // A key that is used twice was tried on one operation for all.
    expect(unseen.filter((at) => !at.endsWith(' 409') && !at.startsWith('createWebhook'))).toEqual([])
  })

  it('name no code that was not answered, here or by the test that is named', async () => {
    const answered = new Set([...book.codes, ...relayer.codes])
    const missing = errorCodeNames.filter((code) => !answered.has(code))
    expect([...missing].sort()).toEqual(Object.keys(answeredElsewhere).sort())
    for (const [code, file] of Object.entries(answeredElsewhere))
      expect([code, await readFile(join(root, file), 'utf8')]).toEqual([code, expect.stringContaining(`'${code}'`)])
  })
})
