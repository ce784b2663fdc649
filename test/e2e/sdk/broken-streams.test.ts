/** A run goes on by reading the order when its event stream breaks, in whatever way. The HTTP server is real. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts } from '@tandem/devnet'
import { createClient, type RunStep, Swap } from '@tandem/sdk'
import { honestServices } from '../../support/honest-services.ts'
import { startTwoChains, type TwoChains } from '../../support/two-chains.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
})
afterAll(() => chains?.stop())

const hourMs = 3_600_000
/** Answers one request for an event stream. `opened` counts them from 1. */
type Stream = (response: ServerResponse, opened: number, request: IncomingMessage) => void

/** Serves both services from a real server, which answers requests for an event stream as the test says. */
async function serveWith(stream: Stream) {
  const services = honestServices(chains)
  const resumedFrom: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith('/events')) {
      resumedFrom.push(request.headers['last-event-id'] as string | undefined)
      return stream(response, resumedFrom.length, request)
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const method = request.method ?? 'GET'
    const body = method === 'POST' ? { body: Buffer.concat(chunks).toString() } : {}
    const answer = await services.fetch(new Request(`http://services.test${request.url}`, { method, ...body }))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { client: createClient({ baseUrl, relayerUrl: baseUrl }), claims: services.claims, resumedFrom, stop }
}

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const eventOf = (seq: number) => `id: ${seq}\ndata: ${JSON.stringify({ seq, order_id: 'o', type: 't' })}\n\n`
const refuse = (response: ServerResponse, status: number) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end('{"status":"Error"}')

/** Sends an event, and ends the connection in the middle of the next one. */
function cut(response: ServerResponse): void {
  begin(response).write(eventOf(7))
  setTimeout(() => {
    response.write('data: {"seq": 8, "ord')
    response.destroy()
  }, 300)
}

const broken: [string, number, Stream][] = [
  ['is cut in the middle of an event and never comes back', hourMs, (to, n) => (n === 1 ? cut(to) : refuse(to, 500))],
  ['is cut again and again', hourMs, cut],
  ['ends at once, each time', hourMs, (to) => begin(to).end()],
  [
    'sends what is no event',
    100,
    (to) => begin(to).write('data: null\n\ndata: {"seq":"x"}\n\n\u0000\ufffd\r\r\n\n\ndata: [\n\n'),
  ],
  [
    'sends bytes without end, and no event',
    hourMs,
    (to) => {
      begin(to)
      const more = setInterval(() => to.write('x'.repeat(100_000)), 10)
      to.once('close', () => clearInterval(more))
    },
  ],
  ['is open and silent', 100, (to) => void begin(to).flushHeaders()],
  ['is never answered', hourMs, () => undefined],
  ['is answered with 500', hourMs, (to) => refuse(to, 500)],
  ['is answered with a page', hourMs, (to) => void to.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
]

/** Runs a swap to its end while the server answers like this to requests for an event stream. */
async function runBeside(stream: Stream, besideStreamMs: number) {
  const served = await serveWith(stream)
  try {
    const swap = await Swap.start(
      {
        userId: 'u',
        sourceAsset: 'devnet_a:usdc',
        destinationAsset: 'devnet_b:usdc',
        sourceAmount: 5_000_000n,
        minReceived: 1n,
        sourceAddress: accounts.user.address,
        destinationAddress: accounts.user.address,
      },
      {
        client: served.client,
        network: chains.network,
        evidence: { endpoints: { devnet_a: [chains.a.anvil.rpcUrl], devnet_b: [chains.b.anvil.rpcUrl] } },
        save: () => undefined,
      },
    )
    const steps: RunStep[] = []
    const { outcome } = await swap.run({
      path: 'prefunded',
      wallet: chains.a.user,
      destinationWallet: chains.b.user,
      submitter: { by: 'wallet' },
      pollMs: 50,
      besideStreamMs,
      onProgress: ({ step }) => steps.push(step),
    })
    return { ...served, outcome, steps }
  } finally {
    await served.stop()
  }
}

describe('a run whose event stream', () => {
  it.each(broken)('%s goes on by reading, and tells each step once', async (_name, besideStreamMs, stream) => {
    const { outcome, steps, claims } = await runBeside(stream, besideStreamMs)
    expect(outcome).toBe('completed')
    expect(claims).toHaveLength(1)
    // Whether the run reports these steps depends on timing, so they are left out.
    const waits: RunStep[] = ['waiting_for_market_maker', 'ensuring_claim', 'settling']
    const told = steps.filter((step) => !waits.includes(step))
    expect(told).toEqual(['initiating', 'revealing', 'completed'])
  })

  it('cannot be resumed (410) opens it from its start, and goes on', async () => {
    const { outcome, resumedFrom } = await runBeside((response, _opened, request) => {
      if (request.headers['last-event-id'] === undefined) cut(response)
      else refuse(response, 410)
    }, hourMs)
    expect(outcome).toBe('completed')
    expect(resumedFrom.slice(0, 3)).toEqual([undefined, '7', undefined])
  })
})
