/**
 * `npm run bench -- orderbook`: the service against the same SQL through `pg` behind a bare route, and against an empty
 * Express route, with 10k, 100k and 1M orders. All three run in turns on one machine, so that the ratios are meaningful
 * even though the absolute numbers depend on the machine.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { percentile, startPostgres } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import pg from 'pg'
import { makeDatabase } from '../src/db/client.ts'
import { plainCursorAfter } from '../src/orders/list-orders.ts'
import { foldStats } from '../src/stats/db/fold-stats.ts'
import { networkWire } from '../test/support/network.ts'
import { fire, type LoadResult, type Shot } from './load.ts'
import { seedOrders } from './seed.ts'

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    seconds: { type: 'string', default: '0.7' },
    rounds: { type: 'string', default: '9' },
    /** How long each operation runs before it is measured, in seconds, so that its code is compiled. */
    warmup: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '16' },
    soak: { type: 'string', default: '0' },
    /** Measures only the operations whose name contains this text. */
    only: { type: 'string', default: '' },
    /** Writes a CPU profile of each server into this directory. */
    profile: { type: 'string' },
    /** A database that `node scripts/run.mjs seed` filled, which is measured instead of a new one. */
    database: { type: 'string' },
  },
})
const durationMs = Number(options.seconds) * 1000
const concurrency = Number(options.concurrency)
const kinds = ['orderbook', 'pg', 'empty'] as const
type Kind = (typeof kinds)[number]
type Server = { url: string; child: ChildProcess }

const dir = mkdtempSync(join(tmpdir(), 'orderbook-bench-'))
const networkFile = join(dir, 'network.json')
writeFileSync(networkFile, JSON.stringify(networkWire))

