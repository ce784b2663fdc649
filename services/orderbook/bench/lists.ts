/**
 * `npm run bench -- lists`: the SQL of every filter of the order lists, of every pair of filters, and of the routes'
 * times, on a database with a given number of orders. Measured are PostgreSQL's own time for each statement, the shortest
 * of some runs, and the pages that the statement touched. Neither depends on what else the machine does.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { networkSchema } from '@tandem/contracts'
import { percentile, startPostgres } from '@tandem/local-services'
import type { SqlDatabase } from '@tandem/service-kit'
import { isStatementTimeout } from '@tandem/service-kit'
import { applyMigrations } from '@tandem/service-kit/migrate'
import pg from 'pg'
import { makeDatabase } from '../src/db/client.ts'
import { makeOrderLister } from '../src/orders/db/order-list.store.ts'
import type { OrderFilter } from '../src/orders/ports.ts'
import { foldStats } from '../src/stats/db/fold-stats.ts'
import { makeRouteTimes } from '../src/stats/db/route-times.store.ts'
import { networkWire } from '../test/support/network.ts'
import { seedOrders } from './seed.ts'

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
    /** How many statements are printed, the slowest first. */
    worst: { type: 'string', default: '15' },
    /** A statement ends after this many milliseconds, and its list counts as one that took this long. */
    longest: { type: 'string', default: '10000' },
    /** Measures only the lists whose name contains this text. */
    only: { type: 'string', default: '' },
    /** How many filters a list may combine. With 1 there are no pairs. */
    filters: { type: 'string', default: '2' },
    /** A database that `node scripts/run.mjs seed --history` filled, which is measured instead of a new one. */
    database: { type: 'string' },
  },
})

const longest = Number(options.longest)

type Cost = { ms: number; pages: number }
type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
type Explained = { 'QUERY PLAN': { Plan: Plan; 'Execution Time': number; 'Planning Time': number }[] }

/** The cost of all statements that the work sends. When one of them takes too long, the time limit counts as its time. */
async function costOf(client: pg.Client, work: (sql: SqlDatabase) => Promise<unknown>): Promise<Cost> {
  const cost = { ms: 0, pages: 0 }
  const sql: SqlDatabase = {
    query: async <Row>(text: string, values: readonly unknown[]) => {
      // The session has a time limit already.
      if (text.includes('set_config')) return []
      const { ms, pages } = await costOfStatement(client, text, values)
      cost.ms += ms
      cost.pages += pages
      return (await client.query(text, [...values])).rows as Row[]
    },
    transaction: (inside) => inside(sql),
  }
  try {
    await work(sql)
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    cost.ms = Math.max(cost.ms, longest)
  }
  return cost
}

