import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import type { Maker } from './domain/maker.ts'
import { makeMakerEndpoint } from './maker-endpoint.ts'

describe('makeMakerEndpoint', () => {
  const maker: Maker = {
    makerId: 'one',
    name: 'one',
    signer: `0x${'1'.repeat(40)}`,
    endpoint: 'https://maker.example/tandem/',
    secret: `whsec_${Buffer.from('.'.repeat(32)).toString('base64')}`,
    addresses: {},
    routes: null,
    isSuspended: false,
  }
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
