/** An endpoint of the evidence that would have the application wait for an hour, or fill its memory. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { getChainId } from 'viem/actions'
import { believe, evidenceOf } from '../src/evidence/evidence-options.ts'
import type { VerifiedChain } from '../src/known-network.ts'
import type { TandemError } from '../src/tandem-error.ts'

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
  [
    'for an answer that fills the memory',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const part = ' '.repeat(65_536)
      const more = () => {
        while (!response.destroyed && response.write(part));
      }
      response.on('drain', more)
      more()
    },
  ],
  [
    'for an answer that is nested without end',
    (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":1,"result":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  ],
])('does not wait %s', async (_name, answer) => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const evidence = evidenceOf({ endpoints: { left: [url] }, timeoutMs: 2_000 }, { chain: 'left' } as VerifiedChain)
  const asking = believe(
    evidence,
    evidence.panel.ask(({ client }) => getChainId(client), { name: 'chain_id' }),
  )
  const outcome = await Promise.race([
    asking.catch((error: TandemError) => error.code),
    sleep(60_000, 'waiting' as const, { ref: false }),
  ])
  server.closeAllConnections()
  server.close()
  expect(outcome).toBe('EVIDENCE_UNAVAILABLE')
})
