/**
 * Compares both services with their OpenAPI documents. Every answer must be in the document of its service, with its
 * status, headers, content type and body. Every operation is called, through a whole swap and the refusals on its way.
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  type ErrorCode,
  errorCodeNames,
  errorExample,
  type OpenApiDocument,
  orderbookDocument,
  relayerDocument,
} from '@tandem/contracts'
import { accounts, devEnvironment, type Stack, startStack } from '@tandem/devnet'
import { hashSecret, nativeToken } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import type { Asset, Claim, Order, Quote, Route } from '@tandem/sdk'
import type { Hex } from 'viem'
import { type DocumentedClient, documentedClient } from '../support/documented-client.ts'
import type { DocumentOperation } from '../support/openapi.ts'
import { type Fault, startWrongServer } from '../support/wrong-server.ts'

const root = new URL('../..', import.meta.url).pathname
const user = accounts.user.address
const aSignature = `0x${'11'.repeat(65)}`
const farFuture = 4_000_000_000

let stack: Stack
let book: DocumentedClient
let relayer: DocumentedClient
let receiver: Server
beforeAll(async () => {
  // Started as `npm run dev` starts it.
  stack = await startStack({ env: devEnvironment({ statsCacheSecs: 120 }) })
  book = documentedClient(stack.baseUrl, orderbookDocument())
  relayer = documentedClient(stack.relayerUrl, relayerDocument())
  receiver = createServer((req, res) => {
    void text(req).then((body) => {
      const { challenge } = JSON.parse(body) as { challenge?: string }
      res.end(req.url === '/' ? challenge : 'not the challenge')
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterAll(async () => {
  await stack?.stop()
  receiver?.close()
})

const direct = { source: 'devnet_a:usdc', destination: 'devnet_b:usdc' }

function newSecret(): { secret: Hex; hash: Hex } {
  const secret: Hex = `0x${randomBytes(32).toString('hex')}`
  return { secret, hash: hashSecret(secret) }
}

/** Asks for a quote of a little more than the route's least amount, because prices move. */
async function askQuote(route: { source: string; destination: string } = direct): Promise<Quote> {
  const { data } = await book.succeed<{ data: Route[] }>('listRoutes')
  const found = data.find(({ source, destination }) => source === route.source && destination === route.destination)
  const least = BigInt(found?.limits.min_source_amount ?? 0)
  const body = { source_asset: route.source, destination_asset: route.destination }
  return book.succeed('createQuote', { body: { ...body, source_amount: String(least + least / 20n) } }, [201])
}

const orderBody = ({ quote_id, source, destination }: Quote, hash: string) => ({
  user_id: 'conformance',
  quote_id,
  source: { ...source, recipient: user },
  destination: { ...destination, recipient: user },
  commitment_hash: hash,
})

async function newOrder(route?: { source: string; destination: string }) {
  const { secret, hash } = newSecret()
  const body = orderBody(await askQuote(route), hash)
  return { order: await book.succeed<Order>('createOrder', { body }, [201]), secret }
}

/** A hop payload of the right form, whose signature is nobody's. */
const hopPayload = {
  bridge_factory: user,
  dest_blockchain_id: `0x${'1'.repeat(64)}`,
  recipient: user,
  fee_token: user,
  relayer_fee: '0',
  dispatch_gas: 400_000,
  deadline: farFuture,
  signature: '0x',
}

const untilOrder = (orderId: string, isWanted: (order: Order) => boolean) =>
  untilSo(
    () => book.succeed<Order>('getOrder', { path: { order_id: orderId } }),
    isWanted,
    'the next step of the order',
  )

/** Sends the request until the relayer accepts it, because it may not have seen the chain yet. */
const accepted = (operationId: string, sent: Parameters<DocumentedClient['send']>[1]) =>
  untilSo(
    () => relayer.send(operationId, sent),
    ({ status }) => status === 202,
    `an answer of 202 to ${operationId}`,
  )

/** Sends the transaction that the order says is next. */
async function pay({ next_action: next }: Order): Promise<void> {
  const { call } = next ?? {}
  if (call == null) throw new Error('the order names no call')
  const { user: wallet } = stack.chains.devnet_a
  const hash = await wallet.sendTransaction({ to: call.to as Hex, data: call.data as Hex, value: BigInt(call.value) })
  const { status } = await wallet.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}

