import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lifecycle } from './lifecycle.ts'

export interface HttpServerOptions {
  app: RequestListener
  host: string
  /** 0 takes a free one. */
  port: number
  lifecycle: Lifecycle
  /** How long requests may run on after stopping began. */
  drainMs: number
  /** For tests of slow clients. */
  timeouts?: Partial<HttpTimeouts>
}

export type HttpTimeouts = Pick<
  Required<ServerOptions>,
  'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'
>

/** A client that sends its request slower than this holds a connection for nothing, and loses it. */
const defaultTimeouts: HttpTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Longer than the 60 s of usual load balancers, so that it is the balancer that closes an idle connection.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
}

/** Neither side has sent anything for so long. Event streams send a heartbeat every 15 s. */
const IDLE_SOCKET_MS = 120_000

/** Listens, and registers how to stop: no new connections, running requests end, what remains is cut. */
export async function startHttpServer(o: HttpServerOptions): Promise<{ url: string; port: number }> {
  const server = createServer({ ...defaultTimeouts, ...o.timeouts }, o.app)
  server.setTimeout(IDLE_SOCKET_MS)
  const inFlight = new Set<ServerResponse>()
  server.prependListener('request', (_req, res) => {
    inFlight.add(res)
    res.once('close', () => inFlight.delete(res))
    if (o.lifecycle.stopping.aborted) res.setHeader('Connection', 'close')
  })
  server.listen(o.port, o.host)
  await once(server, 'listening')

  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    // A kept-alive connection would outlive its last answer; this tells the client to open another, elsewhere.
    for (const res of inFlight) if (!res.headersSent) res.setHeader('Connection', 'close')
    const cut = setTimeout(() => server.closeAllConnections(), o.drainMs)
    const sweep = setInterval(() => server.closeIdleConnections(), 100)
    await closed.finally(() => {
      clearTimeout(cut)
      clearInterval(sweep)
    })
  }
  o.lifecycle.onStop('http', close, o.drainMs + 1_000)
  const { port } = server.address() as AddressInfo
  return { url: `http://${o.host === '0.0.0.0' ? '127.0.0.1' : o.host}:${port}`, port }
}
