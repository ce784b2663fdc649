import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly url: string
  /** Lets open connections carry nothing any more, as a pulled cable does. New ones work. */
  silence(): void
  /** Lets all connections hang, the open and the new ones. */
  hang(): void
  /** Cuts all connections, and refuses new ones. */
  refuse(): void
  /** Lets new connections work again. */
  resume(): void
  stop(): Promise<void>
}

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
