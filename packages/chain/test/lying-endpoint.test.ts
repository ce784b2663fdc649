import { describe, expect, it } from '@jest/globals'
import type { Lie, Reply, RpcRequest } from '../src/lies/lie.ts'
import { lyingEndpoint } from '../src/lies/lying-endpoint.ts'

const chain = async ({ method }: RpcRequest) => ({ result: `true ${method}` })
const always = (reply: Reply): Lie => ({
  name: 'a lie',
  kind: 'lying',
  describes: 'answers alike',
  tell: () => () => reply,
})

async function ask(url: string, body: unknown) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(3_000) })
  return { status: response.status, text: await response.text() }
}
const question = (id: number, method = 'eth_chainId') => ({ jsonrpc: '2.0', id, method, params: [] })

async function answered(lie: Lie | undefined, body: unknown) {
  const endpoint = await lyingEndpoint({ chain, ...(lie === undefined ? {} : { lie }) })
  try {
    return await ask(endpoint.url, body)
  } finally {
    await endpoint.stop()
  }
}

describe('lyingEndpoint', () => {
  it('says what the chain says without a lie, also to a batch, and counts by method', async () => {
    const endpoint = await lyingEndpoint({ chain })
    const { text } = await ask(endpoint.url, [question(1), question(2, 'eth_blockNumber'), question(3)])
    expect(JSON.parse(text)).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'true eth_chainId' },
      { jsonrpc: '2.0', id: 2, result: 'true eth_blockNumber' },
      { jsonrpc: '2.0', id: 3, result: 'true eth_chainId' },
    ])
    expect([...endpoint.asked]).toEqual([
      ['eth_chainId', 2],
      ['eth_blockNumber', 1],
    ])
    await endpoint.stop()
  })

  it.each<[string, Reply, { status: number; text: string }]>([
    ['a result', { result: 1 }, { status: 200, text: '{"jsonrpc":"2.0","id":7,"result":1}' }],
    [
      'an error',
      { error: { code: -32005, message: 'no' } },
      { status: 200, text: '{"jsonrpc":"2.0","id":7,"error":{"code":-32005,"message":"no"}}' },
    ],
    ['a text of JSON', { json: '[[[]]]' }, { status: 200, text: '{"jsonrpc":"2.0","id":7,"result":[[[]]]}' }],
    ['an answer of HTTP', { status: 429, body: 'wait' }, { status: 429, text: 'wait' }],
  ])('answers with %s', async (_name, reply, expected) => {
    expect(await answered(always(reply), question(7))).toEqual(expected)
  })

  it.each<[string, Reply]>([
    ['hangs', 'hang'],
    ['cuts the connection', 'cut'],
    ['begins an answer that never ends', { status: 200, endless: true }],
  ])('%s', async (_name, reply) => {
    await expect(answered(always(reply), question(7))).rejects.toThrow()
  })

  it('begins and ends a lie while it runs', async () => {
    const endpoint = await lyingEndpoint({ chain })
    endpoint.tell(always({ result: 'false' }))
    expect((await ask(endpoint.url, question(1))).text).toContain('false')
    endpoint.tell(undefined)
    expect((await ask(endpoint.url, question(1))).text).toContain('true')
    await endpoint.stop()
  })
})
