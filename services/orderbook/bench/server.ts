/**
 * One of the servers that the benchmark compares, as a process of its own: `orderbook` as production composes it, `pg`:
 * the same SQL through `pg` behind a bare Express route, `empty`: an Express route that answers a constant.
 * It prints its URL, and its resident memory whenever it reads a line.
 */

import { loadConfig } from '@tandem/service-kit'
import express from 'express'
import pg from 'pg'
import { compose } from '../src/compose.ts'
import { settings } from '../src/config.ts'
import { selectOrder } from '../src/db/order.store.ts'

const [kind] = process.argv.slice(2)
const config = loadConfig(settings, process.env)

async function listen(app: express.Express): Promise<string> {
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    })
  })
}

function pgApp(): express.Express {
  const pool = new pg.Pool({ connectionString: config.databaseUrl, max: config.databasePoolSize })
  const app = express()
  app.get('/orders/:order_id', async (req, res) => {
    res.json((await pool.query(selectOrder, [req.params.order_id])).rows[0])
  })
  return app
}

function emptyApp(): express.Express {
  const app = express()
  app.get('/orders/:order_id', (_req, res) => {
    res.json({ status: 'Success', result: {} })
  })
  return app
}

const url = kind === 'orderbook' ? await compose(config).start() : await listen(kind === 'pg' ? pgApp() : emptyApp())
console.log(url)
process.stdin.on('data', () => console.log(String(process.memoryUsage.rss())))
process.stdin.on('end', () => process.exit(0))
