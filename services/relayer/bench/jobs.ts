/**
 * What a claim would cost as a BullMQ job of its own (ADR 0004). Each job goes through the life that a claim has: added, active,
 * delayed until its next step, active again, completed. For comparison it measures how the worker's loop does the same: due rows
 * are leased by one statement for many, or by one statement for each.
 *
 *   --jobs 2000   how many jobs, and how many rows
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { startPostgres, startRedis } from '@tandem/local-services'
import { makeSecretBox } from '@tandem/service-kit'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { DelayedError, type Job, Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { type Hex, zeroAddress } from 'viem'
import { makeDatabase } from '../src/db/client.ts'
import { makeRelayerStore } from '../src/work/db/relayer.store.ts'

const { values } = parseArgs({ options: { jobs: { type: 'string', default: '2000' } } })
const count = Number(values.jobs)
/** How many jobs run at the same time, which is what one process of the relayer takes at once on each chain. */
const concurrency = 128

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, ${count} jobs, ${concurrency} at once\n`)
console.log(
  '| | ms each | CPU of this process, ms each | CPU of the server, ms each | scripts of Redis, or statements, each | commands of Redis each |',
)
console.log('|---|---|---|---|---|---|')
await jobLives()
await leases()
process.exit()

interface Cost {
  /** The server's processor time so far, in milliseconds; NaN where nothing tells it. */
  serverCpuMs: number
  /** What was sent: scripts of Redis, or statements. */
  sent: number
  /** How many commands the server ran, including those inside the scripts; NaN for PostgreSQL. */
  commands: number
}

async function measured(name: string, costs: () => Promise<Cost>, work: () => Promise<void>): Promise<void> {
  const before = await costs()
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  const after = await costs()
  const each = [ms, (user + system) / 1_000, after.serverCpuMs - before.serverCpuMs]
  each.push(after.sent - before.sent, after.commands - before.commands)
  const cells = each.map((total) => (Number.isNaN(total) ? '' : (total / count).toFixed(3)))
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

async function jobLives(): Promise<void> {
  const server = await startRedis({ appendOnly: true })
  const connection = { url: server.url, maxRetriesPerRequest: null }
  const redis = new Redis(server.url)
  const field = (text: string, name: string) => Number(new RegExp(`${name}:([0-9.]+)`).exec(text)?.[1])
  const costs = async (): Promise<Cost> => {
    const info = await redis.info('cpu')
    const calls = [...(await redis.info('commandstats')).matchAll(/cmdstat_([^:]+):calls=(\d+)/g)]
    const sum = (some: typeof calls) => some.reduce((total, [, , count]) => total + Number(count), 0)
    const serverCpuMs = (field(info, 'used_cpu_user') + field(info, 'used_cpu_sys')) * 1_000
    return { serverCpuMs, sent: sum(calls.filter(([, name]) => name === 'evalsha')), commands: sum(calls) }
  }
  const queue = new Queue('bench', { connection })
  let ended = 0
  let allEnded: () => void = () => undefined
  const worker = new Worker(
    'bench',
    async (job: Job<{ id: string }>, token) => {
      if (job.attemptsStarted === 1) {
        await job.moveToDelayed(Date.now() + 1, token)
        throw new DelayedError()
      }
      ended += 1
      if (ended === count) allEnded()
    },
    { connection, concurrency },
  )
  await worker.waitUntilReady()
  await measured('a job: added, active, delayed, active, completed', costs, async () => {
    const done = new Promise<void>((resolve) => {
      allEnded = resolve
    })
    const rest = Array.from({ length: count }, () => randomUUID())
    const add = async () => {
      for (let id = rest.pop(); id !== undefined; id = rest.pop())
        await queue.add('claim', { id }, { removeOnComplete: true, attempts: 1 })
    }
    await Promise.all([...Array.from({ length: 32 }, add), done])
  })
  await worker.close()
  await queue.close()
  redis.disconnect()
  await server.stop()
}

async function leases(): Promise<void> {
  const server = await startPostgres()
  const databaseUrl = await server.createDatabase('jobs')
  await applyMigrations({ databaseUrl, migrationsDir: new URL('../prisma/migrations', import.meta.url).pathname })
  const db = makeDatabase(databaseUrl, 10)
  const store = makeRelayerStore(db, makeSecretBox(new Map([['1', randomBytes(32)]]), '1'), Date.now)
  const commitmentHash: Hex = `0x${'5e'.repeat(32)}`
  const terms = { token: zeroAddress, creator: zeroAddress, recipient: zeroAddress, hopBridge: zeroAddress, amount: 1n }
  const escrow = { chain: 'right', vault: zeroAddress, terms: { ...terms, cancelAfter: 2_000_000_000, commitmentHash } }
  const work = { kind: 'claim', source: escrow, destination: escrow, hop: null } as const
  const submit = () => store.insert({ orderId: randomUUID(), work, commitmentHash, secret: commitmentHash })
  await Promise.all(Array.from({ length: count }, submit))
  let statements = 0
  const costs = async (): Promise<Cost> => ({
    serverCpuMs: Number.NaN,
    sent: statements,
    commands: Number.NaN,
  })
  for (const [name, limit] of [
    [`a lease of ${concurrency} rows by one statement`, concurrency],
    ['a lease of each row by a statement of its own', 1],
  ] as const) {
    await db.prisma.request.updateMany({ data: { nextStepAt: new Date(0) } })
    await measured(name, costs, async () => {
      const takeAll = async () => {
        do statements += 1
        while ((await store.lease('right', limit, 600_000)).length > 0)
      }
      await Promise.all(Array.from({ length: limit === 1 ? 10 : 1 }, takeAll))
    })
  }
  await db.close()
  await server.stop()
}
