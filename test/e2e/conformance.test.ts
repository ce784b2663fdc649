/**
 * The conformance suite, which knows a deployment by the interface and the OpenAPI documents alone: it finds no fault in a
 * running stack and comes by every answer of the documents, and it names each fault of a server that is wrong.
 */

import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Check, checkService, type ServiceReport } from '@tandem/conformance'
import { type ErrorCode, errorCodeNames, errorExample } from '@tandem/contracts'
import { accounts, devEnvironment, type Stack, startStack } from '@tandem/devnet'
import { type Fault, startWrongServer } from '../support/wrong-server.ts'

const root = new URL('../..', import.meta.url).pathname
let report: ServiceReport
let stack: Stack
let receiver: Server
beforeAll(async () => {
  // As `npm run dev` starts it.
  stack = await startStack({ env: devEnvironment({ statsCacheSecs: 120 }) })
  receiver = createServer((_req, res) => res.writeHead(204).end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  report = await checkService({
    orderbookUrl: stack.baseUrl,
    relayerUrl: stack.relayerUrl,
    privateKey: accounts.user.privateKey,
    rpcUrls: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, anvil.rpcUrl])),
    withinMs: 120_000,
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  })
})
afterAll(async () => {
  await stack?.stop()
  receiver?.close()
})

const endings = (checks: readonly Check[], wanted: Check['outcome']) =>
  checks.filter(({ outcome }) => outcome === wanted).map(({ name, reason }) => `${name}: ${reason}`)

