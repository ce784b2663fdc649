/** The client's signals and time limits must still work when the garbage collector runs during a request. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient } from '../src/index.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let server: Server
let baseUrl: string
beforeAll(async () => {
  server = createServer((request, response) => {
    // The event stream of one order sends heartbeats for ever. No other request is ever answered.
    if (request.url !== '/orders/an-order/events') return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const heartbeat = setInterval(() => response.write(': heartbeat\n\n'), 20)
    request.once('close', () => clearInterval(heartbeat))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** Waits until a promise has ended, and keeps running the garbage collector meanwhile. */
async function endOf(work: Promise<unknown>, whenCollected: () => void): Promise<unknown> {
  let end: { value: unknown } | undefined
  const known = work.then(
    (value) => (end = { value }),
    (error: unknown) => (end = { value: error }),
  )
  for (let turn = 0; turn < 200 && end === undefined; turn += 1) {
    collectGarbage()
    if (turn === 3) whenCollected()
    await Promise.race([known, new Promise((resolve) => setTimeout(resolve, 50))])
  }
  return end === undefined ? 'still waiting' : (end as { value: unknown }).value
}
const clientOf = (timeoutMs: number) => createClient({ baseUrl, relayerUrl: baseUrl, timeoutMs })

describe('a request that is under way while garbage is collected', () => {
  it('ends at its time limit when the service never answers', async () => {
    const work = clientOf(1_000).listRoutes()
    expect(await endOf(work, () => undefined)).toMatchObject({ code: 'NETWORK', retryable: true })
  })

  it('ends when the application aborts it', async () => {
    const application = new AbortController()
    const work = clientOf(3_600_000).listRoutes({ signal: application.signal })
    expect(await endOf(work, () => application.abort())).toMatchObject({ code: 'NETWORK' })
  })

  it('gives up opening an event stream when the application aborts it', async () => {
    const application = new AbortController()
    const work = clientOf(3_600_000).openOrderStream('another-order', { signal: application.signal })
    expect(await endOf(work, () => application.abort())).toMatchObject({ code: 'NETWORK' })
  })

  it('ends an event stream when the application aborts it', async () => {
    const application = new AbortController()
    const events = await clientOf(3_600_000).openOrderStream('an-order', { signal: application.signal })
    const work = events.next()
    expect(await endOf(work, () => application.abort())).not.toBe('still waiting')
  })
})
