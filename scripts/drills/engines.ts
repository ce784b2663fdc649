import { setTimeout as sleep } from 'node:timers/promises'
import { assetOf, readBalance, type Stack, type StackReplica, startStack } from '@tandem/devnet'
import {
  askRedis,
  type LocalPostgres,
  type LocalRedisServers,
  type PgBouncer,
  pgBouncerAvailable,
  startPgBouncer,
  startPostgres,
  startRedisCluster,
  until,
} from '@tandem/local-services'
import { createClient, Swap } from '@tandem/sdk'
import pg from 'pg'
import { type Balancer, startBalancer } from '../../test/support/balancer.ts'
import { type FundedUser, fundUser } from '../../test/support/funded-user.ts'

const say = (line: string) => console.log(line)
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
/** The primary of the queue's slot dies. */
const queueSlot = 2_179

interface Topology {
  stack: Stack
  standby: LocalPostgres
  bouncer: PgBouncer
  redis: LocalRedisServers
  orderbook: Balancer
  relayer: Balancer
  replicas: StackReplica[]
  stop(): Promise<void>
}

/** 10 USDC. */
const amount = 10n ** 7n

interface Done {
  order: Swap['order']
  user: FundedUser
}

/** Without an answer, or with a 5xx, by what happened meanwhile. */
type Failures = Map<string, number>

/**
 * Two processes of each service, a synchronous standby, PgBouncer and a Redis Cluster, with swaps through a rolling
 * restart and two dead primaries.
 * @returns whether every acknowledged order completed and was paid once.
 */
export async function enginesDrill(swaps: number, atOnce: number): Promise<boolean> {
  if (!pgBouncerAvailable()) {
    say('skipped: there is no pgbouncer on PATH. Debian has it: apt-get install pgbouncer')
    return true
  }
  const topology = await startTopology()
  try {
    return await rehearse(topology, swaps, atOnce)
  } finally {
    await topology.stop()
  }
}

