/**
 * One of the servers that the benchmark compares, in a separate process. `orderbook`: composed as in production. `pg`: the
 * same SQL through `pg` behind bare Express routes, without any cache of orders. `empty`: Express routes that answer a
 * constant. The process sends its URL to its parent, and on request its resident memory (bytes) and CPU time
 * (microseconds).
 */
import { createHash, randomBytes } from 'node:crypto'
import type { OrderStatus } from '@tandem/contracts'
import { loadConfig } from '@tandem/service-kit'
import express, { type Express } from 'express'
import pg from 'pg'
import type { Address, Hex } from 'viem'
import { compose } from '../src/compose.ts'
import { constants, settings } from '../src/config.ts'
import { intentJoins, newOrderRows, orderSelect } from '../src/orders/db/order.rows.ts'
import { insertOrders } from '../src/orders/db/order.store.ts'
import { listStatement, maintainedCount } from '../src/orders/db/order-list.store.ts'
import type { NewOrder } from '../src/orders/ports.ts'
import { selectQuotes } from '../src/quotes/db/quote.store.ts'
import { quoteRow } from '../src/quotes/quote.codec.ts'
import { uuidV7 } from '../src/uuid-v7.ts'
import { anOrder, aQuote } from '../test/support/builders.ts'

const selectOrder = `SELECT ${orderSelect} FROM orders o ${intentJoins} WHERE o.order_id = $1::uuid`

const config = {
  ...constants,
  ...loadConfig(settings, process.env),
  maxStreamsPerAddress: constants.maxStreams,
  // The limit is off, because no watcher reads the chains here.
  chainMaxStaleSecs: 0,
}

function listen(app: Express): Promise<string> {
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    })
  })
}

function emptyApp(): Express {
  const app = express()
  app.use((_req, res) => {
    res.json({ status: 'Success', result: {} })
  })
  return app
}

function pgApp(): Express {
  const pool = new pg.Pool({ connectionString: config.databaseUrl, max: config.databasePoolSize })
  const run = async ({ sql, params }: { sql: string; params: unknown[] }) => (await pool.query(sql, params)).rows
  /** Uses a prepared statement, for those that the service prepares as well. */
  const runPrepared = async (text: string, values: unknown[]) => {
    const name = createHash('md5').update(text).digest('hex')
    return (await pool.query({ name, text, values })).rows
  }
  const page = { direction: 'desc', limit: 21 } as const
  const app = express()
  app.use(express.json())
  app.get('/orders', async (req, res) => {
    const [, at, orderId = ''] = Buffer.from(String(req.query.cursor ?? ''), 'base64url')
      .toString()
      .split('.')
    const from = at === undefined ? { offset: 0 } : { after: { at: new Date(Number(at)), orderId } }
    const { status, address } = req.query as { status?: OrderStatus; address?: string }
    const filter = { statuses: status === undefined ? undefined : [status], address }
    const statement = listStatement({ ...page, filter, from })
    const count = maintainedCount(filter) ?? statement
    res.json(await Promise.all([run(statement), run(count)]))
  })
  app.get('/orders/user/:user_id', async (req, res) => {
    const filter = { userId: req.params.user_id }
    const statement = listStatement({ ...page, filter, from: { offset: 0 } })
    const count = maintainedCount(filter) ?? statement
    res.json(await Promise.all([run(statement), run(count)]))
  })
  app.get('/orders/:order_id', async (req, res) => {
    res.json((await runPrepared(selectOrder, [req.params.order_id]))[0])
  })
  app.get('/stats', async (_req, res) => {
    res.json(await run({ sql: 'SELECT body FROM stats_snapshots WHERE id = 1', params: [] }))
  })
  app.post('/orders', async (req, res) => {
    const [quote] = await runPrepared(selectQuotes, [[req.body.quote_id]])
    const order = orderLike(req.body.quote_id)
    const rows = newOrderRows(order)
    const consumed = quoteRow({ ...quoteLike, quoteId: req.body.quote_id }, order.createdAt, order.createdAt)
    const params = [[consumed], [rows.order], rows.intents].map((part) => JSON.stringify(part))
    res.status(201).json([quote, await runPrepared(insertOrders, params)])
  })
  return app
}

const address = (): Address => `0x${randomBytes(20).toString('hex')}`

/** Built once, because the checksums of a builder's addresses would take longer than the request. */
const [quoteLike, likeness] = [aQuote(), anOrder()]

/** An order of the right shape and size, made without the service's work. */
function orderLike(quoteId: string): NewOrder {
  const createdAt = new Date()
  const commitmentHash: Hex = `0x${randomBytes(32).toString('hex')}`
  const own = () => ({ swapId: address(), creator: address(), recipient: address(), commitmentHash, createdAt })
  return {
    ...likeness,
    orderId: uuidV7(createdAt.getTime(), randomBytes(10)),
    userId: 'bench',
    quoteId,
    source: { ...likeness.source, ...own() },
    destination: { ...likeness.destination, ...own() },
    createdAt,
    updatedAt: createdAt,
  }
}

const servers: Record<string, () => Promise<string>> = {
  orderbook: () => compose(config).start(),
  pg: () => listen(pgApp()),
  empty: () => listen(emptyApp()),
}
const start = servers[process.argv[2] ?? '']
if (start === undefined) throw new Error(`one of ${Object.keys(servers).join(', ')}`)
const tell = (message: unknown) => process.send?.(message)
tell({ url: await start() })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  tell({ rss: process.memoryUsage.rss(), cpuMicros: user + system })
})
process.on('disconnect', () => process.exit(0))
