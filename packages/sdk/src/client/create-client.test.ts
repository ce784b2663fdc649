import { describe, expect, it } from '@jest/globals'
import { createClient } from './create-client.ts'

const clientWith = (fetch: (request: Request) => Promise<Response>, apiKey?: string) =>
  createClient({
    baseUrl: 'http://orderbook.test',
    relayerUrl: 'http://relayer.test',
    fetch,
    ...(apiKey === undefined ? {} : { apiKey }),
  })
const json = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }))

describe('createClient', () => {
  it('unwraps the envelope', async () => {
    const client = clientWith(() => json({ status: 'Success', result: { quote_id: 'q' } }))
    expect(await client.getQuote('q')).toEqual({ quote_id: 'q' })
  })

  it('sends the key and the idempotency key where they belong', async () => {
    const seen: Request[] = []
    const client = clientWith((request) => {
      seen.push(request)
      return json({ status: 'Success', result: {} })
    }, 'secret')
    await client.createOrder({} as never, { idempotencyKey: 'once' })
    await client.createClaim({} as never)
    expect(seen.map((request) => [request.url, request.headers.get('authorization')])).toEqual([
      ['http://orderbook.test/orders', 'Bearer secret'],
      ['http://relayer.test/claims', 'Bearer secret'],
    ])
    expect(seen[0]?.headers.get('idempotency-key')).toBe('once')
  })

  it('encodes what goes into a path and a query, repeats lists, and leaves out what is not given', async () => {
    const seen: string[] = []
    const client = clientWith((request) => {
      seen.push(`${request.method} ${request.url}`)
      return json({ status: 'Success', result: { data: [] } })
    })
    await client.getOrder('../admin?x=1')
    await client.listOrders({ address: '0x1', status: ['created', 'expired'], cursor: undefined } as never)
    await client.listUserOrders('a/b')
    await client.deleteWebhook('w')
    expect(seen).toEqual([
      'GET http://orderbook.test/orders/..%2Fadmin%3Fx%3D1',
      'GET http://orderbook.test/orders?address=0x1&status=created&status=expired',
      'GET http://orderbook.test/orders/user/a%2Fb',
      'DELETE http://orderbook.test/webhooks/w',
    ])
  })

  it('takes an answer without a body or envelope, and a base URL with a slash at its end', async () => {
    const answers = [new Response(null, { status: 204 }), new Response('{"status":"ready"}')]
    const seen: string[] = []
    const client = createClient({
      baseUrl: 'http://orderbook.test/v1/',
      relayerUrl: 'http://relayer.test',
      fetch: (request) => {
        seen.push(request.url)
        return Promise.resolve(answers.shift() as Response)
      },
    })
    await client.deleteWebhook('w')
    expect(await client.getOrderbookReadiness()).toEqual({ status: 'ready' })
    expect(seen).toEqual(['http://orderbook.test/v1/webhooks/w', 'http://orderbook.test/v1/ready'])
  })

  it('turns an error envelope into a TandemError with everything it says', async () => {
    const details = { field: 'source.amount' }
    const envelope = {
      status: 'Error',
      result: 'no',
      code: 'QUOTE_MISMATCH',
      request_id: 'r',
      retryable: false,
      details,
    }
    const failing = clientWith(() => json(envelope, 422)).getOrder('o')
    await expect(failing).rejects.toMatchObject({
      name: 'TandemError',
      code: 'QUOTE_MISMATCH',
      message: 'no',
      httpStatus: 422,
      retryable: false,
      requestId: 'r',
      details,
    })
  })

  it.each([
    ['a proxy’s page, 502', () => Promise.resolve(new Response('<html>', { status: 502 })), true],
    ['a proxy’s page, 403', () => Promise.resolve(new Response('<html>', { status: 403 })), true],
    ['a proxy’s page, 200', () => Promise.resolve(new Response('<html>')), true],
    ['an empty answer, 200', () => Promise.resolve(new Response('')), true],
    ['JSON without an envelope, 200', () => json([]), true],
    ['no answer', () => Promise.reject(new TypeError('fetch failed')), true],
  ])('%s is NETWORK', async (_name, fetch, retryable) => {
    await expect(clientWith(fetch).getOrder('o')).rejects.toMatchObject({ code: 'NETWORK', retryable })
  })

  it.each(['', '.', '..', '../quotes/q', 'a/b', '?x', '%2e%2e'])(
    'lets the identifier %j change no path: it is one segment, or nothing is sent',
    async (given) => {
      const paths: string[] = []
      const client = clientWith((request) => {
        paths.push(new URL(request.url).pathname)
        return json({ status: 'Success', result: {} })
      })
      const asked = [
        client.getOrder(given),
        client.explainOrder(given),
        client.getClaim(given),
        client.redeliver('w', given),
      ]
      const ended = await Promise.all(
        asked.map((one) =>
          one.then(
            () => 'sent',
            ({ code }: { code: string }) => code,
          ),
        ),
      )
      const isSegment = !['', '.', '..'].includes(given)
      expect(new Set(ended)).toEqual(new Set([isSegment ? 'sent' : 'INVALID_REQUEST']))
      const one = encodeURIComponent(given)
      expect(paths).toEqual(
        isSegment
          ? [`/orders/${one}`, `/orders/${one}/explain`, `/claims/${one}`, `/webhooks/w/deliveries/${one}/redeliver`]
          : [],
      )
      await expect(client.openOrderStream(given, { signal: AbortSignal.timeout(1_000) })).rejects.toMatchObject({
        code: isSegment ? 'NETWORK' : 'INVALID_REQUEST',
      })
    },
  )

  it('never puts the secret into an error', async () => {
    const secret = `0x${'77'.repeat(32)}`
    const failing = clientWith(() => Promise.reject(new TypeError('fetch failed'))).createClaim({
      order_id: 'o',
      secret,
    })
    const error = await failing.catch((reason: Error) => reason)
    expect(`${(error as Error).message} ${(error as Error).stack}`).not.toContain('77777777')
  })
})
