/**
 * `npm run bench -- streams`: live streams of all orders on one replica in a separate process, while orders are created at
 * a steady pace. Measured is the time from the commit of an order to its arrival at each stream, whose readers are another
 * process, and the CPU time of the server alone.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { makeDatabase } from '../src/db/client.ts'
import { makeOrderStore } from '../src/orders/db/order.store.ts'
import { anOrder, aQuote } from '../test/support/builders.ts'
import { networkWire } from '../test/support/network.ts'
import type { Arrived, Asked, Took } from './stream-readers.ts'
import { systemMs } from './system-ms.ts'

const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '5' },
    events: { type: 'string', default: '100' },
    /** Writes a CPU profile of the server into this directory. */
    profile: { type: 'string' },
  },
})
const [streams, rate, events] = [options.streams, options.rate, options.events].map(Number) as [number, number, number]

const dir = mkdtempSync(join(tmpdir(), 'streams-bench-'))
const networkFile = join(dir, 'network.json')
writeFileSync(networkFile, JSON.stringify(networkWire))

function startServer(databaseUrl: string): ChildProcess {
  const script = fileURLToPath(new URL('./server.ts', import.meta.url))
  const flags = ['--max-semi-space-size=4', '--max-old-space-size=192', '--conditions=tandem:source', '--import', 'tsx']
  const profile = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`]
  return spawn(process.execPath, [...flags, ...profile, '--no-warnings', script, 'orderbook'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      ROLES: 'api',
      DATABASE_URL: databaseUrl,
      NETWORK_FILE: networkFile,
      RPC_URLS: '{}',
      STATIC_PRICES: '{"USDC":"1","DAI":"1","ETH":"3000"}',
      RATE_LIMIT_PER_MINUTE: '0',
      SHUTDOWN_DELAY_MS: '0',
      // A busy machine must not turn slow answers into an outage.
      DATABASE_ANSWER_TIMEOUT_MS: '20000',
    },
  })
}

async function used(server: ChildProcess): Promise<{ rss: number; cpuMicros: number }> {
  const answered = once(server, 'message')
  server.send('used')
  return (await answered)[0]
}

/** Starts the readers' process, and asks it one question after the other. */
function startReaders(): { process: ChildProcess; ask: <Answer>(asked: Asked) => Promise<Answer> } {
  const script = fileURLToPath(new URL('./stream-readers.ts', import.meta.url))
  const flags = ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings']
  const child = spawn(process.execPath, [...flags, script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return {
    process: child,
    ask: async (asked) => {
      const answered = once(child, 'message')
      child.send(asked)
      return (await answered)[0]
    },
  }
}

const postgres = await startPostgres()
const databaseUrl = await postgres.createDatabase('streams')
await applyMigrations({ databaseUrl, migrationsDir: fileURLToPath(new URL('../prisma/migrations', import.meta.url)) })
const database = makeDatabase(databaseUrl, { poolSize: 2, timeouts: { answerMs: 60_000, statementMs: 60_000 } })
const store = makeOrderStore(database.sql)
const server = startServer(databaseUrl)
const [{ url }] = await once(server, 'message')
const loadBefore = loadavg()
const readers = startReaders()
await readers.ask({ open: { port: Number(new URL(url).port), streams, events } })
const before = await used(server)
const committedAt: number[] = []
const startedAt = performance.now()
for (let made = 0; made < events; made += 1) {
  const quote = aQuote()
  await store.create(anOrder({ quoteId: quote.quoteId }), quote)
  committedAt.push(systemMs())
  await sleep(Math.max(0, startedAt + ((made + 1) * 1000) / rate - performance.now()))
}
const deadline = performance.now() + 60_000
while ((await readers.ask<Arrived>('arrived')).arrived < streams * events && performance.now() < deadline)
  await sleep(100)
const after = await used(server)
const { arrived, closed, p50, p99 } = await readers.ask<Took>({ committedAt })
const micros = (after.cpuMicros - before.cpuMicros) / Math.max(1, arrived)
const loads = loadBefore.map((load) => load.toFixed(1)).join(' ')
process.stdout.write(`${cpus().length} x ${cpus()[0]?.model.trim()}, load average before ${loads}\n\n`)
process.stdout.write('| streams | events/s | arrived | cut | p50 ms | p99 ms | CPU µs a delivery | resident MB |\n')
process.stdout.write('|---|---|---|---|---|---|---|---|\n')
process.stdout.write(
  `| ${streams} | ${rate} | ${arrived} of ${streams * events} | ${closed} | ${Math.round(p50)} | ${Math.round(p99)} | ${micros.toFixed(1)} | ${Math.round(after.rss / 1024 / 1024)} |\n`,
)
readers.process.disconnect()
const exited = once(server, 'exit')
server.disconnect()
await exited
await database.close()
await postgres.stop()
rmSync(dir, { recursive: true, force: true })
process.exit(0)
