/** A rolling restart of every process while clients use Tandem: no request fails, no stream has a gap, every swap completes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts, type Stack, startStack } from '@tandem/devnet'
import { until } from '@tandem/local-services'
import { createClient, type InitiationPath, Swap } from '@tandem/sdk'
import pg from 'pg'
import { type Balancer, startBalancer } from '../support/balancer.ts'

/** Many times what the balancer needs to notice that a replica leaves, also on a busy machine. */
const shutdown = { SHUTDOWN_DELAY_MS: '5000', SHUTDOWN_GRACE_MS: '60000', DATABASE_ANSWER_TIMEOUT_MS: '30000' }

let stack: Stack
let orderbook: Balancer
let relayer: Balancer
let rounds: { name: string; processes: { restart(): Promise<void> }[] }[]
const failures: string[] = []

beforeAll(async () => {
  if (process.env.ROLLOUT !== '1') return
  orderbook = await startBalancer()
  relayer = await startBalancer()
  const ofOrderbook = { ORDERBOOK_URL: orderbook.url }
  const patient = { ORDERBOOK_TIMEOUT_MS: '30000' }
  stack = await startStack({
    env: { orderbook: shutdown, relayer: { ...shutdown, ...ofOrderbook, ...patient }, solver: ofOrderbook },
  })
  const [orderbookReplica, relayerReplica] = await Promise.all([
    stack.startReplica('orderbook'),
    stack.startReplica('relayer'),
  ])
  for (const url of [stack.baseUrl, orderbookReplica.url]) orderbook.add(url)
  for (const url of [stack.relayerUrl, relayerReplica.url]) relayer.add(url)
  await until(() => orderbook.ready() === 2 && relayer.ready() === 2, 'both replicas of both services are ready')
  rounds = [
    { name: 'first replicas', processes: [stack.orderbook, stack.relayer] },
    { name: 'second replicas', processes: [orderbookReplica, relayerReplica] },
    { name: 'solver', processes: [stack.solver] },
  ]
})
afterAll(async () => {
  await orderbook?.stop()
  await relayer?.stop()
  await stack?.stop()
})

async function lastSeq(): Promise<number> {
  const db = new pg.Client({ connectionString: stack.postgres.url('orderbook') })
  await db.connect()
  const { rows } = await db.query('SELECT max(seq) AS last FROM order_events')
  await db.end()
  return Number(rows[0].last)
}

/** Notes each request that got no answer, or a 5xx. Nothing is repeated. */
async function noted(request: Request): Promise<Response> {
  const what = `${request.method} ${new URL(request.url).pathname}`
  try {
    const answer = await fetch(request)
    if (answer.status >= 500) failures.push(`${what}: ${answer.status} ${await answer.clone().text()}`)
    return answer
  } catch (error) {
    failures.push(`${what}: ${String((error as Error).cause ?? error)}`)
    throw error
  }
}
const client = () => createClient({ baseUrl: orderbook.url, relayerUrl: relayer.url, fetch: noted })

/** Reads lists and single resources, one request after the other, over connections that are kept. */
async function readOn(signal: AbortSignal): Promise<number> {
  let requests = 0
  const urls = [`${orderbook.url}/orders?limit=5`, `${orderbook.url}/chains`, `${relayer.url}/health`]
  for (let turn = 0; !signal.aborted; turn += 1) {
    await noted(new Request(urls[turn % urls.length] ?? '')).then((answer) => answer.text())
    requests += 1
    await sleep(20)
  }
  return requests
}

/**
 * Makes swaps from quote to completion, one after the other, until it is told to stop.
 *
 * @returns how many.
 */