async function costOfStatement(client: pg.Client, text: string, values: readonly unknown[]): Promise<Cost> {
  const cost = { ms: Number.POSITIVE_INFINITY, pages: 0 }
  for (let run = 0; run < Number(options.runs); run += 1) {
    const { rows } = await client.query<Explained>(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`, [
      ...values,
    ])
    const [found] = rows[0]?.['QUERY PLAN'] ?? []
    if (found === undefined) continue
    cost.ms = Math.min(cost.ms, found['Execution Time'] + found['Planning Time'])
    cost.pages = found.Plan['Shared Hit Blocks'] + found.Plan['Shared Read Blocks']
  }
  return cost
}

/** One value for each filter, from an order in the middle of the table, or from few or old orders where those cost more. */
async function filtersOf(client: pg.Client): Promise<Record<string, OrderFilter>> {
  const one = async (sql: string) => (await client.query(sql)).rows[0] ?? {}
  const half = Math.floor(Number(options.orders) / 2)
  const order =
    await one(`SELECT o.order_id, o.user_id, o.commitment_hash, o.created_at, i.creator, i.swap_id, i.create_tx_hash
    FROM orders o JOIN intents i ON i.order_id = o.order_id AND i.side = 'source' WHERE i.create_tx_hash IS NOT NULL
    ORDER BY o.created_at OFFSET ${half} LIMIT 1`)
  const recent = await one('SELECT created_at FROM orders ORDER BY created_at DESC OFFSET 1000 LIMIT 1')
  return {
    order_ids: { orderIds: [order.order_id] },
    'status=completed': { statuses: ['completed'] },
    'status=refundable': { statuses: ['refundable'] },
    user_id: { userId: order.user_id },
    'user_id of many': { userId: 'user-0' },
    'user_id of many, who left': { userId: 'user-left' },
    source_chain: { sourceChain: 'devnet_b' },
    dest_chain: { destChain: 'devnet_b' },
    'dest_chain without orders': { destChain: 'devnet_c' },
    asset: { asset: 'devnet_a:usdc' },
    'asset that was delisted': { asset: 'devnet_a:dai' },
    'asset on one side': { asset: 'devnet_b:eth' },
    address: { address: order.creator },
    'address of the solver': { address: `0x${'2'.repeat(40)}` },
    'address of a retired solver': { address: `0x${'3'.repeat(40)}` },
    swap_id: { swapId: order.swap_id },
    tx_hash: { txHash: order.create_tx_hash },
    commitment_hash: { commitmentHash: order.commitment_hash },
    'created_after, old': { createdAfter: order.created_at },
    'created_after, new': { createdAfter: recent.created_at },
    created_before: { createdBefore: order.created_at },
    updated_after: { updatedAfter: recent.created_at },
  }
}

const postgres = options.database === undefined ? await startPostgres() : undefined
const databaseUrl = options.database ?? (await postgres?.createDatabase('lists')) ?? ''
await applyMigrations({ databaseUrl, migrationsDir: new URL('../prisma/migrations', import.meta.url).pathname })
const seededAt = performance.now()
await seedOrders({ databaseUrl, orders: Number(options.orders), isHistory: true })
const database = makeDatabase(databaseUrl, { poolSize: 2, timeouts: { answerMs: 600_000, statementMs: 600_000 } })
await foldStats(database.prisma)
process.stderr.write(`seeded in ${Math.round((performance.now() - seededAt) / 1000)} s\n`)
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
// The service has the same setting on its connections.
await client.query('SET max_parallel_workers_per_gather = 0')
await client.query('ANALYZE')
const filters = Object.entries(await filtersOf(client))
await client.query(`SET statement_timeout = ${longest}`)
const found: { name: string; cost: Cost; total: Cost }[] = []
for (const [index, [name, filter]] of filters.entries()) {
  for (const [otherName, other] of filters.slice(index, options.filters === '1' ? index + 1 : undefined)) {
    const whole = { ...filter, ...other }
    // Two values of the same filter are no pair.
    if (name !== otherName && Object.keys(whole).length < 2) continue
    const label = name === otherName ? name : `${name}, ${otherName}`
    if (!label.includes(options.only)) continue
    const total = await costOf(client, async (sql) => {
      const orders = makeOrderLister(sql, longest)
      if ((await orders.total(whole)) === undefined) await orders.countUpTo(whole, 1_000)
    })
    for (const direction of ['desc', 'asc'] as const) {
      const page = { filter: whole, direction, limit: 21, from: { offset: 0 } }
      const cost = await costOf(client, (sql) => makeOrderLister(sql, longest).list(page))
      found.push({ name: `${label}; ${direction}`, cost, total })
    }
  }
}
const routes = networkSchema.parse(networkWire).routes
const times = await costOf(client, (sql) => makeRouteTimes(sql).measure(routes))
const whole = ({ cost, total }: (typeof found)[number]) => cost.ms + total.ms
const sorted = found.toSorted((one, other) => whole(one) - whole(other))
const at = (of: (one: (typeof found)[number]) => number, part: number) => percentile(found.map(of), part).toFixed(1)
const summary = (of: (one: (typeof found)[number]) => number) =>
  `p50 ${at(of, 0.5)} ms, p90 ${at(of, 0.9)} ms, p99 ${at(of, 0.99)} ms, ${found.filter((one) => of(one) > 50).length} over 50 ms`
const lines = [
  `${options.orders} orders, ${cpus().length} x ${cpus()[0]?.model}, load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
  `${found.length} pages: ${summary(({ cost }) => cost.ms)}`,
  `their totals: ${summary(({ total }) => total.ms)}`,
  `the times of ${routes.length} routes: ${times.ms.toFixed(1)} ms, ${times.pages} pages`,
  '',
  '| list | page ms | total ms | pages of the database |',
  '|---|---|---|---|',
  ...sorted
    .slice(-Number(options.worst))
    .toReversed()
    .map(
      ({ name, cost, total }) =>
        `| ${name} | ${cost.ms.toFixed(1)} | ${total.ms.toFixed(1)} | ${cost.pages + total.pages} |`,
    ),
]
process.stdout.write(`${lines.join('\n')}\n`)
await client.end()
await database.close()
await postgres?.stop()
// The migration engine leaves a ten-second timer behind.
process.exit(0)
