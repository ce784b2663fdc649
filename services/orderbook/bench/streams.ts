/**
 * `npm run bench -- streams`: live streams of all orders on one replica, in a process of its own, while orders are made at
 * a steady pace. The time is from the commit of an order to its arrival at each stream; the CPU time is the server's alone.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { percentile, startPostgres } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { makeDatabase } from '../src/db/client.ts'
import { makeOrderStore } from '../src/db/order.store.ts'
import { anOrder, aQuote } from '../test/support/builders.ts'
import { networkWire } from '../test/support/network.ts'

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
      // The machine of a benchmark may be busy.
      DATABASE_ANSWER_TIMEOUT_MS: '20000',
      MAX_STREAMS: String(streams),
      MAX_STREAMS_PER_ADDRESS: String(streams),
    },
  })
}

async function used(server: ChildProcess): Promise<{ rss: number; cpuMicros: number }> {
  const answered = once(server, 'message')
  server.send('used')
  return (await answered)[0]
}

const committedAt = new Map<string, number>()
const tookMs: number[] = []
let closed = 0

/** Opens one stream. Resolves with its answer's head. */
async function openStream(url: string): Promise<void> {
  const request = get(`${url}/events?after_seq=0`, { agent: false, headers: { accept: 'text/event-stream' } })
  const [response] = await once(request, 'response')
  if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`)
  response.setEncoding('utf8')
  response.once('close', () => {
    closed += 1
  })
  let rest = ''
  response.on('data', (chunk: string) => {
    const now = performance.now()
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const orderId = /"order_id":"([0-9a-f-]{36})"/.exec(frame)?.[1]
      const at = orderId === undefined ? undefined : committedAt.get(orderId)
      if (at !== undefined) tookMs.push(now - at)
    }
  })
}

const postgres = await startPostgres()
const databaseUrl = await postgres.createDatabase('streams')
await applyMigrations({ databaseUrl, migrationsDir: fileURLToPath(new URL('../prisma/migrations', import.meta.url)) })
const database = makeDatabase(databaseUrl, { poolSize: 2, timeouts: { answerMs: 60_000, statementMs: 60_000 } })
const store = makeOrderStore(database.sql)
const server = startServer(databaseUrl)
const [{ url }] = await once(server, 'message')
const loadBefore = loadavg()
for (let open = 0; open < streams; open += 10)
  await Promise.all(Array.from({ length: Math.min(10, streams - open) }, () => openStream(url)))
const before = await used(server)
const startedAt = performance.now()
for (let made = 0; made < events; made += 1) {
  const quote = aQuote()
  const order = anOrder({ quoteId: quote.quoteId })
  await store.create(order, quote)
  committedAt.set(order.orderId, performance.now())
  await sleep(Math.max(0, startedAt + ((made + 1) * 1000) / rate - performance.now()))
}
const deadline = performance.now() + 60_000
while (tookMs.length < streams * events && performance.now() < deadline) await sleep(100)
const after = await used(server)
const at = (part: number) => Math.round(percentile(tookMs, part))
const micros = (after.cpuMicros - before.cpuMicros) / Math.max(1, tookMs.length)
const loads = loadBefore.map((load) => load.toFixed(1)).join(' ')
process.stdout.write(`${cpus().length} x ${cpus()[0]?.model.trim()}, load average before ${loads}\n\n`)
process.stdout.write('| streams | events/s | arrived | cut | p50 ms | p99 ms | CPU µs a delivery | resident MB |\n')
process.stdout.write('|---|---|---|---|---|---|---|---|\n')
process.stdout.write(
  `| ${streams} | ${rate} | ${tookMs.length} of ${streams * events} | ${closed} | ${at(0.5)} | ${at(0.99)} | ${micros.toFixed(1)} | ${Math.round(after.rss / 1024 / 1024)} |\n`,
)
const exited = once(server, 'exit')
server.disconnect()
await exited
await database.close()
await postgres.stop()
rmSync(dir, { recursive: true, force: true })
process.exit(0)
