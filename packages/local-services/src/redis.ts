import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { onPort } from './free-port.ts'
import { launch } from './launch.ts'
import { type LocalServer, localServer } from './local-server.ts'
import { inWorkingDir } from './working-dir.ts'

export interface RedisOptions {
  /** Kept after `stop`. By default a temporary directory that goes with it. */
  dir?: string
  port?: number
  /** Persists every write, so that `kill` and `restart` lose nothing. By default nothing is persisted. */
  appendOnly?: boolean
}

export interface LocalRedis extends LocalServer {
  /** Carries a password made for this start: any program on the machine can reach the loopback. */
  readonly url: string
}

/** Whether a `redis-server` is on PATH. */
export function redisAvailable(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0
}

/** Starts the `redis-server` of PATH on the loopback. */
export async function startRedis({ dir, port, appendOnly = false }: RedisOptions = {}): Promise<LocalRedis> {
  const password = randomBytes(16).toString('hex')
  return inWorkingDir('redis', dir, (work) =>
    onPort(port, async (chosen) => {
      const config = join(work.path, 'redis.conf')
      const settings = [
        'bind 127.0.0.1',
        `port ${chosen}`,
        `requirepass ${password}`,
        `dir ${work.path}`,
        'save ""',
        `appendonly ${appendOnly ? 'yes' : 'no'}`,
        'appendfsync everysec',
        // BullMQ warns on any other policy: an evicted job would be a lost one.
        'maxmemory-policy noeviction',
      ]
      writeFileSync(config, `${settings.join('\n')}\n`, { mode: 0o600 })
      const server = await localServer(work, () =>
        launch({
          name: 'redis-server',
          command: 'redis-server',
          args: [config],
          logFile: join(work.path, 'redis.log'),
          stopSignal: 'SIGTERM',
          temporaryDir: work.temporaryDir,
          isReady: () => ping(chosen, password),
        }),
      )
      return Object.assign(server, { url: `redis://:${password}@127.0.0.1:${chosen}` })
    }),
  )
}

/** Whether a server with this password answers, and has loaded what it persisted. */
async function ping(port: number, password: string): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port })
  try {
    socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')))
    await once(socket, 'connect')
    socket.end(`AUTH ${password}\r\nPING\r\n`)
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    return answer === '+OK\r\n+PONG\r\n'
  } finally {
    socket.destroy()
  }
}
