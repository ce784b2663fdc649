/**
 * `npm run bench -- flood`: how long honest clients wait for what is essential before, during and after a flood by
 * strangers. The orderbook is a separate process with the heap of its image. The flood's rate is not limited, as if it
 * came from many networks.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { orderStatuses } from '@tandem/contracts'
import { percentile, startPostgres } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { makeDatabase } from '../src/db/client.ts'
import { foldStats } from '../src/stats/db/fold-stats.ts'
import { networkWire } from '../test/support/network.ts'
import { fire, type Shot } from './load.ts'
import { seedOrders } from './seed.ts'

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '30000' },
    connections: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
    /** How long honest clients are measured before the flood, and again after it, in seconds. */
    calm: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
})

const connections = Number(options.connections)
const get = (path: string): Shot => ({ method: 'GET', path })
const post = (path: string, body: unknown): Shot => ({ method: 'POST', path, body: JSON.stringify(body) })
const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

const manyStatuses = Array.from({ length: 1_900 }, () => 'created').join(',')
const dearLists = [
  `/orders?order=asc&asset=devnet_a:usdc&status=${manyStatuses}`,
  `/orders?order=asc&asset=devnet_a:usdc&status=${orderStatuses.join(',')}&limit=100`,
  `/orders?address=0x${'2'.repeat(40)}&status=completed,cancelled&limit=100`,
  '/orders?limit=100',
  '/orders?limit=100&page=100',
  '/events?limit=100',
]
const manyTypes = Array.from({ length: 32_000 }, () => 1)
const refusals = [
  post('/webhooks', { url: 'https://shop.example/', event_types: manyTypes }),
  post('/quotes', Object.fromEntries(Array.from({ length: 6_500 }, (_, index) => [`k${index}`, 1]))),
  get(`/orders?status=${Array.from({ length: 7_900 }, () => 'a').join(',')}`),
]
const pages = ['/openapi.json', '/docs', '/docs/assets/swagger-ui-bundle.js', '/health'].map(get)

/** Sends requests on a connection again and again, and reads no answer. */
function floodUnread(url: string, shots: readonly Shot[], durationMs: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const endsAt = performance.now() + durationMs
  const open = () => {
    const socket = connect(Number(port), hostname)
    socket.pause()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (performance.now() < endsAt) setTimeout(open, 100)
    })
    setTimeout(() => socket.destroy(), Math.max(0, endsAt - performance.now()))
    const { method, path, body = '' } = pick(shots)
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    socket.write((head + body).repeat(5))
  }
  // An attacker opens as many connections as it likes, because it waits for nothing.
  for (let connection = 0; connection < connections * 20; connection += 1) open()
  return sleep(durationMs)
}

type Flood = (url: string, durationMs: number) => Promise<unknown>
const read =
  (shots: readonly Shot[]): Flood =>
  (url, durationMs) =>
    fire(url, () => pick(shots), { durationMs, concurrency: connections })

const floods: Record<string, Flood> = {
  lists: read(dearLists.map(get)),
  refusals: read(refusals),
  pages: read(pages),
  'unread answers': (url, durationMs) => floodUnread(url, [...dearLists.map(get), ...pages], durationMs),
}

type Times = Map<string, { times: number[]; failed: number }>

/** Sends five requests of each kind in a second, however long the answers take. */
async function beHonest(url: string, durationMs: number, orderId: string): Promise<Times> {
  const found: Times = new Map()
  const once = async ({ method, path, body }: Shot, name: string) => {
    const sentAt = performance.now()
    const init = { method, ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }) }
    const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(20_000) }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    const kind = found.get(name) ?? { times: [], failed: 0 }
    kind.times.push(performance.now() - sentAt)
    if (answer === undefined || !answer.ok) kind.failed += 1
    found.set(name, kind)
    return answer?.ok === true && text !== undefined ? JSON.parse(text) : undefined
  }
  const quote = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' }
  const round = async () => {
    await Promise.all([
      once(get(`/orders/${orderId}`), 'GET /orders/{id}'),
      once(get('/ready'), 'GET /ready'),
      (async () => {
        const made = await once(post('/quotes', quote), 'POST /quotes')
        if (made !== undefined) await once(post('/orders', orderOf(made.result)), 'POST /orders')
      })(),
    ])
  }
  const rounds: Promise<void>[] = []
  for (const endsAt = performance.now() + durationMs; performance.now() < endsAt; await sleep(200)) rounds.push(round())
  await Promise.all(rounds)
  return found
}

