/** The whole of Tandem as its users and its enemies meet it, with real processes and real chains. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  claimSchema,
  errorEnvelopeSchema,
  type OrderWire,
  orderSchema,
  quoteSchema,
  successEnvelopeSchema,
  type z,
} from '@tandem/contracts'
import {
  accounts,
  assetOf as countedAsset,
  devnetRpcKey,
  readBalance,
  type Stack,
  sampleCommands,
  startStack,
} from '@tandem/devnet'
import { until } from '@tandem/local-services'
import { createClient, type InitiationPath, initiationPaths, Swap } from '@tandem/sdk'
import { traceOfOrder } from '@tandem/service-kit'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Address } from 'viem'
import { fundUser } from '../support/funded-user.ts'
import { startTraceCollector } from '../support/trace-collector.ts'

let stack: Stack
let traces: Awaited<ReturnType<typeof startTraceCollector>>
beforeAll(async () => {
  traces = await startTraceCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url }
  stack = await startStack({ env: { orderbook: env, relayer: env, solver: env } })
})
afterAll(async () => {
  await stack?.stop()
  await traces?.stop()
})

const client = () => createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
const assetOf: Record<InitiationPath, string> = {
  ...{ prefunded: 'dai', native: 'eth', permit: 'usdc', signed: 'dai' },
  ...{ permit2: 'dai', eip3009: 'usdc' },
}
const amountOf: Record<InitiationPath, bigint> = {
  prefunded: 10n ** 19n,
  native: 10n ** 16n,
  permit: 10n ** 7n,
  signed: 10n ** 19n,
  permit2: 10n ** 19n,
  eip3009: 10n ** 7n,
}
/** Everything that an application gives a swap, with endpoints of its own. */
const swapOptions = () => ({
  client: client(),
  network: stack.network,
  evidence: {
    endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
  },
  save: () => undefined,
})
const wait = { pollMs: 100, timeoutMs: 180_000 }

const startSwap = (
  path: InitiationPath,
  over: Partial<ReturnType<typeof swapOptions>> = {},
  address: Address = accounts.user.address,
) =>
  Swap.start(
    {
      userId: `e2e-${path}`,
      sourceAsset: `devnet_a:${assetOf[path]}`,
      destinationAsset: `devnet_b:${assetOf[path]}`,
      sourceAmount: amountOf[path],
      minReceived: 1n,
      sourceAddress: address,
      destinationAddress: address,
    },
    { ...swapOptions(), ...over },
  )

/** A swap whose destination is funded, so that the secret may be revealed. */
async function readyToClaim(): Promise<Swap> {
  const swap = await startSwap('permit')
  await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client: client() })
  await swap.waitFor(['destination_initiated'], wait)
  return swap
}

async function send(
  method: string,
  url: string,
  body?: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, body: (await answer.json()) as unknown }
}
const post = (url: string, body: unknown) => send('POST', url, JSON.stringify(body))
const refusal = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  code: errorEnvelopeSchema.parse(body).code,
})
const resultOf = <T extends z.ZodType>(schema: T, answer: { body: unknown }) =>
  (successEnvelopeSchema(schema).parse(answer.body) as { result: z.output<T> }).result

async function query(database: string, sql: string, values: unknown[] = []) {
  const db = new pg.Client({ connectionString: stack.postgres.url(database) })
  await db.connect()
  try {
    return (await db.query(sql, values)).rows
  } finally {
    await db.end()
  }
}

/** Runs a whole swap with a new user, so that swaps can run side by side. */
async function swapToItsEnd(path: InitiationPath) {
  const { account, wallets } = await fundUser(stack, `devnet_a:${assetOf[path]}`, amountOf[path])
  const swap = await startSwap(path, {}, account.address)
  await swap.initiate(
    path,
    wallets.devnet_a,
    path === 'native' ? { by: 'wallet' } : { by: 'relayer', client: client() },
  )
  await swap.waitFor(['destination_initiated'], wait)
  const claim = await swap.claim({ pollMs: 100 })
  const order = await swap.waitFor(['completed'], wait)
  return { swap, claim, order }
}