describe('every answer is documented', () => {
  it('of the lists and probes', async () => {
    for (const id of ['listChains', 'listAssets', 'listRoutes', 'listMakers', 'getStats']) await book.succeed(id)
    for (const service of [book, relayer]) {
      await service.succeed('getHealth')
      await service.succeed('getReadiness')
    }
  })

  it('of quotes, and of those that are refused', async () => {
    const { quote_id, source, destination } = await askQuote()
    await book.succeed('getQuote', { path: { quote_id } })
    const asked = { source_asset: source.asset, destination_asset: destination.asset, source_amount: source.amount }
    await book.succeed('getIndicativeQuote', { query: asked })
    const tooSmall = { ...asked, source_amount: '1' }
    await book.refuse('createQuote', { body: tooSmall }, 422, 'AMOUNT_OUT_OF_BOUNDS')
    await book.refuse('getIndicativeQuote', { query: tooSmall }, 422, 'AMOUNT_OUT_OF_BOUNDS')
    const unlisted = { ...asked, source_asset: 'devnet_a:nosuchtoken' }
    await book.refuse('createQuote', { body: unlisted }, 422, 'UNSUPPORTED_ASSET')
    const nowhere = { ...asked, destination_asset: source.asset }
    await book.refuse('createQuote', { body: nowhere }, 422, 'UNSUPPORTED_ROUTE')
    const headers = { 'idempotency-key': randomUUID() }
    await book.succeed('createQuote', { headers, body: asked }, [201])
    const another = { ...asked, source_amount: String(BigInt(source.amount) + 1n) }
    await book.refuse('createQuote', { headers, body: another }, 409, 'IDEMPOTENCY_CONFLICT')
  })

  it('of orders that are refused', async () => {
    const { hash } = newSecret()
    const quote = await askQuote()
    const body = orderBody(quote, hash)
    const solver = accounts.solver.address
    const faults: [fault: object, status: number, code: ErrorCode][] = [
      [{ quote_id: randomUUID() }, 404, 'QUOTE_NOT_FOUND'],
      [{ source: { ...body.source, amount: '1' } }, 422, 'QUOTE_MISMATCH'],
      [{ destination: { ...body.destination, recipient: solver } }, 422, 'INVALID_RECIPIENT'],
      [{ commitment_hash: `0x${'0'.repeat(64)}` }, 400, 'INVALID_REQUEST'],
    ]
    for (const [fault, status, code] of faults)
      await book.refuse('createOrder', { body: { ...body, ...fault } }, status, code)
    await book.succeed('createOrder', { body }, [201])
    await book.refuse('createOrder', { body: orderBody(quote, newSecret().hash) }, 409, 'QUOTE_CONSUMED')
    await book.refuse('createOrder', { body: orderBody(await askQuote(), hash) }, 409, 'COMMITMENT_REUSED')
  })

  it('of a webhook, from its registration to its end', async () => {
    const body = { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` }
    const hook = await book.succeed<{ webhook_id: string; secret: string }>('createWebhook', { body }, [201])
    const headers = { 'webhook-secret': hook.secret }
    const path = { webhook_id: hook.webhook_id }
    await book.succeed('challengeWebhook', { path, headers })
    await newOrder()
    const { data } = await untilSo(
      () => book.succeed<{ data: { delivery_id: string }[] }>('listDeliveries', { path, headers }),
      (log) => log.data.length > 0,
      'a delivery',
    )
    await book.succeed('listWebhooks', { headers })
    const delivery = { ...path, delivery_id: data[0]?.delivery_id ?? '' }
    await book.succeed('redeliver', { path: delivery, headers }, [202])
    await book.succeed('enableWebhook', { path, headers })
    await book.succeed('deleteWebhook', { path, headers })
    await book.refuse('listDeliveries', { path, headers }, 404, 'WEBHOOK_NOT_FOUND')
    await book.refuse('challengeWebhook', { path, headers }, 404, 'WEBHOOK_NOT_FOUND')
    const unproven = { body: { url: `${body.url}elsewhere` } }
    const other = await book.succeed<{ webhook_id: string; secret: string }>('createWebhook', unproven, [201])
    const ofOther = { path: { webhook_id: other.webhook_id }, headers: { 'webhook-secret': other.secret } }
    await book.refuse('challengeWebhook', ofOther, 422, 'WEBHOOK_CHALLENGE_FAILED')
    await book.succeed('deleteWebhook', ofOther)
  })

  it('of what the relayer refuses before anything is paid', async () => {
    const { secret } = newSecret()
    const order_id = randomUUID()
    await relayer.refuse('createClaim', { body: { order_id, secret } }, 404, 'ORDER_NOT_FOUND')
    await relayer.refuse('createInitiation', { body: { type: 'prefunded', order_id } }, 404, 'ORDER_NOT_FOUND')
    await relayer.refuse('createRefund', { path: { order_id }, body: {} }, 404, 'ORDER_NOT_FOUND')
    await relayer.refuse('getClaim', { path: { claim_id: order_id } }, 404, 'CLAIM_NOT_FOUND')
    await relayer.refuse('getInitiation', { path: { initiation_id: order_id } }, 404, 'INITIATION_NOT_FOUND')
    const { order, secret: ours } = await newOrder()
    const of = { order_id: order.order_id }
    const signed = { ...of, type: 'signed', deadline: farFuture, creator_signature: aSignature }
    await relayer.refuse('createInitiation', { body: signed }, 422, 'SIGNATURE_INVALID')
    await relayer.refuse('createInitiation', { body: { ...of, type: 'prefunded' } }, 409, 'PREFUND_MISSING')
    await relayer.refuse('createRefund', { path: of, body: {} }, 409, 'SOURCE_NOT_INITIATED')
    await relayer.refuse('createClaim', { body: { ...of, secret: ours } }, 409, 'SOURCE_NOT_INITIATED')
  })

  it('of a claim that waits, and is withdrawn', async () => {
    const { order, secret } = await newOrder()
    const body = { order_id: order.order_id, secret, wait: true }
    const { claim_id, status } = await relayer.succeed<Claim>('createClaim', { body }, [202])
    expect(status).toBe('waiting')
    await relayer.succeed('createClaim', { body }, [200])
    const path = { claim_id }
    const { secret: other } = newSecret()
    await relayer.refuse('withdrawClaim', { path, body: { secret: other } }, 422, 'WRONG_SECRET')
    const nobodys = { path: { claim_id: randomUUID() }, body: { secret } }
    await relayer.refuse('withdrawClaim', nobodys, 404, 'CLAIM_NOT_FOUND')
    const withdrawn = await relayer.succeed<Claim>('withdrawClaim', { path, body: { secret } })
    expect(withdrawn).toMatchObject({ status: 'failed', error_code: 'WITHDRAWN' })
  })

  it('of what the relayer refuses on routes of the native token, and of hops', async () => {
    const { data: assets } = await book.succeed<{ data: Asset[] }>('listAssets')
    const { data: routes } = await book.succeed<{ data: Route[] }>('listRoutes')
    const isNative = (asset: string) =>
      assets.some((one) => one.asset === asset && one.token_address.toLowerCase() === nativeToken.toLowerCase())
    const native = await newOrder(routes.find(({ source, route_type: type }) => type === 'direct' && isNative(source)))
    const initiation = { type: 'prefunded', order_id: native.order.order_id }
    await relayer.refuse('createInitiation', { body: initiation }, 422, 'UNSUPPORTED_INITIATION')
    const hop = await newOrder(routes.find(({ route_type: type }) => type === 'hop'))
    const body = { order_id: hop.order.order_id, secret: hop.secret }
    await relayer.refuse('createClaim', { body }, 422, 'HOP_REQUIRED')
    await relayer.refuse('createClaim', { body: { ...body, hop: hopPayload } }, 422, 'HOP_MISMATCH')
  })

  it('of a whole swap, and of every refusal on its way', async () => {
    const { order, secret } = await newOrder()
    const path = { order_id: order.order_id }
    const initiation = { body: { ...path, type: 'prefunded' } }
    const claim = { ...path, secret, swap_id: order.destination_intent.swap_id }
    await pay(order)
    const keyed = { ...initiation, headers: { 'idempotency-key': randomUUID() } }
    const { initiation_id } = (await accepted('createInitiation', keyed)).body.result
    expect((await relayer.send('createInitiation', keyed)).headers).toMatchObject({ 'idempotency-replayed': 'true' })
    await relayer.succeed('createInitiation', initiation, [200])
    await relayer.succeed('getInitiation', { path: { initiation_id } })
    await relayer.succeed('listInitiations', { query: { order_id: order.order_id } })

    await untilOrder(order.order_id, ({ next_action: next }) => next?.action === 'submit_claim')
    const wrong: [over: object, status: number, code: ErrorCode][] = [
      [{ secret: newSecret().secret }, 422, 'WRONG_SECRET'],
      [{ swap_id: user }, 409, 'SWAP_MISMATCH'],
      [{ hop: hopPayload }, 422, 'HOP_NOT_EXPECTED'],
    ]
    for (const [over, status, code] of wrong)
      await relayer.refuse('createClaim', { body: { ...claim, ...over } }, status, code)
    await relayer.refuse('createRefund', { path, body: {} }, 409, 'REFUND_TOO_EARLY')
    const consent = { deadline: farFuture, signature: aSignature }
    await relayer.refuse('createRefund', { path, body: { consent } }, 422, 'SIGNATURE_INVALID')

    const { claim_id } = (await accepted('createClaim', { body: claim })).body.result
    await relayer.succeed('createClaim', { body: claim }, [200])
    await relayer.refuse('createClaim', { body: { ...claim, hop: hopPayload } }, 409, 'CLAIM_CONFLICT')
    const done = await untilOrder(order.order_id, ({ status }) => status === 'completed')
    const ended = await untilSo(
      () => relayer.succeed<Claim>('getClaim', { path: { claim_id } }),
      ({ status }) => status === 'confirmed',
      'the confirmation of the claim',
    )
    expect(ended.claim_tx_hash).toBe(done.destination_intent.claim_tx_hash)
    const mined = ended.attempts.filter(({ outcome }) => outcome === 'mined').map(({ tx_hash }) => tx_hash)
    expect(mined).toEqual([ended.claim_tx_hash])
    const { data } = await relayer.succeed<{ data: Claim[] }>('listClaims', { query: path })
    expect(data[0]?.claim_id).toBe(claim_id)
    await relayer.refuse('withdrawClaim', { path: { claim_id }, body: { secret } }, 409, 'CLAIM_SENT')
    await relayer.succeed('createInitiation', initiation, [200])

    // What is paid to an escrow that is over comes back.
    await relayer.refuse('createRefund', { path, body: {} }, 409, 'ORDER_FINAL')
    await pay(order)
    expect((await accepted('createRefund', { path, body: {} })).body.result).toMatchObject({ way: 'sweep' })
    await relayer.succeed('createRefund', { path, body: {} }, [200])
    await readEverything(done)
  })
})

/** Every way to read an order that is over. */
async function readEverything({ order_id, user_id, status }: Order): Promise<void> {
  const path = { order_id }
  const { etag } = (await book.send('getOrder', { path })).headers as { etag: string }
  await book.succeed('getOrder', { path, headers: { 'if-none-match': etag } }, [304])
  for (const id of ['explainOrder', 'getOrderConsent']) await book.succeed(id, { path })
  await book.succeed('listOrders', { query: { status } })
  await book.succeed('listUserOrders', { path: { user_id } })
  await book.refuse('listOrders', { query: { page: 1000, limit: 100 } }, 400, 'PAGE_TOO_DEEP')
  await book.refuse('listOrders', { query: { cursor: 'abc' } }, 400, 'INVALID_CURSOR')
  await book.succeed('listEvents', { query: { limit: 10 } })
  const { last_seq } = await book.succeed<{ last_seq: number }>('listOrderEvents', { path })
  const headers = { accept: 'text/event-stream' }
  expect((await book.send('listOrderEvents', { path, headers })).text).toContain(`id: ${last_seq}\n`)
  const atEnd = { ...headers, 'last-event-id': String(last_seq) }
  await book.succeed('listOrderEvents', { path, headers: atEnd }, [204])
}

const largeBody = JSON.stringify({ x: 'x'.repeat(70_000) })

/** Requests unknown things, with unknown parameters and with bodies that are none. */
async function refuseWhatIsNotDocumented(service: DocumentedClient, operation: DocumentOperation): Promise<void> {
  const { operationId: id, statuses, body, parameters } = operation
  const ids = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)
  const anId = (name: string) => (name === 'user_id' ? 'nobody' : randomUUID())
  const path = Object.fromEntries(ids.map((name) => [name, anId(name)]))
  if (statuses.includes(404) && body === undefined) await service.refuse(id, { path }, 404)
  await service.refuse(id, { path, query: { colour: 'blue' } }, 400, 'INVALID_REQUEST')
  if (!statuses.includes(413)) return
  await service.refuse(id, { path, body: '{' }, 400, 'MALFORMED_JSON')
  await service.refuse(id, { path, body: '{}', headers: { 'content-type': 'text/plain' } }, 415)
  await service.refuse(id, { path, body: largeBody }, 413)
}

describe('what is not documented', () => {
  /** Probes are left out, because they ignore parameters. */
  const strict = (document: OpenApiDocument) =>
    documentedClient('', document).operations.flatMap((operation) =>
      operation.statuses.includes(400) ? [[operation.operationId, operation] as const] : [],
    )

  it.each(strict(orderbookDocument()))('is refused by the orderbook’s %s', (_id, operation) =>
    refuseWhatIsNotDocumented(book, operation),
  )
  it.each(strict(relayerDocument()))('is refused by the relayer’s %s', (_id, operation) =>
    refuseWhatIsNotDocumented(relayer, operation),
  )
})

/** The answer of a running service with this error, if one came. */
const answerOf = (code: ErrorCode) => relayer.errors.get(code) ?? book.errors.get(code)

describe('the tests above', () => {
  const unseen = (isWanted: (status: number) => boolean) => [...book.unseen(isWanted), ...relayer.unseen(isWanted)]

  it('gives every documented success', () => {
    expect(unseen((status) => status < 400)).toEqual([])
  })

  it('gives every documented error of a client, but those that need another set-up', () => {
    const elsewhere = [
      // API keys (packages/service-kit/test/app.test.ts) and limits (packages/service-kit/test/rate-limit.test.ts).
      ...[401, 429],
      // Quotes that have expired (services/orderbook/test/http/orders.test.ts), destinations that are over
      // (services/relayer/test/initiation-time.test.ts).
      410,
    ]
    const missing = unseen((status) => status >= 400 && status < 500 && !elsewhere.includes(status))
    // A second request with the same key is tried on one operation only.
    const isElsewhere = (at: string) => at.endsWith(' 409') || /^createWebhook /.test(at)
    expect(missing.filter((at) => !isElsewhere(at))).toEqual([])
  })

  it('gives every code, or the test that is named does', async () => {
    const missing = errorCodeNames.filter((code) => answerOf(code) === undefined)
    expect([...missing].sort()).toEqual(Object.keys(answeredElsewhere).sort())
    for (const [code, file] of Object.entries(answeredElsewhere))
      expect([code, await readFile(join(root, file), 'utf8')]).toEqual([code, expect.stringContaining(`'${code}'`)])
  })
})

describe('the example of every error in the documents', () => {
  const folders = ['services/orderbook/src', 'services/relayer/src', 'packages/service-kit/src', 'packages/chain/src']
  const sources = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(join(root, folder, file), 'utf8')),
    )
    .join('\n')
  /** Whether three words that follow each other are in the sources. */
  const isOfTheSources = (text: string) =>
    text
      .split(' ')
      .some((_, at, words) => sources.includes(words.slice(at, at + 3).join(' ')) && at + 3 <= words.length)
  /** Leaves out what differs from run to run. */
  const lasting = ({ result, details = {} }: { result: string; details?: object | undefined }) => ({
    result: result.replaceAll(/\d+/g, '0'),
    details: Object.keys(details),
  })

  it.each(errorCodeNames)('%s is an answer of a running stack, or has the words of the sources', (code) => {
    const example = errorExample(code)
    const answer = answerOf(code)
    if (answer === undefined) expect([example.result, isOfTheSources(example.result)]).toEqual([example.result, true])
    else expect(lasting(example)).toEqual(lasting(answer))
    expect(example.retryable).toBe(answer?.retryable ?? example.retryable)
  })
})

/**
 * Codes that need another set-up than `npm run dev`, with the test on real services that gets each one as an answer.
 */
const answeredElsewhere: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'services/relayer/test/endpoints.test.ts',
  NOT_FOUND: 'services/relayer/test/endpoints.test.ts',
  METHOD_NOT_ALLOWED: 'services/relayer/test/endpoints.test.ts',
  // The devnet allows receivers on this machine.
  INVALID_WEBHOOK_URL: 'services/orderbook/test/http/webhooks.test.ts',
  QUOTE_WITHDRAWN: 'services/orderbook/test/http/makers.test.ts',
  IDEMPOTENCY_IN_PROGRESS: 'services/orderbook/test/http/orders.test.ts',
  ROUTE_PAUSED: 'services/orderbook/test/http/paused.test.ts',
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
  TOO_MANY_WAITING_CLAIMS: 'services/relayer/test/waiting-claims.test.ts',
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

/** Wrong answers of the orderbook, and what is said about each. */
const faults: [string, Fault, string][] = [
  [
    'a field of another name',
    { at: 'GET /chains', change: (answer) => ({ ...answer, body: answer.body.replaceAll('chain_id"', 'chainId"') }) },
    "data/result/data/0 must have required property 'chain_id'",
  ],
  [
    'a header that is missing',
    { at: 'GET /chains', change: ({ headers: { 'x-request-id': _, ...headers }, ...rest }) => ({ ...rest, headers }) },
    'x-request-id is missing',
  ],
  [
    'a status that is not documented',
    { at: 'GET /chains', change: (answer) => ({ ...answer, status: 203 }) },
    '203 is not documented',
  ],
]

it.each(faults)('%s does not pass', async (_name, fault, said) => {
  const wrong = await startWrongServer(stack.baseUrl, fault)
  const asked = documentedClient(wrong.url, orderbookDocument()).succeed('listChains')
  await expect(asked.finally(wrong.close)).rejects.toThrow(said)
})
