import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lifecycle } from './lifecycle.ts'
import { limitUnreadAnswers, type UnreadLimits, unreadLimits } from './limit-unread-answers.ts'
import { refuseConnection } from './refuse-connection.ts'

export interface HttpServerOptions {
  app: RequestListener
  host: string
  /** Zero takes any free port. */
  port: number
  lifecycle: Lifecycle
  /**
   * Milliseconds for which a stopping server still takes connections, so that load balancers can learn of the stop from
   * `/ready`.
   */
  delayMs?: number
  drainMs: number
  /** Only tests of slow clients set this. */
  timeouts?: Partial<HttpTimeouts>
  /** Set only by tests whose clients leave their answers unread. */
  unread?: UnreadLimits
}

export type HttpTimeouts = Pick<
  Required<ServerOptions>,
  'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'
>

/** The times after which a connection is closed whose client sends slowly. */
const defaultTimeouts: HttpTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Longer than the 60 s of common load balancers, so that the balancer is the one that closes an idle connection.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
}

/** Long enough for event streams, which send a heartbeat every 15 s. */
const IDLE_SOCKET_MS = 120_000

/**
 * Starts the server. When the process stops, kept-alive connections end with their next answer, running requests may
 * finish, and what is left after `drainMs` is cut.
 */
export async function startHttpServer(o: HttpServerOptions): Promise<{ url: string; port: number }> {
  // Node's own check of `Host` is off: the app checks it, and answers with an error envelope.
  const server = createServer({ ...defaultTimeouts, ...o.timeouts, requireHostHeader: false }, o.app)
  server.setTimeout(IDLE_SOCKET_MS)
  server.on('clientError', refuseConnection)
  const inFlight = new Set<ServerResponse>()
  server.prependListener('request', (_req, res) => {
    inFlight.add(res)
    res.once('close', () => inFlight.delete(res))
    if (o.lifecycle.draining.aborted) res.setHeader('Connection', 'close')
  })
  // The header tells the client to open its next connection elsewhere.
  const endKeptAlive = () => {
    for (const res of inFlight) if (!res.headersSent) res.setHeader('Connection', 'close')
  }
  o.lifecycle.draining.addEventListener('abort', endKeptAlive, { once: true })
  server.listen(o.port, o.host)
  await once(server, 'listening')
  // The check starts only after the port is taken, because nobody would end it if `listen` failed.
  const endBound = limitUnreadAnswers(inFlight, o.unread ?? unreadLimits)

  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    const cut = setTimeout(() => server.closeAllConnections(), o.drainMs)
    const sweep = setInterval(() => server.closeIdleConnections(), 100)
    await closed.finally(() => {
      clearTimeout(cut)
      clearInterval(sweep)
      endBound()
    })
  }
  const { delayMs = 0 } = o
  if (delayMs > 0) o.lifecycle.beforeStopping(() => sleep(delayMs), delayMs + 1_000)
  o.lifecycle.onStop('http', close, o.drainMs + 1_000)
  const { port } = server.address() as AddressInfo
  return { url: `http://${o.host === '0.0.0.0' ? '127.0.0.1' : o.host}:${port}`, port }
}