describe('a swap', () => {
  /** One swap by each path. All of them run from the first test on. */
  let swaps: Record<InitiationPath, ReturnType<typeof swapToItsEnd>>
  beforeAll(() => {
    const started = initiationPaths.map((path) => [path, swapToItsEnd(path)] as const)
    // Caught here, because each test meets the error of its own swap.
    for (const [, swap] of started) swap.catch(() => undefined)
    swaps = Object.fromEntries(started) as typeof swaps
  })

  it.each(initiationPaths)('initiated by %s completes, and both sides carry the same secret', async (path) => {
    const { swap, claim, order } = await swaps[path]
    expect(order.source_intent.commitment).toBe(swap.state.secret)
    expect(order.destination_intent.commitment).toBe(swap.state.secret)
    expect((await client().createClaim({ order_id: order.order_id, secret: swap.state.secret })).claim_id).toBe(
      claim.claim_id,
    )
  })

  it('driven by run has no claim refused: events say when the secret may leave', async () => {
    const answers: number[] = []
    const counting = createClient({
      ...{ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl },
      fetch: async (request) => {
        const isClaim = request.method === 'POST' && request.url.endsWith('/claims')
        const answer = await fetch(request)
        if (isClaim) answers.push(answer.status)
        return answer
      },
    })
    const swap = await startSwap('prefunded', { client: counting })
    const { outcome } = await swap.run({
      path: 'prefunded',
      wallet: stack.chains.devnet_a.user,
      submitter: { by: 'relayer', client: counting },
      pollMs: 500,
    })
    // Other errors (503) only mean that a chain is slow; the claim itself is never too early.
    expect([outcome, answers.filter((status) => status < 500)]).toEqual(['completed', [202]])
  })

  it('can be resumed from what was saved', async () => {
    const first = await startSwap('permit')
    const again = await Swap.resume({ ...first.state, orderId: null }, swapOptions())
    expect(again.order.order_id).toBe(first.order.order_id)
  })
})

describe('what survives a repetition', () => {
  const balance = () =>
    readBalance(stack.chains.devnet_a.user, countedAsset(stack.network, 'devnet_a:dai'), accounts.user.address)

  it('a prefunded initiation pays once, however often it is repeated', async () => {
    const { user: wallet } = stack.chains.devnet_a
    const swap = await startSwap('prefunded')
    const before = await balance()
    const lost = { by: 'relayer', client: { ...client(), createInitiation: () => Promise.reject(new Error('lost')) } }
    await expect(swap.initiate('prefunded', wallet, lost as never)).rejects.toThrow('lost')
    await swap.initiate('prefunded', wallet, { by: 'relayer', client: client() })
    await swap.waitFor(['source_initiated', 'destination_initiated'], wait)
    expect(await swap.initiate('prefunded', wallet, { by: 'wallet' })).toMatchObject({ walletTxHashes: [] })
    expect(before - (await balance())).toBe(amountOf.prefunded)
    await expect(swap.refund(wallet)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE_YET' })
  })

  it('tokens in a vault that was never created come back at once', async () => {
    const { user: wallet } = stack.chains.devnet_a
    const swap = await startSwap('prefunded')
    expect(await swap.refund(wallet)).toMatchObject({ txHash: null })
    const before = await balance()
    const lost = { by: 'relayer', client: { ...client(), createInitiation: () => Promise.reject(new Error('lost')) } }
    await expect(swap.initiate('prefunded', wallet, lost as never)).rejects.toThrow('lost')
    expect(await swap.refund(wallet)).toMatchObject({ shown: 'recovered' })
    expect(await balance()).toBe(before)
    expect((await swap.waitFor(['cancelled'], wait)).source_intent.cancel_tx_hash).not.toBeNull()
  })
})

describe('a pause by the network file', () => {
  const quote = () =>
    post(`${stack.baseUrl}/quotes`, {
      source_asset: `devnet_a:${assetOf.permit}`,
      destination_asset: `devnet_b:${assetOf.permit}`,
      source_amount: String(amountOf.permit),
    })
  const isRefused = async () => (await quote()).status === 503

  it('takes nothing new, and a swap whose order was taken before is finished while it lasts', async () => {
    const swap = await startSwap('permit')
    const before = readFileSync(stack.networkFile, 'utf8')
    const { chains, ...network } = JSON.parse(before) as { chains: object[] }
    writeFileSync(
      stack.networkFile,
      JSON.stringify({ ...network, chains: chains.map((one) => ({ ...one, paused: true })) }),
    )
    try {
      await until(isRefused, 'the pause')
      expect(refusal(await quote())).toEqual({ status: 503, code: 'ROUTE_PAUSED' })
      // Restarted, because a process reads the pause when it starts.
      await Promise.all([stack.relayer.restart(), stack.solver.restart()])
      await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client: client() })
      await swap.waitFor(['destination_initiated'], wait)
      await swap.claim({ pollMs: 100 })
      await swap.waitFor(['completed'], wait)
      expect(refusal(await quote())).toEqual({ status: 503, code: 'ROUTE_PAUSED' })
    } finally {
      writeFileSync(stack.networkFile, before)
    }
    await until(async () => !(await isRefused()), 'the end of the pause')
  })
})