async function startTopology(): Promise<Topology> {
  const parts: { stop(): Promise<void> }[] = []
  const keep = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const part = await starting
    parts.unshift(part)
    return part
  }
  const stop = async () => {
    for (const part of parts.splice(0))
      await part.stop().catch((error: unknown) => say(`not stopped: ${String(error)}`))
  }
  try {
    const [orderbook, relayer] = [await keep(startBalancer()), await keep(startBalancer())]
    const redis = await keep(startRedisCluster({ slot: queueSlot }))
    let standby: LocalPostgres | undefined
    let bouncer: PgBouncer | undefined
    const common = { SHUTDOWN_DELAY_MS: '5000', SHUTDOWN_GRACE_MS: '60000', DATABASE_ANSWER_TIMEOUT_MS: '5000' }
    const stack = await keep(
      startStack({
        isDurable: true,
        onProgress: (part) => say(`started ${part}`),
        env: {
          orderbook: common,
          relayer: { ...common, ORDERBOOK_URL: orderbook.url, REDIS_URL: redis.urls, REDIS_MODE: 'cluster' },
          solver: { ORDERBOOK_URL: orderbook.url },
        },
        inFront: async (postgres) => {
          standby = await keep(startPostgres({ standbyOf: postgres }))
          await prepareRole(postgres)
          bouncer = await keep(startPgBouncer(postgres, ['orderbook', 'relayer']))
          const urls = (name: 'orderbook' | 'relayer', to: PgBouncer) => ({
            DATABASE_URL: to.url(name),
            DATABASE_DIRECT_URL: to.url(`${name}_direct`),
          })
          const reads = { DATABASE_READ_URL: standby.url('orderbook') }
          return { orderbook: { ...urls('orderbook', bouncer), ...reads }, relayer: urls('relayer', bouncer) }
        },
      }),
    )
    if (standby === undefined || bouncer === undefined)
      throw new Error('the stack did not ask for what stands in front')
    const replicas = [await stack.startReplica('orderbook'), await stack.startReplica('relayer')]
    for (const url of [stack.baseUrl, replicas[0]?.url ?? '']) orderbook.add(url)
    for (const url of [stack.relayerUrl, replicas[1]?.url ?? '']) relayer.add(url)
    await untilBack('two of each service are ready', () => orderbook.ready() === 2 && relayer.ready() === 2)
    return { stack, standby, bouncer, redis, orderbook, relayer, replicas, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A commit waits for the standby. A pool's sessions need the role's settings. */
async function prepareRole(postgres: LocalPostgres): Promise<void> {
  const statements = [
    "ALTER ROLE postgres SET statement_timeout = '30s'",
    "ALTER ROLE postgres SET lock_timeout = '10s'",
    "ALTER ROLE postgres SET idle_in_transaction_session_timeout = '30s'",
    'ALTER ROLE postgres SET client_connection_check_interval = 1000',
    'ALTER ROLE postgres SET tcp_keepalives_idle = 10',
    'ALTER ROLE postgres SET tcp_keepalives_interval = 5',
    'ALTER ROLE postgres SET tcp_keepalives_count = 3',
    'ALTER ROLE postgres SET max_parallel_workers_per_gather = 0',
    "ALTER SYSTEM SET synchronous_standby_names = 'standby'",
    'SELECT pg_reload_conf()',
  ]
  for (const statement of statements) await query(postgres, 'postgres', statement)
}

async function rehearse(topology: Topology, swaps: number, atOnce: number): Promise<boolean> {
  const { stack } = topology
  const failures: Failures = new Map()
  const during = { what: 'nothing' }
  const client = clientOf(topology, failures, during)
  const done: Done[] = []
  let started = 0
  let lost = 0
  const since = performance.now()
  const swapOn = async () => {
    while (started < swaps) {
      started += 1
      await swapOnce(stack, client, done).catch((error: unknown) => {
        lost += 1
        say(`a swap failed: ${String(error)}`)
      })
    }
  }
  const all = Promise.all(Array.from({ length: atOnce }, swapOn))
  const step = async (what: string, share: number, work: () => Promise<void>) => {
    await untilBack(what, () => done.length >= swaps * share || started >= swaps)
    during.what = what
    const from = performance.now()
    await work()
    say(`${what}: ${seconds(from)}, at swap ${done.length} of ${swaps}`)
    await sleep(5_000)
    during.what = 'nothing'
  }
  await step('rolling restart of everything', 0.1, () => rollOver(topology))
  await step('failover of Redis', 0.4, () => failOverRedis(topology))
  await step('failover of PostgreSQL', 0.6, () => failOverPostgres(topology, client))
  await all
  say(`${done.length} of ${swaps} swaps completed in ${seconds(since)}, ${atOnce} at once`)
  for (const [what, count] of failures) say(`failed during ${what}: ${count}`)
  const missing = await missingOf(topology, done)
  const wrong = await wronglyPaid(stack, done)
  say(`acknowledged orders that the promoted server does not know as completed: ${missing}`)
  say(`users who were not paid exactly once: ${wrong}`)
  const untimely = [...failures].filter(([what]) => what === 'nothing' || what.startsWith('rolling'))
  return lost === 0 && missing === 0 && wrong === 0 && untimely.length === 0
}

/** Two minutes after the last order. */
async function missingOf({ standby }: Topology, done: readonly Done[]): Promise<number> {
  for (const deadline = Date.now() + 120_000; ; await sleep(500)) {
    const kept = await query<{ id: string }>(
      standby,
      'orderbook',
      "SELECT order_id AS id FROM orders WHERE status = 'completed'",
    )
    const known = new Set(kept.map(({ id }) => id))
    const missing = done.filter(({ order }) => !known.has(order.order_id)).length
    if (missing === 0 || Date.now() > deadline) return missing
  }
}

function clientOf({ orderbook, relayer }: Topology, failures: Failures, during: { what: string }) {
  const note = (request: Request, why: string) => {
    failures.set(during.what, (failures.get(during.what) ?? 0) + 1)
    if (!during.what.startsWith('failover')) say(`${request.method} ${new URL(request.url).pathname}: ${why}`)
  }
  return createClient({
    baseUrl: orderbook.url,
    relayerUrl: relayer.url,
    timeoutMs: 30_000,
    fetch: async (request) => {
      try {
        const answer = await fetch(request)
        if (answer.status >= 500) note(request, `${answer.status} ${await answer.clone().text()}`)
        return answer
      } catch (error) {
        note(request, String((error as Error).cause ?? error))
        throw error
      }
    },
  })
}

type Client = ReturnType<typeof clientOf>

/** An unacknowledged swap starts anew. */
async function swapOnce(stack: Stack, client: Client, done: Done[]): Promise<void> {
  const user = await retried(() => fundUser(stack, 'devnet_a:usdc', amount))
  const { address } = user.account
  const swap = await retried(() =>
    Swap.start(
      {
        userId: 'drill',
        sourceAsset: 'devnet_a:usdc',
        destinationAsset: 'devnet_b:usdc',
        sourceAmount: amount,
        minReceived: 1n,
        sourceAddress: address,
        destinationAddress: address,
      },
      {
        client,
        network: stack.network,
        evidence: {
          endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
        },
        save: () => undefined,
      },
    ),
  )
  const { outcome } = await retried(() =>
    swap.run({
      ...{ path: 'permit', wallet: user.wallets.devnet_a, destinationWallet: user.wallets.devnet_b },
      submitter: { by: 'relayer', client },
    }),
  )
  if (outcome !== 'completed' && outcome !== 'paid') throw new Error(`${swap.order.order_id} ended as ${outcome}`)
  done.push({ order: swap.order, user })
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 120_000; ; ) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(500)
    }
  }
}

