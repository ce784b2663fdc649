import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { makeHttpClient } from '@tandem/service-kit'
import { BaseError, createPublicClient, ExecutionRevertedError, fallback, type Hex } from 'viem'
import { rpcTransport } from '../src/rpc/rpc-transport.ts'

const raw: Hex = `0x02${'5ec2e7'.repeat(20)}`
type Asked = { method: string; id: number }
/** An answer of the test endpoint. `body` is the answer itself, or a function that makes it from the request. */
type Reply = {
  status?: number
  headers?: Record<string, string>
  body: unknown | ((asked: Asked | Asked[]) => unknown)
}

/** An endpoint that gives these answers one after the other, and then repeats the last one. */
class Endpoint {
  replies: Reply[] = []
  asked: (Asked | Asked[])[] = []
  authorization: string | undefined
  readonly server: Server
  constructor() {
    this.server = createServer(async (req, res) => {
      const parts = await req.toArray()
      const asked = JSON.parse(Buffer.concat(parts).toString())
      this.asked.push(asked)
      this.authorization = req.headers.authorization
      const {
        status = 200,
        headers = {},
        body,
      } = (this.replies.length > 1 ? this.replies.shift() : this.replies[0]) as Reply
      const said = typeof body === 'function' ? body(asked) : body
      res.writeHead(status, headers).end(typeof said === 'string' ? said : JSON.stringify(said))
    })
  }
  get url(): string {
    return `http://name:password@127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/api-key`
  }
}