describe('the commands that `npm run dev` prints', () => {
  it('do a whole swap when they are pasted', async () => {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', sampleCommands(stack).join('\n')])
    const [order] = (await client().listUserOrders('me')).data
    expect(order?.status).toBe('completed')
    expect(stdout).toContain(order?.order_id)
  })
})

describe('one quote and 40 orders at once', () => {
  it('makes one order, and 39 are told QUOTE_CONSUMED', async () => {
    const quote = resultOf(
      quoteSchema,
      await post(`${stack.baseUrl}/quotes`, {
        source_asset: 'devnet_a:usdc',
        destination_asset: 'devnet_b:usdc',
        source_amount: '5000000',
      }),
    )
    const recipient = accounts.user.address
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        post(`${stack.baseUrl}/orders`, {
          user_id: 'many',
          quote_id: quote.quote_id,
          source: { ...quote.source, recipient },
          destination: { ...quote.destination, recipient },
          commitment_hash: `0x${randomBytes(32).toString('hex')}`,
        }),
      ),
    )
    const created = answers.filter(({ status }) => status === 201)
    expect(created).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201).map(refusal)
    expect(refused).toEqual(Array(39).fill({ status: 409, code: 'QUOTE_CONSUMED' }))
    expect(
      await query('orderbook', 'SELECT count(*)::int AS orders FROM orders WHERE quote_id = $1', [quote.quote_id]),
    ).toEqual([{ orders: 1 }])
  })
})

