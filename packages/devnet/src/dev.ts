import { once } from 'node:events'
import { type FSWatcher, watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pc from 'picocolors'
import { guide } from './guide.ts'
import { root, type ServiceName, type StackProcess, serviceNames, startStack } from './stack.ts'
import { buildWeb, startPages } from './web.ts'

/** The ports are fixed, so that an application under development finds them again. */
const ports = {
  orderbook: 4100,
  relayer: 4200,
  solver: 4300,
  web: 4400,
  devnet_a: 8545,
  devnet_b: 8546,
  devnet_l1: 8547,
} as const

/** How often the processes are checked, in milliseconds. */
const checkMs = 500
/** How long to wait after a change, in milliseconds, because editors write a file several times, and builds many files. */
const settleMs = 300

export interface DevOptions {
  /** Seconds for which the statistics are kept; 120 by default, as in production. */
  statsCacheSecs: number
  /** Whether a service restarts when one of its source files changes. */
  isWatching: boolean
}

export const devEnvironment = ({ statsCacheSecs }: Pick<DevOptions, 'statsCacheSecs'>) => ({
  // Never do this in production: with private addresses allowed, webhooks could reach into the cluster.
  orderbook: { STATS_CACHE_SECS: String(statsCacheSecs), ALLOW_PRIVATE_ADDRESSES: 'true' },
})

/** Starts everything on fixed ports, says how to use it, and restarts a service that dies. */
export async function startDev(
  options: DevOptions,
  write: (line: string) => void,
  onStart: (stop: () => Promise<void>) => void,
): Promise<void> {
  write(`\n${pc.bold('Tandem devnet')}\n`)
  await requireFreePorts()
  let isStopping = false
  let web: Awaited<ReturnType<typeof startPages>> | undefined
  const building = buildWeb()
  // The failure is thrown later, where the page is needed. Unhandled until then, it would end the
  // process.
  building.catch(() => undefined)
  const stack = await startStack({
    ports,
    env: devEnvironment(options),
    onStart: (stop) =>
      onStart(async () => {
        isStopping = true
        await web?.stop()
        await stop()
      }),
    onProgress: (part) => write(pc.dim(`  started ${part}`)),
  })
  try {
    await building
    web = await startPages(stack, ports)
  } catch (error) {
    await stack.stop()
    throw error
  }
  write(pc.dim('  started web page'))
  write(guide(stack, web.url))
  const services = { orderbook: stack.orderbook, relayer: stack.relayer, solver: stack.solver }
  for (const name of serviceNames) keepAlive(name, services[name], { write, isOver: () => isStopping })
  let starting = Promise.resolve()
  process.on('SIGUSR2', () => {
    starting = starting.then(() => startStopped(services, write))
  })
  if (options.isWatching) restartOnChange(services, write)
}

/** @throws Error with the first port that another program has. */
export async function requireFreePorts(wanted: Readonly<Record<string, number>> = ports): Promise<void> {
  for (const [name, port] of Object.entries(wanted)) {
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (cause) {
      throw new Error(
        `port ${port}, which ${name} listens on, is taken: end the program that has it (lsof -i :${port})`,
        { cause },
      )
    }
    server.close()
    await once(server, 'close')
  }
}

/** Starts every service that a person has stopped. */
export async function startStopped(
  services: Readonly<Record<string, Pick<StackProcess, 'pid' | 'exitCode' | 'restart'>>>,
  write: (line: string) => void,
): Promise<void> {
  const stopped = Object.entries(services).filter(([, { exitCode }]) => exitCode === 0)
  if (stopped.length === 0) write('  nothing is stopped')
  for (const [name, service] of stopped)
    await service.restart().then(
      () => write(pc.dim(`  started ${name} again (pid ${service.pid})`)),
      (error: unknown) => write(notStarted(name, error)),
    )
}

const notStarted = (name: string, error: unknown) =>
  pc.red(`  ${name} does not start: ${error instanceof Error ? error.message : String(error)}`)

/**
 * Starts a service again when it dies, and gives up when it does not start. A service ends with 0 when it is told to stop: then
 * a person wants it down, and it stays down.
 */
export function keepAlive(
  name: string,
  service: Pick<StackProcess, 'pid' | 'exitCode' | 'restart'>,
  { write, isOver }: { write: (line: string) => void; isOver: () => boolean },
): NodeJS.Timeout {
  let isRestarting = false
  let stoppedPid: number | undefined
  const checking = setInterval(() => {
    if (isOver() || isRestarting || isAlive(service.pid) || service.pid === stoppedPid) return
    if (service.exitCode === 0) {
      stoppedPid = service.pid
      write(`  ${name} was stopped; kill -USR2 ${process.pid} starts it again`)
      return
    }
    isRestarting = true
    write(pc.red(`  ${name} died (pid ${service.pid}); starting it again`))
    service
      .restart()
      .then(() => write(pc.dim(`  started ${name} again (pid ${service.pid})`)))
      .catch((error: unknown) => {
        clearInterval(checking)
        write(notStarted(name, error))
      })
      .finally(() => {
        isRestarting = false
      })
  }, checkMs)
  return checking
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Restarts services when sources change: a service's own sources restart that service, and those of packages restart
 * all.
 *
 * @param folder the repository.
 * @returns a function that ends it.
 */
export function restartOnChange(
  services: Record<ServiceName, Pick<StackProcess, 'restart'>>,
  write: (line: string) => void,
  folder: string = root,
): () => void {
  const sources = { orderbook: ['services/orderbook'], relayer: ['services/relayer'], solver: ['packages/solver'] }
  const shared = ['packages/contracts', 'packages/escrow', 'packages/service-kit']
  const watchers: FSWatcher[] = []
  for (const [name, own] of Object.entries(sources)) {
    const service = services[name as keyof typeof services]
    let timer: NodeJS.Timeout | undefined
    const restart = (file: string | null) => {
      if (file === null || !file.endsWith('.ts')) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        write(pc.dim(`  ${file} changed: restarting ${name}`))
        service.restart().catch((error: unknown) => write(pc.red(`  ${name} does not start: ${String(error)}`)))
      }, settleMs)
    }
    for (const part of [...own, ...shared])
      watchers.push(watch(join(folder, part, 'src'), { recursive: true }, (_event, file) => restart(file)))
  }
  return () => {
    for (const watcher of watchers) watcher.close()
  }
}
