/**
 * `npm run bench -- relayer`: claims through the relayer, one by one and in batches, beside a bare viem loop that signs
 * and sends the same claims with a nonce of its own to the same anvil, which makes a block every second. The API and
 * the worker are processes of their own, as they are where it counts, and have seen some claims before the clock runs.
 * Claims are first accepted while the worker is frozen, and mined while no others come; then both at once.
 *
 * The processes' own processor time is the figure to compare two versions by: it hardly feels a busy machine.
 *
 *   --claims 1000   claims of each run      --rounds 3   runs of each kind; medians are printed
 *   --short         only the default batches, and nothing after the table
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort, percentile, startPostgres, startRedis } from '@tandem/local-services'
import type { Hex } from 'viem'
import { openStates } from '../src/transactions/domain/request-lifecycle.ts'
import { RelayerProcess } from '../test/chaos/process.ts'
import { claimCall } from '../test/support/escrow-calls.ts'
import { startTestbed, type Testbed } from '../test/support/testbed.ts'

type Order = Awaited<ReturnType<Testbed['openOrders']>>[number]

const { values } = parseArgs({
  options: {
    claims: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    short: { type: 'boolean', default: false },
  },
})
const claims = Number(values.claims)
const rounds = Number(values.rounds)
/** Claims that are sent before the clock runs, so that the code is compiled and the connections are open. */
const warmUpClaims = 150

const dir = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
const [postgres, redis] = await Promise.all([startPostgres(), startRedis({ appendOnly: true })])
let databases = 0
let testbed = await startOwnTestbed()
try {
  await main()
} finally {
  await testbed.stop()
  await Promise.all([postgres.stop(), redis.stop()])
  rmSync(dir, { recursive: true, force: true })
}
process.exit()