describe('rpcTransport', () => {
  const httpClient = makeHttpClient({ timeoutMs: 60_000 })
  const [one, other] = [new Endpoint(), new Endpoint()]
  const ok = { body: { jsonrpc: '2.0', id: 1, result: '0x2a' } }
  const client = (retryCount = 0) =>
    createPublicClient({ transport: rpcTransport(one.url, { httpClient, retryCount }) })
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => Promise.reject(new Error('it did not fail')),
      (error: unknown) => error,
    )
  beforeAll(async () => {
    for (const { server } of [one, other]) {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    }
  })
  beforeEach(() => {
    for (const endpoint of [one, other]) {
      endpoint.replies = [ok]
      endpoint.asked = []
    }
  })
  afterAll(() => {
    for (const { server } of [one, other]) {
      server.closeAllConnections()
      server.close()
    }
  })

  it('asks by JSON-RPC, with the credentials of the address', async () => {
    expect(await client().getGasPrice()).toBe(42n)
    const authorization = `Basic ${Buffer.from('name:password').toString('base64')}`
    expect(one.asked).toEqual([expect.objectContaining({ jsonrpc: '2.0', method: 'eth_gasPrice' })])
    expect(one.authorization).toBe(authorization)
  })

  it('takes null for an answer', async () => {
    one.replies = [{ body: { jsonrpc: '2.0', id: 1, result: null } }]
    expect(await client().request({ method: 'eth_getTransactionByHash', params: [raw] })).toBeNull()
  })

  it.each([200, 400])('knows a revert that comes with the status %i', async (status) => {
    one.replies = [
      { status, body: { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted', data: '0x' } } },
    ]
    const error = await failure(client().estimateGas({ to: `0x${'11'.repeat(20)}` }))
    expect((error as BaseError).walk((cause) => cause instanceof ExecutionRevertedError)).not.toBeNull()
  })

  it("keeps the endpoint's own words", async () => {
    one.replies = [{ body: { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'nonce too low' } } }]
    const error = await failure(client().request({ method: 'eth_sendRawTransaction', params: [raw] }))
    expect(error).toBeInstanceOf(BaseError)
    expect((error as BaseError).details).toBe('nonce too low')
  })

  it.each<[string, Reply]>([
    ['is busy, and asks for an hour', { status: 429, headers: { 'retry-after': '3600' }, body: 'slow down' }],
    ['is down', { status: 503, body: '<html>' }],
    ['answers nonsense', { body: '<html>' }],
  ])('asks again when the endpoint %s', async (_, reply) => {
    one.replies = [reply, ok]
    expect(await client(1).getGasPrice()).toBe(42n)
    expect(one.asked).toHaveLength(2)
  })

  it('leaves what it cannot have to the next endpoint', async () => {
    one.replies = [{ status: 500, body: '' }]
    const transports = [one, other].map(({ url }) => rpcTransport(url, { httpClient, retryCount: 0 }))
    expect(await createPublicClient({ transport: fallback(transports) }).getGasPrice()).toBe(42n)
    expect(other.asked).toHaveLength(1)
  })

  it.each<[string, Reply]>([
    ['refuses', { body: { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } } }],
    ['fails', { status: 500, body: 'no' }],
    ['answers nonsense', { body: 'no' }],
  ])('prints neither what it sent nor its key when the endpoint %s', async (_, reply) => {
    one.replies = [reply]
    const error = await failure(client().request({ method: 'eth_sendRawTransaction', params: [raw] }))
    const texts: string[] = []
    for (let cause = error; cause instanceof Error; cause = cause.cause)
      texts.push(String(cause), cause.stack ?? '', JSON.stringify(cause))
    expect(texts.join()).not.toMatch(/5ec2e7|password|api-key/)
  })

  describe('asked several things at the same moment', () => {
    const together = () =>
      createPublicClient({ transport: rpcTransport(one.url, { httpClient, retryCount: 0, maxTogether: 10 }) })
    const sayNumber = ({ id, method }: Asked) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_gasPrice' ? '0x1' : '0x2',
    })
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } }
    /** Answers a batch in reverse order, or refuses it if the endpoint takes no batches. */
    const answering = (takesBatches: boolean) => ({
      body: (asked: Asked | Asked[]) => {
        if (!Array.isArray(asked)) return sayNumber(asked)
        return takesBatches ? asked.map(sayNumber).reverse() : refusal
      },
    })
    const askTwo = (client: ReturnType<typeof together>) => Promise.all([client.getGasPrice(), client.getBlobBaseFee()])

    it('sends one request, and gives each his answer', async () => {
      one.replies = [answering(true)]
      expect(await askTwo(together())).toEqual([1n, 2n])
      expect(one.asked).toEqual([
        [expect.objectContaining({ method: 'eth_gasPrice' }), expect.objectContaining({ method: 'eth_blobBaseFee' })],
      ])
    })

    it('sends no more in one request than it may', async () => {
      one.replies = [answering(true)]
      const client = createPublicClient({ transport: rpcTransport(one.url, { httpClient, maxTogether: 2 }) })
      await Promise.all([client.getGasPrice(), client.getBlobBaseFee(), client.getChainId()])
      expect(one.asked).toEqual([
        [expect.anything(), expect.anything()],
        expect.objectContaining({ method: 'eth_chainId' }),
      ])
    })

    it('lets one of them fail alone', async () => {
      one.replies = [
        {
          body: (asked: Asked[]) => [
            { ...sayNumber(asked[1] as Asked) },
            { id: asked[0]?.id, error: { code: -32000, message: 'nonce too low' } },
          ],
        },
      ]
      const client = together()
      const [refused, answered] = await Promise.allSettled([client.getGasPrice(), client.getBlobBaseFee()])
      expect(refused).toMatchObject({ status: 'rejected', reason: { details: 'nonce too low' } })
      expect(answered).toEqual({ status: 'fulfilled', value: 2n })
    })

    const isBatch = (asked: Asked | Asked[]) => Array.isArray(asked)
    /** Refuses a batch in this way, and answers questions that are sent alone. */
    const refusing = (status: number, refuse: (asked: Asked[]) => unknown): Reply[] => {
      const body = (asked: Asked | Asked[]) => (Array.isArray(asked) ? refuse(asked) : sayNumber(asked))
      return [{ status, body }, { body }]
    }
    const tooLarge = { code: -32600, message: 'batch too large' }

    it('asks alone for what the answer leaves out', async () => {
      one.replies = refusing(200, (asked) => [sayNumber(asked[0] as Asked)])
      expect(await askTwo(together())).toEqual([1n, 2n])
      expect(one.asked.map(isBatch)).toEqual([true, false])
    })

    it.each<[string, Reply[]]>([
      ['an error', refusing(200, () => refusal)],
      ['an error for the first', refusing(200, ([first]) => [{ id: first?.id, error: tooLarge }])],
      ['an error for none of them', refusing(200, () => [{ id: null, error: tooLarge }])],
      ['a status', refusing(413, () => 'too much')],
      ['a failure of its own', refusing(500, () => 'three at most')],
      ['being busy', refusing(429, () => 'slow down')],
    ])('asks one by one, from then on, an endpoint that refuses that by %s', async (_, replies) => {
      one.replies = replies
      const client = together()
      expect(await askTwo(client)).toEqual([1n, 2n])
      expect(await askTwo(client)).toEqual([1n, 2n])
      expect(one.asked.map(isBatch)).toEqual([true, false, false, false, false])
    })

    it('asks together again after a while an endpoint that refused once', async () => {
      let nowMs = 0
      one.replies = [...refusing(429, () => 'slow down'), answering(true), answering(true)]
      const client = createPublicClient({
        transport: rpcTransport(one.url, { httpClient, retryCount: 0, maxTogether: 10, now: () => nowMs }),
      })
      await askTwo(client)
      nowMs = 10_000
      expect(await askTwo(client)).toEqual([1n, 2n])
      expect(one.asked.map(isBatch)).toEqual([true, false, false, true])
    })

    it('sends an endpoint that refuses many no more than it takes', async () => {
      one.replies = [
        { body: (asked: Asked | Asked[]) => (isBatch(asked) && (asked as Asked[]).length > 3 ? refusal : say(asked)) },
      ]
      const say = (asked: Asked | Asked[]) => (Array.isArray(asked) ? asked.map(sayNumber) : sayNumber(asked))
      const client = together()
      const askFive = () => Promise.all([1, 2, 3, 4, 5].map(() => client.request({ method: 'eth_gasPrice' } as never)))
      const five = ['0x1', '0x1', '0x1', '0x1', '0x1']
      expect([await askFive(), await askFive()]).toEqual([five, five])
      expect(one.asked.map((asked) => (Array.isArray(asked) ? asked.length : 1))).toEqual([5, 1, 1, 1, 1, 1, 2, 2, 1])
    })

    it.each([429, 503])('asks one alone when the endpoint answers %i, and then nothing', async (status) => {
      one.replies = [{ status, body: 'busy' }, { status, body: 'busy' }, answering(true)]
      const client = together()
      const failed = await Promise.allSettled([client.getGasPrice(), client.getBlobBaseFee(), client.getChainId()])
      expect(failed).toMatchObject([{ reason: { status } }, { reason: { status } }, { reason: { status } }])
      expect(await askTwo(client)).toEqual([1n, 2n])
      expect(one.asked.map(isBatch)).toEqual([true, false, true])
    })

    it('fails for all of them when there is no connection', async () => {
      const client = createPublicClient({
        transport: rpcTransport('http://127.0.0.1:1', { httpClient, retryCount: 0, maxTogether: 10 }),
      })
      const failed = await Promise.allSettled([client.getGasPrice(), client.getBlobBaseFee()])
      expect(failed).toMatchObject([{ reason: { name: 'HttpRequestError' } }, { reason: { name: 'HttpRequestError' } }])
    })

    it('sends transactions apart from what is asked', async () => {
      one.replies = [answering(true)]
      const client = together()
      const sending = [1, 2].map(() => client.request({ method: 'eth_sendRawTransaction', params: [raw] }))
      await Promise.all([client.getGasPrice(), ...sending, client.getBlobBaseFee()])
      const methods = one.asked.map((asked) => (Array.isArray(asked) ? asked.map(({ method }) => method) : []))
      const send = 'eth_sendRawTransaction'
      expect(new Set(methods.map(String))).toEqual(new Set([`${send},${send}`, 'eth_gasPrice,eth_blobBaseFee']))
    })
  })

  it.each([
    ['is longer than its method allows', `{"result":"0x${'00'.repeat(100_000)}"}`, 'longer than 131072 bytes'],
    ['is nested too deep to be parsed', '['.repeat(100_000), 'nested too deep'],
  ])('refuses an answer that %s', async (_what, body, words) => {
    one.replies = [{ body }]
    expect(String(await failure(client().getBlockNumber()))).toContain(words)
  })
})
