import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { keepAlive, requireFreePorts, restartOnChange, startStopped } from '../src/dev.ts'

describe('npm run dev', () => {
  it('names the port that is taken, and what wanted it', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    await expect(requireFreePorts({ orderbook: port })).rejects.toThrow(`port ${port}, which orderbook listens on`)
    server.close()
    await once(server, 'close')
    await expect(requireFreePorts({ orderbook: port })).resolves.toBeUndefined()
  })

  it('says which process died, and starts it again', async () => {
    const { service, lines, end, kill, said } = startKept()
    const first = service.pid
    kill('SIGKILL')
    await said('again (pid')
    expect(lines.join('\n')).toContain(`relayer died (pid ${first})`)
    expect(service.pid).not.toBe(first)
    end()
  })

  it('leaves a process that was stopped by hand down, and starts it when it is told to', async () => {
    const { service, lines, end, kill, said } = startKept()
    const first = service.pid
    // The service ends with 0 once it can take the signal.
    await service.ready
    kill('SIGTERM')
    await said(`relayer was stopped; kill -USR2 ${process.pid} starts it again`)
    expect(service.pid).toBe(first)
    await startStopped({ relayer: service }, (line) => lines.push(line))
    expect(lines.at(-1)).toContain(`started relayer again (pid ${service.pid})`)
    expect(service.pid).not.toBe(first)
    expect(service.exitCode).toBeNull()
    await startStopped({ relayer: service }, (line) => lines.push(line))
    expect(lines.at(-1)).toContain('nothing is stopped')
    expect(lines.join('\n')).not.toContain('died')
    end()
  })

  it('restarts a service when a source of it changes, and all when one of a package does', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-watch-'))
    const sources = ['services/orderbook', 'services/relayer', 'packages/solver']
    const shared = ['packages/contracts', 'packages/escrow', 'packages/service-kit']
    for (const part of [...sources, ...shared]) await mkdir(join(folder, part, 'src'), { recursive: true })
    const restarted = { orderbook: 0, relayer: 0, solver: 0 }
    const service = (name: keyof typeof restarted) => ({
      restart: async () => {
        restarted[name] += 1
      },
    })
    const services = { orderbook: service('orderbook'), relayer: service('relayer'), solver: service('solver') }
    const lines: string[] = []
    const stop = restartOnChange(services, (line) => lines.push(line), folder)
    try {
      // Writes the file until it is seen, because a watch takes a moment to begin.
      const write = (file: string, isSeen: () => boolean) =>
        untilSeen(() => writeFile(join(folder, file), '//'), isSeen)
      await write('services/relayer/src/main.ts', () => restarted.relayer > 0)
      expect(restarted).toMatchObject({ orderbook: 0, solver: 0 })
      expect(lines[0]).toContain('main.ts changed: restarting relayer')
      await write('packages/contracts/src/order.ts', () => restarted.orderbook > 0 && restarted.solver > 0)
    } finally {
      stop()
      await rm(folder, { recursive: true })
    }
  })
})

async function untilSeen(again: () => Promise<void>, isSeen: () => boolean): Promise<void> {
  while (!isSeen()) {
    await again()
    // This is longer than the time for which changes are collected.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** A process that ends with 0 on SIGTERM, as the services do, and that is kept alive. */
function startKept() {
  const start = () =>
    spawn(process.execPath, [
      '-e',
      "setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(0)); console.log('')",
    ])
  let child = start()
  const lines: string[] = []
  const service = {
    get pid() {
      return child.pid as number
    },
    get exitCode() {
      return child.exitCode
    },
    get ready() {
      return once(child.stdout, 'data')
    },
    restart: async () => {
      child = start()
      await once(child, 'spawn')
    },
  }
  let isOver = false
  const checking = keepAlive('relayer', service, { write: (line) => lines.push(line), isOver: () => isOver })
  return {
    service,
    lines,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    said: async (what: string) => {
      while (!lines.some((line) => line.includes(what))) await new Promise((resolve) => setTimeout(resolve, 50))
    },
    end: () => {
      isOver = true
      clearInterval(checking)
      child.kill('SIGKILL')
    },
  }
}