async function main(): Promise<void> {
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`)
  console.log(`${claims} claims a run, ${rounds} rounds, medians\n`)
  const kinds: [string, () => Promise<Run>][] = [
    ['bare viem loop', bareRun],
    ['relayer', () => relayerRun()],
  ]
  const runs = kinds.map(([name, run]) => ({ name, run, done: [] as Run[] }))
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await startAnew()
    for (const { run, done } of runs) done.push(await run())
  }
  const bare = median(runs[0]?.done.map(({ perSec }) => perSec) ?? [])
  console.log(
    '| run | accepted/s | all sent after ms | mined/s | of bare | both at once/s | CPU ms per claim, API / worker | gas per claim | to broadcast p95 ms | to mined p50 / p95 ms |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const { name, done } of runs) {
    const of = (pick: (run: Run) => number) => median(done.map(pick))
    const perSec = of((run) => run.perSec)
    const cells = [name, whole(of((run) => run.acceptedPerSec)), whole(of((run) => run.allSentMs))]
    cells.push(whole(perSec), (perSec / bare).toFixed(2), whole(of((run) => run.bothPerSec)))
    cells.push(`${of((run) => run.apiCpuMs).toFixed(2)} / ${of((run) => run.workerCpuMs).toFixed(2)}`)
    cells.push(whole(of((run) => run.gasPerClaim)), whole(of((run) => run.broadcastP95)))
    cells.push(`${whole(of((run) => run.minedP50))} / ${whole(of((run) => run.minedP95))}`)
    console.log(`| ${cells.join(' | ')} |`)
  }
  if (values.short) return
  console.log()
  await startAnew()
  for (const rate of [25, 100]) {
    for (const hasWorker of [false, true]) {
      const { p50, p99 } = await steadyRun({ rate, hasWorker })
      const beside = hasWorker ? 'with a worker on the same machine' : 'the API alone'
      console.log(`POST /claims at ${rate} a second, ${beside}: p50 ${whole(p50)} ms, p99 ${whole(p99)} ms`)
    }
  }
  const flooded = await steadyRun({ rate: 25, hasWorker: true, isFlooded: true })
  console.log(
    `POST /claims at 25 a second, beside 20 connections of strangers: p50 ${whole(flooded.p50)} ms, p99 ${whole(flooded.p99)} ms`,
  )
  console.log(`after kill -9 of the worker: every claim on its way again after ${(await killRun()).toFixed(1)} s`)
}

/** Starts again with new chains and a new database: an anvil that has seen ten thousand claims halts for each block. */
async function startAnew(): Promise<void> {
  await testbed.stop()
  testbed = await startOwnTestbed()
}

async function startOwnTestbed(): Promise<Testbed> {
  databases += 1
  const database = { url: await postgres.createDatabase(`relayer_${databases}`), drop: async () => undefined }
  return startTestbed({ database, anvil: { blockTimeSecs: 1, blockGasLimit: 1_000_000_000 } })
}

interface Run {
  acceptedPerSec: number
  /** Processor time of the API for each accepted claim. */
  apiCpuMs: number
  /** Processor time of the worker for each claim from waiting to confirmed. */
  workerCpuMs: number
  /**
   * Milliseconds from the moment when all claims wait to the last broadcast. No block is waited for, so the figure varies far
   * less than `perSec`, where one block more or less is a quarter of the time.
   */
  allSentMs: number
  /** Claims a second, from the moment when all of them wait until the last one is mined. */
  perSec: number
  /** Claims a second, from the first request until the last claim is mined. The fields below measure this part. */
  bothPerSec: number
  gasPerClaim: number
  broadcastP95: number
  minedP50: number
  minedP95: number
}

/** Signs and sends every claim in a loop, and waits for the last one. */
async function bareRun(): Promise<Run> {
  const orders = await testbed.openOrders(claims)
  const wallet = testbed.wallet('right', 3)
  const { address } = wallet.account
  let nonce = await wallet.getTransactionCount({ address })
  const fees = { maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const startedAt = performance.now()
  const hashes: Hex[] = []
  for (const { order, secret } of orders) {
    const serializedTransaction = await wallet.account.signTransaction?.({
      ...{ chainId: testbed.anvils.right.chainId, type: 'eip1559', nonce: nonce++, gas: 100_000n },
      ...claimCall(order.destination_intent, secret),
      ...fees,
    })
    if (serializedTransaction === undefined) throw new Error('the account cannot sign')
    hashes.push(await wallet.sendRawTransaction({ serializedTransaction }))
  }
  const receipts = await Promise.all(hashes.map((hash) => wallet.waitForTransactionReceipt({ hash })))
  const seconds = (performance.now() - startedAt) / 1_000
  const gas = receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0)
  const none = {
    acceptedPerSec: 0,
    apiCpuMs: 0,
    workerCpuMs: 0,
    allSentMs: 0,
    bothPerSec: 0,
    broadcastP95: 0,
    minedP50: 0,
    minedP95: 0,
  }
  return { ...none, perSec: claims / seconds, gasPerClaim: gas / claims }
}

async function relayerRun(): Promise<Run> {
  const waiting = await testbed.openOrders(claims)
  const others = await testbed.openOrders(claims)
  const api = await startRelayer('api', { ROLES: 'api' })
  const worker = await startRelayer('worker', { ROLES: 'worker' })
  await warmUp(api)

  worker.freeze()
  const before = { api: api.cpuMs(), worker: worker.cpuMs() }
  const acceptedPerSec = await perSecond(() => postAll(api, waiting))
  const apiCpuMs = (api.cpuMs() - before.api) / claims
  const thawedAt = Date.now()
  const perSec = await perSecond(() => {
    worker.thaw()
    return untilAll(waiting, ['mined', 'confirmed'])
  })
  const allSentMs = Math.max(...(await broadcastTimes(waiting))) - thawedAt
  await untilAll(waiting, ['confirmed'])
  const workerCpuMs = (worker.cpuMs() - before.worker) / claims
  const bothPerSec = await perSecond(async () => {
    await postAll(api, others)
    await untilAll(others, ['mined', 'confirmed'])
  })
  const figures = await figuresOf(others)
  await untilAll(others, ['confirmed'])
  await Promise.all([api.stop(), worker.stop()])
  return { acceptedPerSec, apiCpuMs, workerCpuMs, allSentMs, perSec, bothPerSec, ...figures }
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return claims / ((performance.now() - startedAt) / 1_000)
}

/** Sends claims before anything is measured. A worker has to be running. */
async function warmUp(api: RelayerProcess): Promise<void> {
  const orders = await testbed.openOrders(warmUpClaims)
  await bury()
  await postAll(api, orders)
  await untilAll(orders, ['confirmed'])
}

function postAll(api: RelayerProcess, orders: readonly Order[]): Promise<void> {
  return inParallel(orders, 32, async ({ order, secret }) => void (await post(api.url, order.order_id, secret)))
}

/** Sends `rate` requests a second, however long the answers take. Without a worker the API has the machine to itself. */
async function steadyRun({
  rate,
  hasWorker,
  isFlooded = false,
}: {
  rate: number
  hasWorker: boolean
  isFlooded?: boolean
}): Promise<{ p50: number; p99: number }> {
  const orders = await testbed.openOrders(rate * 10)
  const api = await startRelayer('api', { ROLES: 'api' })
  const worker = await startRelayer('worker', { ROLES: 'worker' })
  await warmUp(api)
  if (!hasWorker) worker.freeze()
  const flooding = new AbortController()
  const flood = isFlooded ? floodUntil(flooding.signal, api.url) : undefined
  // The run begins only when every request waits for its turn.
  const startedAt = performance.now() + 200
  const times = await Promise.all(
    orders.map(async ({ order, secret }, index) => {
      await sleep(startedAt + (index * 1_000) / rate - performance.now())
      return post(api.url, order.order_id, secret)
    }),
  )
  flooding.abort()
  await flood
  worker.thaw()
  await untilAll(orders, ['confirmed'])
  await Promise.all([api.stop(), worker.stop()])
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

/**
 * Sends what strangers can send without knowing a secret, on twenty connections: claims of orders that they name, claims of
 * orders that nobody made, and bodies full of mistakes. Nothing limits their rate, as if each came from another network.
 */
async function floodUntil(signal: AbortSignal, url: string): Promise<void> {
  const unknown = '01890000-0000-7000-8000-000000000000'
  const post = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const requests: [string, RequestInit][] = [
    [`/claims?order_id=${unknown}`, {}],
    ['/claims', post({ order_id: unknown, secret: `0x${'11'.repeat(32)}` })],
    ['/claims', post(Object.fromEntries(Array.from({ length: 6_500 }, (_, index) => [`k${index}`, 1])))],
    ['/openapi.json', {}],
  ]
  const connection = async (first: number) => {
    for (let sent = first; !signal.aborted; sent += 1) {
      const [path, init] = requests[sent % requests.length] as [string, RequestInit]
      const answer = await fetch(`${url}${path}`, init).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => connection(index)))
}

/**
 * Kills a worker in the middle of its work, while another one runs. @returns the seconds until every claim was on its way again.
 */
async function killRun(): Promise<number> {
  const orders = await testbed.openOrders(100)
  await bury()
  const api = await startRelayer('api', { ROLES: 'api' })
  const [first, second] = [
    await startRelayer('first', { ROLES: 'worker' }),
    await startRelayer('second', { ROLES: 'worker' }),
  ]
  await postAll(api, orders)
  await first.stop()
  const killedAt = performance.now()
  await untilAll(orders, ['revealed', 'mined', 'confirmed'])
  const seconds = (performance.now() - killedAt) / 1_000
  await untilAll(orders, ['confirmed'])
  await Promise.all([api.stop(), second.stop()])
  return seconds
}

async function startRelayer(name: string, over: Record<string, string>): Promise<RelayerProcess> {
  const env = testbed.env({ REDIS_URL: redis.url, ...over })
  const relayer = new RelayerProcess({ port: await freePort(), env, logFile: join(dir, `${name}.log`) })
  relayer.start()
  const isReady = () =>
    fetch(`${relayer.url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(50)
  return relayer
}

/**
 * Posts a claim until it is accepted, as a client does that is told to try again. @returns how long that took, in milliseconds.
 */
async function post(url: string, orderId: string, secret: Hex): Promise<number> {
  const sentAt = performance.now()
  for (;;) {
    const answer = await fetch(`${url}/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id: orderId, secret }),
    })
    const text = await answer.text()
    if (answer.ok) return performance.now() - sentAt
    if (answer.status < 500) throw new Error(`POST /claims answered ${answer.status}: ${text}`)
    await sleep(500)
  }
}

function idsOf(orders: readonly Order[]): string[] {
  return orders.map(({ order }) => order.order_id)
}

async function untilAll(orders: readonly Order[], states: readonly string[]): Promise<void> {
  const before = openStates.filter((state) => !states.includes(state))
  // Only one row is asked for: counting all of them again and again would cost the database more than the claims do.
  const isOneLeft = async () =>
    (await testbed.db.query(`SELECT 1 FROM requests WHERE ${stateIn(openStates)} AND ${stateIn(before)} LIMIT 1`))
      .rowCount
  while ((await isOneLeft()) !== 0) await sleep(50)
  const { rows } = await testbed.db.query(
    `SELECT count(*)::int AS count FROM requests WHERE order_id = ANY($1::uuid[]) AND ${stateIn(states)}`,
    [idsOf(orders)],
  )
  if (rows[0].count !== orders.length)
    throw new Error(`${rows[0].count} of ${orders.length} claims are ${states.join(' or ')}`)
}

function stateIn(states: readonly string[]): string {
  return `state IN (${states.map((state) => `'${state}'`).join(', ')})`
}

/** The time of the first broadcast of each order's claim, in unix milliseconds. */
async function broadcastTimes(orders: readonly Order[]): Promise<number[]> {
  const { rows } = await testbed.db.query(
    `SELECT extract(epoch FROM min(a.broadcast_started_at)) * 1000 AS at
       FROM requests s JOIN nonce_members m ON m.request_id = s.id
       JOIN tx_attempts a ON (a.chain, a.signer, a.nonce) = (m.chain, m.signer, m.nonce)
      WHERE s.order_id = ANY($1::uuid[]) GROUP BY s.id`,
    [idsOf(orders)],
  )
  return rows.map(({ at }) => Number(at))
}

/** The figures of a run, from the relayer's own tables and the chain's receipts. */
async function figuresOf(orders: readonly Order[]) {
  const { rows } = await testbed.db.query(
    `SELECT s.tx_hash, extract(epoch FROM min(a.broadcast_started_at) - s.created_at) * 1000 AS broadcast,
            extract(epoch FROM (SELECT min(e.created_at) FROM request_events e
                                 WHERE e.request_id = s.id AND e.to_state = 'mined') - s.created_at) * 1000 AS mined
       FROM requests s JOIN nonce_members m ON m.request_id = s.id
       JOIN tx_attempts a ON (a.chain, a.signer, a.nonce) = (m.chain, m.signer, m.nonce)
      WHERE s.order_id = ANY($1::uuid[]) GROUP BY s.id`,
    [idsOf(orders)],
  )
  const hashes = [...new Set(rows.map(({ tx_hash: hash }) => hash as Hex))]
  const receipts = await Promise.all(hashes.map((hash) => testbed.control('right').getTransactionReceipt({ hash })))
  const gas = receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0)
  const times = (field: 'broadcast' | 'mined') => rows.map((row) => Number(row[field]))
  return {
    gasPerClaim: gas / orders.length,
    broadcastP95: percentile(times('broadcast'), 0.95),
    minedP50: percentile(times('mined'), 0.5),
    minedP95: percentile(times('mined'), 0.95),
  }
}

/** Waits until the vaults are so deep that they count as final for the relayer: a block comes every second. */
function bury(): Promise<void> {
  return sleep(3_000)
}

async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5)
}
function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}
function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)))
}
