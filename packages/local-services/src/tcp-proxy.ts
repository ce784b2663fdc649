import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a server, to show what its clients do when it fails. */
export interface TcpProxy {
  /** The server's URL, by way of the proxy. */
  readonly url: string
  /** Connections that exist keep open and carry nothing any more; new ones work. A cable that was pulled. */
  silence(): void
  /** So do all connections, old and new: a server that hangs. */
  hang(): void
  /** Connections are cut and refused: a server that is down. */
  refuse(): void
  /** New connections work again; those that were silenced stay silent. */
  resume(): void
  stop(): Promise<void>
}

/** Starts a proxy to the host and port of `targetUrl`. */
export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl)
  const open = new Set<Socket>()
  let mode: 'carry' | 'hang' | 'refuse' = 'carry'
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => undefined)
    client.on('close', () => open.delete(client))
    if (mode === 'refuse') client.destroy()
    if (mode !== 'carry') return
    const upstream = connect(Number(target.port), target.hostname)
    upstream.on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(targetUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const silence = () => {
    for (const client of open) {
      client.unpipe()
      client.pause()
    }
  }
  return {
    url: url.href,
    silence,
    hang: () => {
      mode = 'hang'
      silence()
    },
    refuse: () => {
      mode = 'refuse'
      for (const client of open) client.destroy()
    },
    resume: () => {
      mode = 'carry'
    },
    stop: async () => {
      for (const client of open) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