describe('bad input', () => {
  const orderCount = async () => query('orderbook', 'SELECT count(*)::int AS n FROM orders')
  const claimCount = async () => query('relayer', 'SELECT count(*)::int AS n FROM requests')

  async function orderBody(change: (body: Record<string, never>) => unknown = (body) => body) {
    const quote = resultOf(
      quoteSchema,
      await post(`${stack.baseUrl}/quotes`, {
        source_asset: 'devnet_a:usdc',
        destination_asset: 'devnet_b:usdc',
        source_amount: '5000000',
      }),
    )
    const recipient = accounts.user.address
    const body = {
      user_id: 'bad',
      quote_id: quote.quote_id,
      source: { ...quote.source, recipient },
      destination: { ...quote.destination, recipient },
      commitment_hash: `0x${randomBytes(32).toString('hex')}`,
    }
    return change(body as unknown as Record<string, never>)
  }

  it.each<[string, (body: { source: object }) => unknown]>([
    ['a float amount', (body) => ({ ...body, source: { ...body.source, amount: '1.5' } })],
    [
      'an address with a bad checksum',
      (body) => ({ ...body, source: { ...body.source, recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8' } }),
    ],
    ['a missing field', (body) => ({ ...body, user_id: undefined })],
    ['an unknown field', (body) => ({ ...body, amount: '1' })],
  ])('%s: INVALID_REQUEST, and nothing is stored', async (_name, change) => {
    const before = await orderCount()
    expect(refusal(await post(`${stack.baseUrl}/orders`, await orderBody(change as never)))).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
    })
    expect(await orderCount()).toEqual(before)
  })

  it('malformed JSON, on both services', async () => {
    for (const url of [`${stack.baseUrl}/orders`, `${stack.relayerUrl}/claims`])
      expect(refusal(await send('POST', url, '{"a":'))).toEqual({ status: 400, code: 'MALFORMED_JSON' })
  })

  it('an unknown order, on both services', async () => {
    const unknown = '019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11'
    expect(refusal(await send('GET', `${stack.baseUrl}/orders/${unknown}`))).toEqual({
      status: 404,
      code: 'ORDER_NOT_FOUND',
    })
    expect(
      refusal(await post(`${stack.relayerUrl}/claims`, { order_id: unknown, secret: `0x${'11'.repeat(32)}` })),
    ).toEqual({ status: 404, code: 'ORDER_NOT_FOUND' })
  })

  it('a claim before the destination is funded: refused, retryable, and the secret is not kept', async () => {
    const swap = await startSwap('permit')
    const before = await claimCount()
    const answer = await post(`${stack.relayerUrl}/claims`, {
      order_id: swap.order.order_id,
      secret: swap.state.secret,
    })
    expect(answer.status).toBe(409)
    expect(errorEnvelopeSchema.parse(answer.body)).toMatchObject({ code: 'SOURCE_NOT_INITIATED', retryable: true })
    expect(await claimCount()).toEqual(before)
  })

  it('a wrong secret: refused, not kept, and limited', async () => {
    const swap = await startSwap('permit')
    const before = await claimCount()
    const wrong = () =>
      post(`${stack.relayerUrl}/claims`, {
        order_id: swap.order.order_id,
        secret: `0x${randomBytes(32).toString('hex')}`,
      })
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) codes.push(refusal(await wrong()))
    expect(codes).toEqual([
      ...Array(5).fill({ status: 422, code: 'WRONG_SECRET' }),
      { status: 429, code: 'RATE_LIMITED' },
    ])
    expect(await claimCount()).toEqual(before)
  })

  it('unknown paths, wrong methods and wrong types answer in the envelope', async () => {
    for (const url of [stack.baseUrl, stack.relayerUrl]) {
      expect(refusal(await send('GET', `${url}/nothing`))).toEqual({ status: 404, code: 'NOT_FOUND' })
      const path = url === stack.baseUrl ? '/orders' : '/claims'
      expect(refusal(await send('DELETE', `${url}${path}`))).toEqual({ status: 405, code: 'METHOD_NOT_ALLOWED' })
      expect(refusal(await send('POST', `${url}${path}`, 'a=b', { 'content-type': 'text/plain' }))).toEqual({
        status: 415,
        code: 'UNSUPPORTED_CONTENT_TYPE',
      })
    }
  })
})

describe('a relayer that is killed right after its 202', () => {
  it('claims once, after it is started again', async () => {
    const swap = await readyToClaim()
    const { devnet_b: chain } = stack.chains
    const answer = await post(`${stack.relayerUrl}/claims`, {
      order_id: swap.order.order_id,
      secret: swap.state.secret,
    })
    await stack.relayer.kill()
    expect(answer.status).toBe(202)
    const { claim_id: claimId } = resultOf(claimSchema, answer)
    await stack.relayer.restart()
    const order = await swap.waitFor(['completed'], wait)
    // Waited for, because the relayer counts the depth by itself and may be a block behind the orderbook.
    await until(async () => (await client().getClaim(claimId)).status === 'confirmed', 'what the swap is to do')
    expect((await client().getClaim(claimId)).claim_tx_hash).toBe(order.destination_intent.claim_tx_hash)
    const nonce = await chain.control.getTransactionCount({ address: accounts.relayer.address })
    const slots = await query(
      'relayer',
      "SELECT count(*)::int AS open FROM nonces WHERE chain = 'devnet_b' AND closed_hash IS NULL",
    )
    expect(slots).toEqual([{ open: 0 }])
    const [signer] = await query('relayer', "SELECT next_nonce::int AS next FROM signers WHERE chain = 'devnet_b'")
    expect(signer).toEqual({ next: nonce })
  })
})

