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
  /** The folder of its data, which is kept after `stop`. By default it is temporary. */
  dir?: string
  port?: number
  /** If true, every write is persisted. By default nothing is. */
  appendOnly?: boolean
  password?: string
  settings?: readonly string[]
  isSentinel?: boolean
}

export interface LocalRedis extends LocalServer {
  /** The URL carries a password, because any program on the machine can reach the loopback. */
  readonly url: string
}

export function redisAvailable(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0
}

export async function startRedis(options: RedisOptions = {}): Promise<LocalRedis> {
  const { dir, port, isSentinel = false, password = randomBytes(16).toString('hex') } = options
  return inWorkingDir('redis', dir, (work) =>
    onPort(port, async (chosen) => {
      const config = join(work.path, 'redis.conf')
      const settings = [
        'bind 127.0.0.1',
        `port ${chosen}`,
        `requirepass ${password}`,
        `dir ${work.path}`,
        ...(isSentinel ? [] : dataSettings(options)),
        ...(options.settings ?? []),
      ]
      writeFileSync(config, `${settings.join('\n')}\n`, { mode: 0o600 })
      const server = await localServer(work, () =>
        launch({
          name: 'redis-server',
          command: 'redis-server',
          args: isSentinel ? [config, '--sentinel'] : [config],
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

const dataSettings = ({ appendOnly = false }: RedisOptions): string[] => [
  'save ""',
  `appendonly ${appendOnly ? 'yes' : 'no'}`,
  'appendfsync everysec',
  // BullMQ warns about any other policy, because an evicted job would be lost.
  'maxmemory-policy noeviction',
]

/**
 * Sends commands as plain text (`CLUSTER INFO`), and returns the answers.
 *
 * @throws Error when no answer comes within a second.
 */
export async function askRedis(url: string, ...commands: string[]): Promise<string> {
  const { port, password } = new URL(url)
  const answer = await ask(Number(port), [`AUTH ${password}`, ...commands])
  return answer.replace(/^\+OK\r\n/, '')
}

const ping = async (port: number, password: string): Promise<boolean> =>
  (await ask(port, [`AUTH ${password}`, 'PING'])) === '+OK\r\n+PONG\r\n'

async function ask(port: number, commands: readonly string[]): Promise<string> {
  const socket = createConnection({ host: '127.0.0.1', port })
  try {
    socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')))
    await once(socket, 'connect')
    socket.end(commands.map((command) => `${command}\r\n`).join(''))
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    return answer
  } finally {
    socket.destroy()
  }
}
