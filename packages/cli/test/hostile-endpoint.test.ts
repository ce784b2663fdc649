/** Endpoints that try to make a command wait for ever: by `Retry-After`, or by an answer that does not end. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createClient } from 'viem'
import { getChainId } from 'viem/actions'
import { chainTransport } from '../src/chain-transport.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function endpoint(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const right: RequestListener = (_request, response) =>
  response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":1,"result":"0x7"}')

/** An endpoint that refuses the first requests, this many, with a `Retry-After` of an hour. */
function refusing(times: number): { answer: RequestListener; asked: () => number } {
  let asked = 0
  const answer: RequestListener = (request, response) => {
    asked += 1
    if (asked > times) right(request, response)
    else response.writeHead(429, { 'retry-after': '3600' }).end('too many requests')
  }
  return { answer, asked: () => asked }
}

/**
 * The chain id, or the error of the request; `waiting` if there is neither after much longer than the transport needs.
 */
const outcome = (urls: string[], timeoutMs?: number) => {
  const asking = getChainId(createClient({ transport: chainTransport(urls, timeoutMs) }))
  return Promise.race([asking.catch((error: Error) => error.name), sleep(60_000, 'waiting' as const, { ref: false })])
}

describe('chainTransport', () => {
  it('asks again soon, whatever Retry-After says', async () => {
    const { answer, asked } = refusing(2)
    expect([await outcome([await endpoint(answer)]), asked()]).toEqual([7, 3])
  })

  it('gives an endpoint up that always says so', async () => {
    const { answer, asked } = refusing(Number.POSITIVE_INFINITY)
    expect([await outcome([await endpoint(answer)]), asked()]).toEqual(['HttpRequestError', 4])
  })

  it('takes the next endpoint at once', async () => {
    const { answer, asked } = refusing(Number.POSITIVE_INFINITY)
    expect([await outcome([await endpoint(answer), await endpoint(right)]), asked()]).toEqual([7, 1])
  })

  it('takes the next endpoint when an answer does not end', async () => {
    const endless = await endpoint((_request, response) => void response.writeHead(200).write('{'))
    expect(await outcome([endless, await endpoint(right)], 5_000)).toBe(7)
  })
})
