import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Router } from 'express'
import { fetchWithin } from '../../src/fetch-within.ts'
import { makeHttpClient } from '../../src/http-client.ts'
import { makePostgresPool } from '../../src/postgres-pool.ts'
import { makeRedis } from '../../src/redis.ts'
import { startTracing, traceHeaders } from '../../src/tracing.ts'
import { testApp } from './test-app.ts'

/**
 * A service as a process of its own. It calls everything that a service may call, with a key wherever one could be, and
 * prints which modules of OpenTelemetry were loaded.
 */
const { tracesUrl, databaseUrl, redisUrl, upstream, key, secret, orderId } = JSON.parse(process.argv[2] ?? '')

const tracing = await startTracing({ service: 'test', url: tracesUrl })
const timeouts = { answerMs: 5_000, statementMs: 5_000 }
const pool = makePostgresPool({ databaseUrl, size: 1, applicationName: 'test', timeouts })
const redis = makeRedis({ mode: 'single', urls: [redisUrl], primaryName: '' }, {})
const ask = makeHttpClient({ timeoutMs: 5_000 })

/** The port is closed, so that the error is recorded as well. `fetch` refuses port 1. */
const nowhere = `http://user:${key}@127.0.0.1:2/hooks/${key}`

const routes = Router()
routes.get('/work/:word', async (_req, res) => {
  await ask({ url: new URL(`${upstream}/own`), headers: traceHeaders() })
  await ask({ url: new URL(`${upstream}/v2/${key}?apikey=${key}`), method: 'POST', body: secret })
  await ask({ url: new URL(nowhere) }).catch(() => undefined)
  await fetchWithin(5_000)(`${upstream}/hooks/${key}?apikey=${key}`)
  await fetchWithin(5_000)(`http://127.0.0.1:2/hooks/${key}`).catch(() => undefined)
  await ask({
    url: new URL(`${upstream}/rpc/${key}?apikey=${key}`),
    method: 'POST',
    body: JSON.stringify({ method: 'eth_call', params: [secret] }),
    rpcMethods: ['eth_call'],
  })
  await pool.query('SELECT $1::text AS told', [secret])
  await pool.query('SELECT $1::uuid AS wrong', [secret]).catch(() => undefined)
  await redis.set(`${key}:${secret}`, secret, 'EX', 60)
  res.json({})
})
routes.post('/claims', (_req, res) => {
  res.status(202).json({})
})

const server = testApp({ routes: [routes] }).app.listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'user-agent': key }
await fetch(`${own}/ready`)
await fetch(`${own}/work/${key}?apikey=${key}`, { headers })
await fetch(`${own}/claims`, { method: 'POST', headers, body: JSON.stringify({ order_id: orderId, secret }) })
// This query is outside of any trace, so nothing records it.
await pool.query('SELECT 2')

server.close()
server.closeAllConnections()
redis.disconnect()
await pool.end()
await tracing.stop()
const loaded = Object.keys(createRequire(import.meta.url).cache)
const names = loaded.flatMap((file) => /node_modules\/(@opentelemetry\/[\w-]+)/.exec(file)?.[1] ?? [])
process.stdout.write(JSON.stringify([...new Set(names)]))
