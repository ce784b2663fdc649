import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { networkSchema } from '@tandem/contracts'
import { networkWire } from '../../test/support/network.ts'
import { urlProblem } from '../webhooks/public-address.ts'
import { makeMakerEndpoint } from './maker-endpoint.ts'
import { makersFileSchema, makersOf, makersProblems } from './maker-file.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const entry = {
  maker_id: 'one',
  signer: address('1'),
  endpoint: 'https://maker.example/tandem',
  secret: `whsec_${Buffer.from('.'.repeat(32)).toString('base64')}`,
  addresses: { devnet_a: address('2'), devnet_b: address('2') },
}
const network = networkSchema.parse(networkWire)
const problemsOf = (...makers: object[]) =>
  makersProblems(makersFileSchema.parse({ makers }), network, urlProblem).join('\n')

describe('makersProblems', () => {
  it('has none for a maker with a public endpoint', () => {
    expect(problemsOf(entry)).toBe('')
  })

  it.each<[string, object[], string]>([
    ['an endpoint without TLS', [{ ...entry, endpoint: 'http://maker.example' }], 'not https'],
    ['a private address', [{ ...entry, endpoint: 'https://10.0.0.7/x' }], 'not public'],
    ['the metadata service of a cloud', [{ ...entry, endpoint: 'https://169.254.169.254/' }], 'not public'],
    ['a chain that is not listed', [{ ...entry, addresses: { gone: address('2') } }], 'gone is not a chain'],
    ['a route that is not listed', [{ ...entry, routes: ['a:b>c:d'] }], 'a:b>c:d is not a route'],
    ['one name twice', [entry, { ...entry, signer: address('3') }], 'the name one is listed twice'],
    ['one signer twice', [entry, { ...entry, maker_id: 'two' }], 'is listed twice'],
  ])('names %s', (_name, makers, expected) => {
    expect(problemsOf(...makers)).toContain(expected)
  })
})

describe('makeMakerEndpoint', () => {
  const [maker] = makersOf(makersFileSchema.parse({ makers: [entry] }))
  if (maker === undefined) throw new Error('no maker')
  const ask = { order_id: '', commitment_hash: '', message: {} as never }

  it('does not connect to a public name that leads to a private address', async () => {
    const endpoint = makeMakerEndpoint(maker, {
      allowPrivate: false,
      resolveName: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      quoteWithinMs: 5_000,
      orderWithinMs: 5_000,
      now: Date.now,
    })
    await expect(endpoint.askOrder(ask)).rejects.toThrow('not public')
  })

  it('is not asked for a minute after it broke its word, and for two the next time', async () => {
    let now = 1_795_000_000_000
    let lookups = 0
    const endpoint = makeMakerEndpoint(maker, {
      allowPrivate: false,
      resolveName: (_name, _options, done) => {
        lookups += 1
        done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
      },
      quoteWithinMs: 5_000,
      orderWithinMs: 5_000,
      now: () => now,
    })
    const isAskedAfter = async (secs: number) => {
      now += secs * 1000
      const before = lookups
      await endpoint.askOrder(ask).catch(() => undefined)
      return lookups > before
    }
    endpoint.distrust()
    expect([await isAskedAfter(59), await isAskedAfter(1)]).toEqual([false, true])
    endpoint.distrust()
    expect([await isAskedAfter(119), await isAskedAfter(1)]).toEqual([false, true])
  })

  it('is waited for by no quote after it failed, until it has answered again', async () => {
    const unanswered: ServerResponse[] = []
    let isHanging = false
    const server = createServer((_request, response) => {
      if (isHanging) unanswered.push(response)
      else response.writeHead(500).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const endpoint = makeMakerEndpoint(
      { ...maker, endpoint: `http://127.0.0.1:${port}` },
      { allowPrivate: true, quoteWithinMs: 600_000, orderWithinMs: 600_000, now: Date.now },
    )
    const askQuote = () => endpoint.askQuote({} as never)
    const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
    for (let failure = 0; failure < 5; failure += 1) await expect(askQuote()).rejects.toThrow('answered 500')
    isHanging = true
    // Every one of these would wait for ten minutes.
    while (unanswered.length === 0) {
      await expect(askQuote()).rejects.toThrow('failed lately')
      await pause()
    }
    await expect(askQuote()).rejects.toThrow('failed lately')
    expect(unanswered).toHaveLength(1)
    const body = JSON.stringify({ declined: 'nothing to sell' })
    server.removeAllListeners('request').on('request', (_request, response) => response.end(body))
    unanswered[0]?.end(body)
    let answer: unknown
    while (answer === undefined) {
      answer = await askQuote().catch(() => undefined)
      await pause()
    }
    expect(answer).toEqual({ declined: 'nothing to sell' })
    server.closeAllConnections()
    server.close()
  })
})