type Side = { asset: string; amount: string }
const address = () => `0x${randomBytes(20).toString('hex')}`
const orderOf = ({ quote_id, source, destination }: { quote_id: string; source: Side; destination: Side }) => ({
  user_id: 'honest',
  quote_id,
  source: { ...source, recipient: address() },
  destination: { ...destination, recipient: address() },
  commitment_hash: `0x${randomBytes(32).toString('hex')}`,
})

const dir = mkdtempSync(join(tmpdir(), 'flood-bench-'))
const networkFile = join(dir, 'network.json')
writeFileSync(networkFile, JSON.stringify(networkWire))

async function startServer(databaseUrl: string): Promise<{ url: string; child: ChildProcess }> {
  const script = fileURLToPath(new URL('./server.ts', import.meta.url))
  // The heap limit is that of the image. The TypeScript loader takes a part of the heap, which it does not in the image.
  const flags = ['--max-semi-space-size=4', '--max-old-space-size=204', '--conditions=tandem:source', '--import', 'tsx']
  const child = spawn(process.execPath, [...flags, '--no-warnings', script, 'orderbook'], {
    stdio: ['ignore', openSync(join(dir, 'orderbook.log'), 'a'), 'inherit', 'ipc'],
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
      MAX_UNFUNDED: '0',
      SECRETS_KEY: `0x${'42'.repeat(32)}`,
    },
  })
  const [{ url }] = await once(child, 'message')
  return { url, child }
}

async function residentMb({ child }: { child: ChildProcess }): Promise<string> {
  if (child.exitCode !== null || child.signalCode !== null) return 'the process died'
  const answered = once(child, 'message')
  child.send('used')
  const [{ rss }] = await answered
  return `${Math.round(rss / 1024 / 1024)} MB`
}

const cell = (times: Times, name: string) => {
  const { times: all, failed } = times.get(name) ?? { times: [], failed: 0 }
  return `${percentile(all, 0.99).toFixed(0)}${failed === 0 ? '' : ` (${failed} of ${all.length} failed)`}`
}

const postgres = await startPostgres()
try {
  const databaseUrl = await postgres.createDatabase('flood')
  await applyMigrations({ databaseUrl, migrationsDir: fileURLToPath(new URL('../prisma/migrations', import.meta.url)) })
  await seedOrders({ databaseUrl, orders: Number(options.orders) })
  const database = makeDatabase(databaseUrl, { poolSize: 2, timeouts: { answerMs: 600_000, statementMs: 600_000 } })
  await foldStats(database.prisma)
  const orderId = (await database.prisma.order.findFirstOrThrow({ select: { orderId: true } })).orderId
  await database.close()
  console.log('| flood | operation | p99 ms before | during | after | memory |')
  console.log('|---|---|---|---|---|---|')
  for (const [name, flood] of Object.entries(floods)) {
    if (!name.includes(options.only)) continue
    const server = await startServer(databaseUrl)
    const { url } = server
    const [calmMs, floodMs] = [Number(options.calm) * 1_000, Number(options.seconds) * 1_000]
    await beHonest(url, calmMs, orderId)
    const before = await beHonest(url, calmMs, orderId)
    const [during] = await Promise.all([
      beHonest(url, floodMs, orderId),
      // A server that died refuses connections.
      flood(url, floodMs).catch(() => undefined),
    ])
    const memory = await residentMb(server)
    const after = await beHonest(url, calmMs, orderId)
    for (const operation of before.keys()) {
      const cells = [before, during, after].map((times) => cell(times, operation))
      console.log(`| ${[name, operation, ...cells, memory].join(' | ')} |`)
    }
    server.child.kill()
  }
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exit(0)