async function startServer(kind: Kind, databaseUrl: string): Promise<Server> {
  const script = fileURLToPath(new URL('./server.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    // The heap limit is that of the image. The TypeScript loader adds some 60 MB to the process, which the image does not
    // have.
    [
      '--max-semi-space-size=4',
      '--max-old-space-size=192',
      ...(options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(options.profile, kind)}`]),
      '--conditions=tandem:source',
      '--import',
      'tsx',
      '--no-warnings',
      script,
      kind,
    ],
    {
      // The access log goes to a file, as a container's does.
      stdio: ['ignore', openSync(join(dir, `${kind}.log`), 'a'), 'inherit', 'ipc'],
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
      },
    },
  )
  const [{ url }] = await once(child, 'message')
  return { url, child }
}

async function used({ child }: Server): Promise<{ rssMb: number; cpuMicros: number }> {
  const answered = once(child, 'message')
  child.send('used')
  const [{ rss, cpuMicros }] = await answered
  return { rssMb: rss / 1024 / 1024, cpuMicros }
}

async function stopServer({ child }: Server): Promise<void> {
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
const address = () => `0x${randomBytes(20).toString('hex')}`

async function scenarios(client: pg.Client): Promise<Record<string, () => Shot>> {
  const ids = async (where: string) =>
    (await client.query(`SELECT order_id FROM orders WHERE ${where} LIMIT 1000`)).rows.map(
      (row) => row.order_id as string,
    )
  const finals = await ids(`status = 'completed'`)
  const open = await ids(`status IN ('created', 'source_initiated', 'destination_initiated')`)
  const { rows: places } = await client.query(
    'SELECT order_id, created_at FROM orders TABLESAMPLE SYSTEM (5) ORDER BY created_at LIMIT 500',
  )
  const cursors = places.map(({ order_id, created_at }) =>
    plainCursorAfter({ createdAt: created_at, orderId: order_id }),
  )
  const { rows: fullPages } = await client.query(
    'SELECT user_id FROM stats_users WHERE total_orders BETWEEN 21 AND 2000 ORDER BY md5(user_id) LIMIT 1000',
  )
  const users = fullPages.map(({ user_id }) => user_id as string)
  const { rows: parties } = await client.query('SELECT creator FROM intents TABLESAMPLE SYSTEM (5) LIMIT 1000')
  const addresses = parties.map(({ creator }) => creator as string)
  const get = (path: string): Shot => ({ method: 'GET', path })
  return {
    'GET /orders/{id}, open': () => get(`/orders/${pick(open)}`),
    'GET /orders/{id}, final': () => get(`/orders/${pick(finals)}`),
    'GET /orders, page 1': () => get('/orders'),
    'GET /orders, deep cursor': () => get(`/orders?cursor=${pick(cursors)}`),
    'GET /orders/user/{id}': () => get(`/orders/user/${pick(users)}`),
    'GET /orders?status': () => get(`/orders?status=${pick(['created', 'completed', 'cancelled'])}`),
    'GET /orders?address': () => get(`/orders?address=${pick(addresses)}`),
    'GET /stats': () => get('/stats'),
    'POST /orders': await orderMaker(client),
  }
}

/** Inserts enough quotes for every round directly, because the benchmark measures orders and not quotes. */
async function orderMaker(client: pg.Client): Promise<() => Shot> {
  const { rows } = await client.query<{ quote_id: string }>(
    `INSERT INTO quotes (quote_id, source_asset, source_amount, destination_asset, destination_amount, route_type,
       fee_bips, source_token_price, dest_token_price, source_solver_address, dest_solver_address, expires_at, created_at)
     SELECT gen_random_uuid(), 'devnet_a:usdc', 25000000, 'devnet_b:usdc', 24975000, 'direct', 10, '1', '1', $1, $1,
       now() + interval '1 hour', now()
     FROM generate_series(1, $2) RETURNING quote_id`,
    [
      `0x${'2'.repeat(40)}`,
      Math.ceil((Number(options.rounds) * Number(options.seconds) + Number(options.warmup)) * 2 * 4_000),
    ],
  )
  return () => {
    const quoteId = rows.pop()?.quote_id
    if (quoteId === undefined) throw new Error('the benchmark ran out of quotes')
    const side = (asset: string, amount: string) => ({ asset, amount, recipient: address() })
    const body = {
      user_id: 'bench',
      quote_id: quoteId,
      source: side('devnet_a:usdc', '25000000'),
      destination: side('devnet_b:usdc', '24975000'),
      commitment_hash: `0x${randomBytes(32).toString('hex')}`,
    }
    return { method: 'POST', path: '/orders', body: JSON.stringify(body) }
  }
}

type Shoot = LoadResult & {
  /** The CPU time of the server's process per request, in microseconds. The rest of the machine hardly changes it. */
  cpuMicros: number
}
type Measured = { orderbook: LoadResult; ofPg: number; ofEmpty: number; cpuMicros: Record<Kind, number> }

/**
 * Measures in short rounds, in turns: whatever else the machine does hits all three alike, so that the ratios of each
 * round are worth more than the rates. The results are medians of both.
 */
async function measure(servers: Record<Kind, Server>, next: () => Shot): Promise<Measured> {
  // Every `next()` of `POST /orders` uses up a quote. The empty route ignores its request, so it gets the same one each time.
  const sample = next()
  const shoot = async (kind: Kind, ms: number) => {
    const before = await used(servers[kind])
    const result = await fire(servers[kind].url, kind === 'empty' ? () => sample : next, {
      durationMs: ms,
      concurrency,
    })
    const { cpuMicros } = await used(servers[kind])
    return { ...result, cpuMicros: (cpuMicros - before.cpuMicros) / result.requests }
  }
  for (const kind of kinds) await shoot(kind, Number(options.warmup) * 1000)
  const rounds: Record<Kind, Shoot>[] = []
  for (let round = 0; round < Number(options.rounds); round += 1) {
    rounds.push({
      orderbook: await shoot('orderbook', durationMs),
      pg: await shoot('pg', durationMs),
      empty: await shoot('empty', durationMs),
    })
  }
  const median = (of: (round: Record<Kind, Shoot>) => number) => percentile(rounds.map(of), 0.5)
  return {
    orderbook: {
      requestsPerSec: median(({ orderbook }) => orderbook.requestsPerSec),
      p50Ms: median(({ orderbook }) => orderbook.p50Ms),
      p99Ms: median(({ orderbook }) => orderbook.p99Ms),
      requests: rounds.reduce((sum, { orderbook }) => sum + orderbook.requests, 0),
      failed: rounds.reduce((sum, { orderbook }) => sum + orderbook.failed, 0),
    },
    ofPg: median(({ orderbook, pg: bare }) => orderbook.requestsPerSec / bare.requestsPerSec),
    ofEmpty: median(({ orderbook, empty }) => orderbook.requestsPerSec / empty.requestsPerSec),
    cpuMicros: {
      orderbook: median(({ orderbook }) => orderbook.cpuMicros),
      pg: median(({ pg: bare }) => bare.cpuMicros),
      empty: median(({ empty }) => empty.cpuMicros),
    },
  }
}

async function soak(server: Server, shots: Record<string, () => Shot>, seconds: number): Promise<string> {
  const reads = Object.entries(shots).filter(([name]) => !name.startsWith('POST'))
  const readings: number[] = []
  for (let minute = 0; minute * 60 < seconds; minute += 1) {
    const next = () => pick(reads)[1]()
    await fire(server.url, next, { durationMs: Math.min(60, seconds - minute * 60) * 1000, concurrency })
    readings.push(Math.round((await used(server)).rssMb))
  }
  return `soak of ${seconds} s, resident MB at each minute: ${readings.join(' ')}`
}

/** Measures every operation on a database with a given number of orders, and prints one row for each. */
async function measureAll(databaseUrl: string, size: number, isLast: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const shots = await scenarios(client)
  await client.end()
  const servers = {
    orderbook: await startServer('orderbook', databaseUrl),
    pg: await startServer('pg', databaseUrl),
    empty: await startServer('empty', databaseUrl),
  }
  for (const [name, next] of Object.entries(shots)) {
    if (!name.includes(options.only)) continue
    const { orderbook, ofPg, ofEmpty, cpuMicros } = await measure(servers, next)
    const cells = [
      size,
      name,
      orderbook.requestsPerSec.toFixed(0),
      orderbook.p50Ms.toFixed(1),
      orderbook.p99Ms.toFixed(1),
    ]
    if (orderbook.failed > 0)
      console.log(`${orderbook.failed} of ${orderbook.requests} requests of the next row failed`)
    console.log(
      `| ${[...cells, ofPg.toFixed(2), ofEmpty.toFixed(2), ...kinds.map((kind) => cpuMicros[kind].toFixed(0))].join(' | ')} |`,
    )
  }
  console.log(`| ${size} | resident memory | ${(await used(servers.orderbook)).rssMb.toFixed(0)} MB | | | | | | | |`)
  if (Number(options.soak) > 0 && isLast) console.log(`\n${await soak(servers.orderbook, shots, Number(options.soak))}`)
  await Promise.all(Object.values(servers).map(stopServer))
}

/** Adds orders until the database has `size` of them, and updates the roll-ups. */
async function fillTo(databaseUrl: string, size: number): Promise<void> {
  // Users have some fifty orders each at every size, so that reading one user's page costs the same.
  await seedOrders({ databaseUrl, orders: size, users: Math.ceil(size / 50) })
  const database = makeDatabase(databaseUrl, { poolSize: 2, timeouts: { answerMs: 600_000, statementMs: 600_000 } })
  await foldStats(database.prisma)
  await database.close()
}

async function countOrders(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::float8 AS count FROM orders')
  await client.end()
  return rows[0]?.count ?? 0
}

const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const postgres = options.database === undefined ? await startPostgres() : undefined
try {
  const databaseUrl = options.database ?? (await postgres?.createDatabase('bench')) ?? ''
  await applyMigrations({ databaseUrl, migrationsDir })
  const [cpu] = cpus()
  console.log(
    `${cpus().length} x ${cpu?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
  )
  console.log(`${options.rounds} rounds of ${options.seconds} s, ${concurrency} connections, medians\n`)
  console.log('| orders | operation | req/s | p50 ms | p99 ms | of pg | of empty | CPU µs | pg | empty |')
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  if (options.database !== undefined) await measureAll(databaseUrl, await countOrders(databaseUrl), true)
  const sizes = options.database === undefined ? options.sizes.split(',').map(Number) : []
  for (const size of sizes) {
    await fillTo(databaseUrl, size)
    await measureAll(databaseUrl, size, size === Math.max(...sizes))
  }
} finally {
  await postgres?.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exit(0)