async function swapOn(path: InitiationPath, asset: string, signal: AbortSignal): Promise<number> {
  let completed = 0
  while (!signal.aborted) {
    const swap = await Swap.start(
      {
        userId: `rollout-${path}`,
        sourceAsset: `devnet_a:${asset}`,
        destinationAsset: `devnet_b:${asset}`,
        sourceAmount: asset === 'usdc' ? 10n ** 7n : 10n ** 19n,
        minReceived: 1n,
        sourceAddress: accounts.user.address,
        destinationAddress: accounts.user.address,
      },
      {
        client: client(),
        network: stack.network,
        evidence: {
          endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
        },
        save: () => undefined,
      },
    )
    await swap.initiate(path, stack.chains.devnet_a.user, { by: 'relayer', client: client() })
    const wait = { pollMs: 200, timeoutMs: 120_000 }
    await swap.waitFor(['destination_initiated'], wait)
    await swap.claim({ pollMs: 200 })
    await swap.waitFor(['completed'], wait)
    completed += 1
  }
  return completed
}

/** Follows all events as an EventSource does. When a stream ends, it connects again with the last id. */
async function followOn(signal: AbortSignal, seen: number[]): Promise<number> {
  const held: Request[] = [] // A request that is garbage no longer follows its signal.
  for (let retryMs = 0; !signal.aborted; ) {
    await sleep(retryMs)
    const headers = { accept: 'text/event-stream', 'last-event-id': String(seen.at(-1) ?? 0) }
    const request = new Request(`${orderbook.url}/events`, { headers, signal })
    held.push(request)
    const answer = await noted(request).catch(() => undefined)
    let text = ''
    try {
      for await (const chunk of answer?.body ?? []) {
        text += Buffer.from(chunk as Uint8Array).toString()
        const lines = text.split('\n')
        text = lines.pop() ?? ''
        for (const line of lines) {
          if (line.startsWith('id: ')) seen.push(Number(line.slice(4)))
          if (line.startsWith('retry: ')) retryMs = Number(line.slice(7))
        }
      }
    } catch (error) {
      if (!signal.aborted) failures.push(`the stream broke off: ${String(error)}`)
    }
  }
  return held.length
}

/**
 * Run by hand and every night (`ROLLOUT=1 npm test -- --selectProjects e2e -- test/e2e/rollout`), on a machine that does
 * nothing else: a client whose event loop stands still for over a second may send on a connection that the server has just
 * closed as idle, which is a race of HTTP keep-alive and no fault of a rollout.
 */
const describeByHand = process.env.ROLLOUT === '1' ? describe : describe.skip

describeByHand('a rolling restart of every process', () => {
  it('fails no request, leaves no gap in a stream, and every swap completes', async () => {
    const load = new AbortController()
    const streaming = new AbortController()
    const seen: number[][] = [[], [], []]
    const streams = seen.map((ids) => followOn(streaming.signal, ids))
    const readers = Array.from({ length: 3 }, () => readOn(load.signal))
    const swaps = [swapOn('prefunded', 'dai', load.signal), swapOn('permit', 'usdc', load.signal)]
    let isFailed = false
    const work = Promise.all([...readers, ...swaps]).catch((error: unknown) => {
      isFailed = true
      throw error
    })
    work.catch(() => undefined)
    for (const { name, processes } of rounds) {
      if (isFailed) break
      await Promise.all(processes.map((one) => one.restart()))
      await until(() => orderbook.ready() === 2 && relayer.ready() === 2, `all replicas are ready after ${name}`)
    }
    load.abort()
    const counts = await work.catch((error: unknown) => {
      streaming.abort()
      throw new Error(`${String(error)}\n${failures.join('\n')}\n${stack.logTails(3)}`)
    })
    const last = await lastSeq()
    await until(() => seen.every((ids) => (ids.at(-1) ?? 0) >= last), 'every stream has the last event')
    streaming.abort()
    const connections = await Promise.all(streams)

    expect(failures).toEqual([])
    for (const count of counts) expect(count).toBeGreaterThan(0)
    for (const ids of seen) expect(ids).toEqual(ids.map((_, index) => index + 1))
    for (const count of connections) expect(count).toBeGreaterThan(1)
  })
})