describe('a solver that is killed while its funding is in the pool', () => {
  it('funds once, after it is started again', async () => {
    const { control, user } = stack.chains.devnet_b
    const asset = countedAsset(stack.network, 'devnet_b:usdc')
    const balance = () => readBalance(user, asset, accounts.solver.address)
    const before = await balance()
    const swap = await startSwap('permit')
    await control.setAutomine(false)
    await control.setIntervalMining({ interval: 0 })
    await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client: client() })
    const sent = (blockTag: 'latest' | 'pending') =>
      control.getTransactionCount({ address: accounts.solver.address, blockTag })
    await until(async () => (await sent('pending')) > (await sent('latest')), 'what the swap is to do')
    await stack.solver.kill()
    await stack.solver.restart()
    // The order matters: each of the two ends the other, and only the interval mines what waits in the pool.
    await control.setAutomine(true)
    await control.setIntervalMining({ interval: 1 })
    await swap.waitFor(['destination_initiated'], wait)
    await swap.claim({ pollMs: 100 })
    const order = await swap.waitFor(['completed'], wait)
    expect(before - (await balance())).toBe(BigInt(order.destination_intent.amount))
  })
})

describe('the development overlay of Kubernetes', () => {
  it('names the addresses that the devnet deploys to', () => {
    const file = new URL('../../infra/k8s/overlays/dev/network.json', import.meta.url)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(stack.network)))
  })
})

describe('the trace of an order', () => {
  it('goes from POST /claims to the mined transaction, through queue, database and chain, and into the log', async () => {
    const swap = await readyToClaim()
    await swap.claim({ pollMs: 100 })
    const { order_id: orderId } = await swap.waitFor(['completed'], wait)
    const { traceId } = traceOfOrder(orderId)
    const spans = () => traces.spans().filter((span) => span.traceId === traceId)
    await until(async () => spans().some(({ events }) => events.includes('claim.confirmed')), 'what the swap is to do')
    const names = spans().map(({ name }) => name)
    for (const name of ['POST /claims', 'BullMQ add', 'settlement step', 'RPC eth_sendRawTransaction'])
      expect(names).toContain(name)
    expect(names.join('\n')).toMatch(/^pg\.query:/m)
    expect(spans().flatMap(({ events }) => events)).toEqual(expect.arrayContaining(['claim.mined', 'claim.confirmed']))
    const log = readFileSync(join(stack.logDir, 'relayer.log'), 'utf8')
    const mined = log.split('\n').find((line) => line.includes('"claim.mined"') && line.includes(orderId))
    expect(JSON.parse(mined ?? '{}')).toMatchObject({ trace_id: traceId })
  })

  it('has no path, query or parameter in an attribute, and no key of an endpoint in any byte', () => {
    const names = new Set(traces.spans().flatMap(({ attributes }) => Object.keys(attributes)))
    const known = [
      ...['http.request.method', 'http.route', 'http.response.status_code', 'server.address', 'server.port'],
      ...['rpc.system.name', 'rpc.method', 'db.system.name', 'db.namespace', 'db.operation.name', 'db.query.text'],
      ...['tandem.order_id', 'settlement_id', 'kind', 'state', 'chain', 'requests', 'error.type'],
    ]
    expect([...names].filter((name) => !known.includes(name))).toEqual([])
    expect(traces.received().includes(devnetRpcKey)).toBe(false)
    for (const file of readdirSync(stack.logDir))
      expect([file, readFileSync(join(stack.logDir, file)).includes(devnetRpcKey)]).toEqual([file, false])
  })
})

