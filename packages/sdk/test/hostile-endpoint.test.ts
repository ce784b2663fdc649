/** An endpoint of the evidence that would have the application wait for an hour. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { getChainId } from 'viem/actions'
import { evidenceOf } from '../src/evidence/evidence-options.ts'
import type { VerifiedChain } from '../src/known-network.ts'

it.each<[string, RequestListener]>([
  ['for as long as Retry-After says', (_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end()],
  [
    'for a body that does not end',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
      const more = setInterval(() => response.write(' '), 50)
      response.once('close', () => clearInterval(more))
    },
  ],
])('does not wait %s', async (_name, answer) => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { clients } = evidenceOf({ endpoints: { left: [url] }, timeoutMs: 2_000 }, { chain: 'left' } as VerifiedChain)
  const asking = Promise.all(clients.map((client) => getChainId(client)))
  const outcome = await Promise.race([
    asking.catch((error: Error) => error.name),
    sleep(60_000, 'waiting' as const, { ref: false }),
  ])
  server.closeAllConnections()
  server.close()
  expect(outcome).toBe('HttpRequestError')
})
