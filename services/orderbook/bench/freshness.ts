/**
 * `npm run bench -- freshness`: how long after a block the facts in it can be read, on 20 chains at once, each with a
 * WebSocket that announces blocks. Anvil mines a block for every transaction and answers once the block is imported. The
 * clock starts before the transaction is sent, so the time that anvil takes is included.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type OrderEventWire, orderSchema } from '@tandem/contracts'
import { percentile, startAnvil, startPostgres } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { emitterOn, insertOrders, logOf, networkOf } from './escrow-chain.ts'

const { values: options } = parseArgs({
  options: {
    chains: { type: 'string', default: '20' },
    /** How many blocks each chain gets, and the pause between two of them. */
    blocks: { type: 'string', default: '30' },
    'block-ms': { type: 'string', default: '1000' },
  },
})
const [chainCount, blocks, blockMs] = [options.chains, options.blocks, options['block-ms']].map(Number) as [
  number,
  number,
  number,
]
const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'freshness-bench-'))

const postgres = await startPostgres()
const anvils = await Promise.all(
  Array.from({ length: chainCount }, (_, index) => startAnvil({ chainId: 31_900 + index })),
)
let book: ChildProcess | undefined
try {
  const networkFile = join(dir, 'network.json')
  writeFileSync(networkFile, JSON.stringify(networkOf(anvils, 1)))
  const databaseUrl = await postgres.createDatabase('freshness')
  await applyMigrations({ databaseUrl, migrationsDir })
  const emitters = await Promise.all(anvils.map(emitterOn))
  const numbers = Array.from({ length: chainCount * blocks }, (_, n) => ({ n, chain: `bench_${n % chainCount}` }))
  const ids = await insertOrders(databaseUrl, numbers)
  const rpcUrls = Object.fromEntries(anvils.map(({ rpcUrl, wsUrl }, index) => [`bench_${index}`, [rpcUrl, wsUrl]]))
  const started = await startBook({
    DATABASE_URL: databaseUrl,
    NETWORK_FILE: networkFile,
    RPC_URLS: JSON.stringify(rpcUrls),
  })
  book = started.child

  const sentAt = new Map<string, number>()
  const streamed: number[] = []
  const readable: number[] = []
  const reads: Promise<void>[] = []
  const stream = await followEvents(started.url, ({ type, order_id: id }) => {
    const sent = sentAt.get(id)
    if (type !== 'order.fact_confirmed' || sent === undefined) return
    streamed.push(performance.now() - sent)
  })
  await sleep(3_000)

  await Promise.all(
    emitters.map(async ({ emit }, chain) => {
      await sleep((chain / chainCount) * blockMs)
      for (let block = 0; block < blocks; block += 1) {
        const began = performance.now()
        const n = block * chainCount + chain
        const id = ids.get(n) ?? ''
        sentAt.set(id, began)
        await emit([logOf(n, 'created')])
        // Only some orders are read: hundreds of readers that poll all the time would themselves be the load.
        if (n % 5 === 0)
          reads.push(untilReadable(started.url, id).then(() => void readable.push(performance.now() - began)))
        await sleep(Math.max(0, blockMs - (performance.now() - began)))
      }
    }),
  )
  await Promise.all(reads)
  for (let waits = 0; streamed.length < ids.size && waits < 100; waits += 1) await sleep(50)
  stream.abort()
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
  )
  console.log(
    `${chainCount} chains, ${blocks} blocks on each, one every ${blockMs} ms; load average ${loadavg()[0]?.toFixed(1)}\n`,
  )
  console.log('| from a block to | facts | p50 ms | p90 ms | p99 ms | most ms |')
  console.log('|---|---|---|---|---|---|')
  for (const [name, times] of [
    ['GET /orders/{id}', readable],
    ['the event stream', streamed],
  ] as const) {
    const cells = [0.5, 0.9, 0.99, 1].map((at) => percentile(times, at).toFixed(0))
    console.log(`| ${[name, times.length, ...cells].join(' | ')} |`)
  }
} finally {
  if (book !== undefined) {
    const exited = once(book, 'exit')
    book.kill('SIGTERM')
    await exited
  }
  await Promise.all(anvils.map((anvil) => anvil.stop()))
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exit(0)

async function startBook(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings', main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      STATIC_PRICES: '{"ETH":"3000"}',
      RATE_LIMIT_PER_MINUTE: '0',
      SHUTDOWN_DELAY_MS: '0',
      ...env,
    },
  })
  if (child.stdout === null) throw new Error('the orderbook has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const { message, url } = JSON.parse(line) as { message: string; url?: string }
    if (message !== 'http.listening' || url === undefined) continue
    child.stdout.resume()
    return { child, url }
  }
  throw new Error('the orderbook ended before it listened')
}

/** Reads the order again and again until it shows the chain's fact. */
async function untilReadable(url: string, id: string): Promise<void> {
  for (;;) {
    const answer = (await (await fetch(`${url}/orders/${id}`)).json()) as { result: unknown }
    if (orderSchema.parse(answer.result).source_intent.create_tx_hash !== null) return
    await sleep(25)
  }
}

async function followEvents(url: string, take: (event: OrderEventWire) => void): Promise<AbortController> {
  const abort = new AbortController()
  const answer = await fetch(`${url}/events`, { headers: { accept: 'text/event-stream' }, signal: abort.signal })
  if (answer.body === null) throw new Error('the stream has no body')
  const read = async (body: ReadableStream<Uint8Array>) => {
    let rest = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data:')) take(JSON.parse(line.slice(5)))
    }
  }
  void read(answer.body).catch(() => undefined)
  return abort
}
