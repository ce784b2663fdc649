/**
 * `npm run bench -- webhooks`: fifty webhooks, one of them a tar pit that accepts every delivery and never answers, while
 * orders are created. Measured is the time from the commit of an order to its arrival at each receiver that answers.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { percentile, startPostgres } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { compose } from '../src/compose.ts'
import { makeDatabase } from '../src/db/client.ts'
import { makeOrderStore } from '../src/orders/db/order.store.ts'
import { anOrder, aQuote } from '../test/support/builders.ts'
import { silentLogger, testConfig } from '../test/support/orderbook.ts'

const { values: options } = parseArgs({
  options: {
    webhooks: { type: 'string', default: '50' },
    orders: { type: 'string', default: '200' },
    rate: { type: 'string', default: '20' },
    'tar-pits': { type: 'string', default: '1' },
  },
})
const [webhooks, orders, rate, tarPits] = [options.webhooks, options.orders, options.rate, options['tar-pits']].map(
  Number,
) as [number, number, number, number]

const committedAt = new Map<string, number>()
const tookMs: number[] = []

/** A receiver that notes when each order arrives; a tar pit never answers. */
async function startReceiver(isTarPit: boolean): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (isTarPit) return
      const orderId = /"order_id":"([0-9a-f-]{36})"/.exec(body)?.[1] ?? ''
      tookMs.push(performance.now() - (committedAt.get(orderId) ?? 0))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

const postgres = await startPostgres()
const databaseUrl = await postgres.createDatabase('webhooks')
await applyMigrations({ databaseUrl, migrationsDir: fileURLToPath(new URL('../prisma/migrations', import.meta.url)) })
const database = makeDatabase(databaseUrl, { poolSize: 2, timeouts: { answerMs: 60_000, statementMs: 60_000 } })
const store = makeOrderStore(database.sql)
const orderbook = compose(testConfig(databaseUrl, { ALLOW_PRIVATE_ADDRESSES: 'true' }), { logger: silentLogger })
const url = await orderbook.start()
const receivers = await Promise.all(Array.from({ length: webhooks }, (_, index) => startReceiver(index < tarPits)))
for (const receiver of receivers) {
  const body = JSON.stringify({ url: receiver.url })
  const answer = await fetch(`${url}/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (answer.status !== 201) throw new Error(`a webhook was answered with ${answer.status}`)
}
// Marks every webhook as verified, as if each had answered its challenge.
await database.prisma.webhook.updateMany({ data: { verifiedAt: new Date() } })
const loads = loadavg().map((load) => load.toFixed(1))
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
for (let made = 0; made < orders; made += 1) {
  const quote = aQuote()
  const order = anOrder({ quoteId: quote.quoteId })
  committedAt.set(order.orderId, performance.now())
  await store.create(order, quote)
  await sleep(Math.max(0, startedAt + ((made + 1) * 1000) / rate - performance.now()))
}
const expected = (webhooks - tarPits) * orders
const deadline = performance.now() + 120_000
while (tookMs.length < expected && performance.now() < deadline) await sleep(50)
const elapsed = (performance.now() - startedAt) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
const at = (part: number) => Math.round(percentile(tookMs, part))
process.stdout.write(`${cpus().length} x ${cpus()[0]?.model.trim()}, load average before ${loads.join(' ')}\n\n`)
process.stdout.write(
  '| webhooks | tar pits | orders/s | arrived | after s | p50 ms | p99 ms | CPU µs a delivery, receivers too |\n',
)
process.stdout.write('|---|---|---|---|---|---|---|---|\n')
process.stdout.write(
  `| ${webhooks} | ${tarPits} | ${rate} | ${tookMs.length} of ${expected} | ${elapsed.toFixed(1)} | ${at(0.5)} | ${at(0.99)} | ${((user + system) / Math.max(1, tookMs.length)).toFixed(0)} |\n`,
)
for (const { server } of receivers) {
  server.closeAllConnections()
  server.close()
}
await orderbook.stop()
await database.close()
await postgres.stop()
process.exit(0)