describe('the secret', () => {
  it('is nowhere before its claim is mined, and only the commitment afterwards', async () => {
    const swap = await readyToClaim()
    const { control } = stack.chains.devnet_b
    const { secret } = swap.state
    await control.setAutomine(false)
    await control.setIntervalMining({ interval: 0 })
    const { claim_id: claimId } = await client().createClaim({ order_id: swap.order.order_id, secret })
    await until(
      async () => (await client().getClaim(claimId)).attempts.some(({ broadcast_at }) => broadcast_at !== null),
      'what the swap is to do',
    )
    expect(await placesWith(secret)).toEqual([])

    await control.setIntervalMining({ interval: 1 })
    await control.setAutomine(true)
    await control.mine({ blocks: 3 })
    const order = await swap.waitFor(['completed'], wait)
    await until(async () => (await client().getClaim(claimId)).status === 'confirmed', 'what the swap is to do')
    expect(order.destination_intent.commitment).toBe(secret)
    expect(await placesWith(secret)).toEqual(['orderbook.chain_events', 'orderbook.intents'])
    const [row] = await query('relayer', 'SELECT secret_ct FROM requests WHERE id = $1', [claimId])
    expect(row).toEqual({ secret_ct: null })
    const raw = await query(
      'relayer',
      'SELECT count(*)::int AS kept FROM tx_attempts a JOIN nonce_members m USING (chain, signer, nonce) WHERE m.request_id = $1 AND a.raw_ct IS NOT NULL',
      [claimId],
    )
    expect(raw).toEqual([{ kept: 0 }])
  })

  /**
   * Searches every place that could hold the secret, in hex of either case or as bytes: logs, traces, both databases,
   * Redis.
   */
  async function placesWith(secret: string): Promise<string[]> {
    const hex = secret.slice(2)
    const holds = (bytes: Buffer) =>
      bytes.toString('latin1').toLowerCase().includes(hex) || bytes.includes(Buffer.from(hex, 'hex'))
    const places: string[] = []
    for (const file of readdirSync(stack.logDir)) if (holds(readFileSync(join(stack.logDir, file)))) places.push(file)
    if (holds(traces.received())) places.push('traces')
    for (const database of ['orderbook', 'relayer']) {
      const tables = await query(
        database,
        "SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
      )
      for (const { schema, name } of tables) {
        // The text form of a row shows bytea in hex.
        const [{ found }] = (await query(
          database,
          `SELECT EXISTS (SELECT 1 FROM "${schema}"."${name}" t WHERE lower(t::text) LIKE $1) AS found`,
          [`%${hex}%`],
        )) as [{ found: boolean }]
        if (found) places.push(`${database}.${name}`)
      }
    }
    if (stack.redis !== undefined) {
      const redis = new Redis(stack.redis.url)
      for (const key of await redis.keys('*')) {
        const value = await redis.dumpBuffer(key)
        if (holds(Buffer.from(key)) || (value !== null && holds(value))) places.push(`redis ${key}`)
      }
      redis.disconnect()
    }
    return places.sort()
  }

  it('would be found if it were there', async () => {
    const planted = `0x${createHash('sha256').update('planted').digest('hex')}`
    await query('relayer', 'CREATE TABLE planted (value bytea)')
    await query('relayer', 'INSERT INTO planted VALUES ($1)', [Buffer.from(planted.slice(2), 'hex')])
    expect(await placesWith(planted)).toEqual(['relayer.planted'])
    await query('relayer', 'DROP TABLE planted')
  })
})

describe('the pages that people open first', () => {
  it.each([
    ['orderbook', () => stack.baseUrl],
    ['relayer', () => stack.relayerUrl],
  ])('%s: health, readiness, metrics, OpenAPI, reference', async (name, url) => {
    const [health, ready, metrics, document, docs] = await Promise.all(
      ['/health', '/ready', '/metrics', '/openapi.json', '/docs/'].map((path) => fetch(`${url()}${path}`)),
    )
    expect([health, ready, metrics, document, docs].map((one) => one?.status)).toEqual([200, 200, 200, 200, 200])
    expect(health?.headers.get('content-type')).toMatch(name === 'orderbook' ? /^text\/plain/ : /^application\/json/)
    const body = await health?.text()
    if (name === 'orderbook') expect(body).toBe('Online')
    else expect(JSON.parse(body ?? '')).toMatchObject({ status: 'ok' })
  })

  it('lists orders, and reads one of them with every field of its schema', async () => {
    const { data } = await client().listOrders({ limit: 1 })
    const [listed] = data
    const read: OrderWire = orderSchema.parse(await client().getOrder(listed?.order_id ?? ''))
    expect(read.order_id).toBe(listed?.order_id)
  })
})
