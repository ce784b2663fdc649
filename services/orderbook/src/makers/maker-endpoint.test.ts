import { createServer } from 'node:http'
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

  it('is asked for no quotes after five failures in a row, and about orders all the same', async () => {
    let requests = 0
    const server = createServer((request, response) => {
      requests += 1
      response.writeHead(request.url?.endsWith('/quotes') ? 500 : 200).end(JSON.stringify({ declined: 'sold' }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const endpoint = makeMakerEndpoint(
      { ...maker, endpoint: `http://127.0.0.1:${port}` },
      { allowPrivate: true, quoteWithinMs: 600_000, orderWithinMs: 600_000, now: Date.now },
    )
    const askQuote = () => endpoint.askQuote({} as never)
    for (let failure = 0; failure < 5; failure += 1) await expect(askQuote()).rejects.toThrow('answered 500')
    await expect(askQuote()).rejects.toThrow('breaker is open')
    expect([await endpoint.askOrder(ask), requests]).toEqual([{ declined: 'sold' }, 6])
    server.closeAllConnections()
    server.close()
  })
})