async function rollOver({ stack, replicas, orderbook, relayer }: Topology): Promise<void> {
  for (const round of [[stack.orderbook, stack.relayer], replicas, [stack.solver]]) {
    await Promise.all(round.map((one) => one.restart()))
    await untilBack('two of each service are ready', () => orderbook.ready() === 2 && relayer.ready() === 2)
  }
}

async function failOverRedis({ redis }: Topology): Promise<void> {
  await redis.primary.kill()
  await untilBack('the replica is the primary', async () =>
    (await askRedis(redis.replica.url, 'ROLE')).includes('master'),
  )
}

/** As a failover manager does it. */
async function failOverPostgres({ stack, standby, bouncer }: Topology, client: Client): Promise<void> {
  await stack.postgres.kill()
  const since = performance.now()
  await query(standby, 'postgres', 'SELECT pg_promote()')
  say(`promoted after ${seconds(since)}`)
  await bouncer.follow(standby)
  await untilBack('quotes are made again', () =>
    client
      .createQuote({ source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: String(amount) })
      .then(
        () => true,
        () => false,
      ),
  )
  say(`a quote is stored ${seconds(since)} after the primary died`)
}

/** Each user begins with nothing, and must end with the amount. */
async function wronglyPaid({ network }: Stack, done: readonly Done[]): Promise<number> {
  const asset = assetOf(network, 'devnet_b:usdc')
  const held = await Promise.all(
    done.map(({ user }) => readBalance(user.wallets.devnet_b, asset, user.account.address)),
  )
  return done.filter(({ order }, index) => held[index] !== BigInt(order.destination_intent.amount)).length
}

async function query<T extends pg.QueryResultRow>(server: LocalPostgres, database: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.url(database) })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/** An error counts as not yet. */
const untilBack = (what: string, isTrue: () => boolean | Promise<boolean>) =>
  until(
    () =>
      Promise.resolve()
        .then(isTrue)
        .catch(() => false),
    what,
    900_000,
  )
