import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { ReadinessWire } from '@tandem/contracts'

/** A load balancer in front of replicas, as a Kubernetes Service is one. */
export interface Balancer {
  readonly url: string
  /** Adds a replica. */
  add(replicaUrl: string): void
  /** How many replicas are ready. */
  ready(): number
  stop(): Promise<void>
}

const POLL_MS = 100

/**
 * Hands each new connection to the next replica whose `/ready` was 200, until `/ready` says that the replica is
 * stopping. A check that fails in another way changes nothing, as with a failure threshold in Kubernetes. Nothing is
 * repeated: a connection that a replica refuses or resets fails for the client.
 */
export async function startBalancer(): Promise<Balancer> {
  const replicas: string[] = []
  const ready = new Set<string>()
  const poll = setInterval(() => {
    for (const url of replicas) {
      void fetch(`${url}/ready`, { headers: { connection: 'close' } }).then(
        async (answer) => {
          const { checks } = (await answer.json()) as ReadinessWire
          if (answer.ok) ready.add(url)
          else if (checks.shutdown !== undefined) ready.delete(url)
        },
        () => ready.delete(url),
      )
    }
  }, POLL_MS)
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer((client) => {
    const candidates = [...ready]
    const target = candidates[turn++ % candidates.length]
    if (target === undefined) {
      client.destroy()
      return
    }
    const replica = connect(Number(new URL(target).port), '127.0.0.1')
    for (const [socket, other] of [
      [client, replica],
      [replica, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.end()
      })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => {
      replicas.push(url)
    },
    ready: () => ready.size,
    stop: async () => {
      clearInterval(poll)
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