describe('a running stack', () => {
  it('passes every check', () => {
    expect(endings(report.checks, 'failed')).toEqual([])
    expect(endings(report.checks, 'skipped')).toEqual([])
  })

  it('gives every documented success', () => {
    expect(report.unseen((status) => status < 400)).toEqual([])
  })

  it('gives every documented error of a client, but those that need another set-up', () => {
    const elsewhere = [
      // API keys (packages/service-kit/test/app.test.ts) and limits (packages/service-kit/test/rate-limit.test.ts).
      ...[401, 429],
      // Quotes that have expired (services/orderbook/test/http/orders.test.ts), destinations that are over
      // (services/relayer/test/initiation-time.test.ts).
      410,
    ]
    const unseen = report.unseen((status) => status >= 400 && status < 500 && !elsewhere.includes(status))
    // A key that is used twice was tried on one operation for all.
    const isElsewhere = (at: string) => at.endsWith(' 409') || /^createWebhook /.test(at)
    expect(unseen.filter((at) => !isElsewhere(at))).toEqual([])
  })

  it('gives every code, or the test that is named does', async () => {
    const missing = errorCodeNames.filter((code) => !report.errors.has(code))
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
  /** Whether three words that follow each other stand in the sources. */
  const isOfTheSources = (text: string) =>
    text
      .split(' ')
      .some((_, at, words) => sources.includes(words.slice(at, at + 3).join(' ')) && at + 3 <= words.length)
  /** Without what differs from run to run. */
  const lasting = ({ result, details = {} }: { result: string; details?: object | undefined }) => ({
    result: result.replaceAll(/\d+/g, '0'),
    details: Object.keys(details),
  })

  it.each(errorCodeNames)('%s is an answer of a running stack, or has the words of the sources', (code) => {
    const example = errorExample(code)
    const answer = report.errors.get(code)
    if (answer === undefined) expect([example.result, isOfTheSources(example.result)]).toEqual([example.result, true])
    else expect(lasting(example)).toEqual(lasting(answer))
    expect(example.retryable).toBe(answer?.retryable ?? example.retryable)
  })
})

/** Codes that need another set-up than `npm run dev`, and the test on real services that gets each as an answer. */
const answeredElsewhere: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'services/relayer/test/endpoints.test.ts',
  NOT_FOUND: 'services/relayer/test/endpoints.test.ts',
  METHOD_NOT_ALLOWED: 'services/relayer/test/endpoints.test.ts',
  // Receivers on this machine are allowed here.
  INVALID_WEBHOOK_URL: 'services/orderbook/test/http/webhooks.test.ts',
  QUOTE_WITHDRAWN: 'services/orderbook/test/http/makers.test.ts',
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

/** A change of the body of the first answer alone. */
function onlyFirst(change: (body: string) => string): Fault['change'] {
  let isFirst = true
  return (answer) => {
    const body = isFirst ? change(answer.body) : answer.body
    isFirst = false
    return { ...answer, body }
  }
}

/** A fault, which server has it, and all checks that fail. */
const faults: [string, 'orderbook' | 'relayer', Fault, string[]][] = [
  [
    'a field of another name',
    'orderbook',
    { at: 'GET /chains', change: (answer) => ({ ...answer, body: answer.body.replaceAll('chain_id"', 'chainId"') }) },
    ["lists its chains: listChains 200 does not fit: data/result/data/0 must have required property 'chain_id'"],
  ],
  [
    'an amount that is a number',
    'orderbook',
    {
      at: 'GET /quotes/indicative',
      change: (answer) => ({ ...answer, body: answer.body.replace(/"amount":"(\d+)"/, '"amount":$1') }),
    },
    ['shows a price: getIndicativeQuote 200 does not fit: data/result/source/amount must be string'],
  ],
  [
    'a header that is missing',
    'orderbook',
    { at: 'GET /stats', change: ({ headers: { 'x-request-id': _, ...headers }, ...rest }) => ({ ...rest, headers }) },
    [
      'tells its statistics: getStats 200: X-Request-Id is missing',
      'the orderbook’s getStats refuses what is not documented: getStats 400: X-Request-Id is missing',
    ],
  ],
  [
    'a status that is not documented',
    'orderbook',
    { at: 'GET /makers', change: (answer) => (answer.status === 200 ? { ...answer, status: 203 } : answer) },
    ['lists its makers: listMakers 203 is not documented'],
  ],
  [
    'a price for another amount',
    'orderbook',
    { at: 'POST /quotes', change: onlyFirst((body) => body.replace(/"amount":"\d/, '$&0')) },
    ['quotes what was asked for: the quote is for '],
  ],
  [
    'an escrow at another address',
    'orderbook',
    {
      at: 'POST /orders',
      change: (answer) => ({
        ...answer,
        body: answer.body.replace(/"swap_id":"0x\w{40}"/, `"swap_id":"${accounts.solver.address}"`),
      }),
    },
    [
      'makes an order of a quote, with the vaults of its terms: the order is not what was asked for: source vault address',
    ],
  ],
  [
    'another code for an error',
    'orderbook',
    {
      at: 'POST /orders',
      change: (answer) => ({ ...answer, body: answer.body.replace('COMMITMENT_REUSED', 'QUOTE_CONSUMED') }),
    },
    ['takes the hash of a secret once: createOrder answered 409 QUOTE_CONSUMED, not 409 COMMITMENT_REUSED'],
  ],
  [
    'bodies of any size',
    'relayer',
    { at: 'POST /claims', change: (answer) => ({ ...answer, status: answer.status === 413 ? 400 : answer.status }) },
    ['the relayer’s createClaim refuses what is not documented: createClaim 400 does not fit'],
  ],
  [
    'a claim for an unknown order',
    'relayer',
    {
      at: 'POST /claims',
      change: (answer) => ({ ...answer, body: answer.body.replace('ORDER_NOT_FOUND', 'CLAIM_NOT_FOUND') }),
    },
    ['claims, creates and refunds nothing for an unknown order: createClaim 404 does not fit'],
  ],
  [
    'a document that lacks an operation',
    'relayer',
    {
      at: 'GET /openapi.json',
      change: (answer) => ({ ...answer, body: answer.body.replace('"createRefund"', '"refund"') }),
    },
    ['the relayer serves its document: /openapi.json lacks createRefund'],
  ],
]

describe('a wrong server', () => {
  it.each(faults)('is told of %s, and of nothing else', async (_name, service, fault, named) => {
    const urls: Record<typeof service, string> = { orderbook: stack.baseUrl, relayer: stack.relayerUrl }
    const wrong = await startWrongServer(urls[service], fault)
    urls[service] = wrong.url
    const report = checkService({ orderbookUrl: urls.orderbook, relayerUrl: urls.relayer })
    const { checks } = await report.finally(wrong.close)
    expect(endings(checks, 'failed')).toEqual(named.map((text) => expect.stringContaining(text)))
  })

  it('is told that it does not answer, check by check', async () => {
    const nowhere = 'http://127.0.0.1:1'
    const { checks } = await checkService({ orderbookUrl: nowhere, relayerUrl: nowhere })
    expect(endings(checks, 'passed')).toEqual([])
    expect(endings(checks, 'failed')).toContain('lists its chains: fetch failed: bad port')
  })
})
