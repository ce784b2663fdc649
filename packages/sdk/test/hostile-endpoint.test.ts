/** An endpoint of the evidence that would have the application wait for an hour. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { getChainId } from 'viem/actions'
import { evidenceOf } from '../src/evidence/evidence-options.ts'
import type { VerifiedChain } from '../src/known-network.ts'

it('does not wait for as long as Retry-After says', async () => {
  const server = createServer((_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end()).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { clients } = evidenceOf({ endpoints: { left: [url] } }, { chain: 'left' } as VerifiedChain)
  const asking = Promise.all(clients.map((client) => getChainId(client)))
  const outcome = await Promise.race([
    asking.catch((error: Error) => error.name),
    sleep(60_000, 'waiting' as const, { ref: false }),
  ])
  server.closeAllConnections()
  server.close()
  expect(outcome).toBe('HttpRequestError')
})
