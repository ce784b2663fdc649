/**
 * Random chains with forks are read by a watcher that is killed between any two of its statements. The result is compared
 * with what plain code makes of the chains at the end. In half of the cases one endpoint of two or three lies: about the
 * time of blocks, about logs, transactions and bloom filters, about a block's hash when it is asked again, and about
 * blocks that it invents. The liar may also be silent for a while, or truthful in between, and a third endpoint that does
 * not lie may be silent. The liar is asked first or last, and in some cases no hash covers a header. The chains are
 * models; the database is a real one.
 */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { type Endpoint, EndpointError, UnbelievedError } from '@tandem/chain'
import fc from 'fast-check'
import { toHex } from 'viem'
import { prismaOf } from '../../src/db/client.ts'
import { foldStats } from '../../src/stats/db/fold-stats.ts'
import { makeChainStore } from '../../src/watcher/db/chain.store.ts'
import { type Poll, pollChain } from '../../src/watcher/poll.ts'
import { type Break, breakable, Killed } from '../support/breakable-pool.ts'
import { expectedFacts, expectedIntent, expectedStatus, type OutboxRow, readOutbox } from '../support/expected-order.ts'
import {
  catchUp,
  chainConfig,
  endpointOf,
  eventOf,
  type ModelChain,
  type ModelOrder,
  makeModelChain,
  type PendingEvent,
  pollOf,
  pricedAssets,
} from '../support/model-chain.ts'
import { type Invention, type Lies, makeLiar, noLies } from '../support/model-liar.ts'
import { storeOrderWithSecret } from '../support/stored-order.ts'
import { useDatabase } from '../support/use-orderbook.ts'

const runs = Number(process.env.PROPERTY_RUNS ?? 80)
const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31)
/** How many runs share the database at once, each with its own chains and orders, as real watchers do. */
const lanes = 4
const confirmations = 2
const remembered = 8
const startTime = 1_700_000_000
const sides = ['source', 'destination'] as const

const database = useDatabase('property', { max: 3 * lanes })
const counts = {
  chains: 0,
  blocks: 0,
  events: 0,
  forks: 0,
  deepest: 0,
  kills: 0,
  changedWhileRead: 0,
  advanced: 0,
  lies: 0,
}
let caseNumber = 0
const inventedTxs: string[] = []

/** One thing that happens to a chain, with the polls of its watcher. */
const actionArbitrary = fc.record({
  chain: fc.nat(1),
  /** How many blocks are replaced, if so many may be. */
  fork: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.integer({ min: 1, max: 7 }) }),
  /** Whether the last replaced branch comes back instead of new blocks. */
  back: fc.boolean(),
  blocks: fc.array(
    fc.record({
      /** Which of the possible events happen. Those of replaced blocks are possible again. */
      picks: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: fc.array(fc.nat(99), { maxLength: 3 }) },
      ),
      secs: fc.constantFrom(1, 1, 1, 20, 150, 300),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  /** A long gap of blocks, which the watcher reads in one wide range. */
  gap: fc.oneof({ weight: 15, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 33, max: 60 }) }),
  poll: fc.constantFrom('after each block', 'at the end', 'twice at once', 'not'),
  kill: fc.option(
    fc.record({ at: fc.integer({ min: 1, max: 24 }), when: fc.constantFrom<Break['when']>('before', 'after') }),
    {
      freq: 2,
    },
  ),
  /** The lies of a case with a liar. */
  lies: fc.record<Omit<Lies, 'invents'>>({
    clockSecs: fc.constantFrom(0, 0, -300, 40, 29 * 86_400),
    logs: fc.constantFrom('told', 'told', 'hidden', 'denied'),
    hasOtherTxs: fc.constantFrom(false, false, false, true),
    hasEmptyBlooms: fc.boolean(),
    hasOtherHashAgain: fc.boolean(),
    silentAbout: fc.constantFrom('nothing', 'nothing', 'nothing', 'all', 'logs'),
    isFickle: fc.constantFrom(false, false, true),
  }),
  /** Whether the third endpoint, which does not lie, is silent. */
  isThirdSilent: fc.constantFrom(false, false, false, true),
  /** The blocks that the liar invents, and the event in the first of them. */
  invents: fc.option(fc.record({ pick: fc.nat(99), replaced: fc.nat(12), count: fc.constantFrom(1, 2, 12, 50) }), {
    freq: 2,
  }),
  /** The chain changes during this request to the endpoint. */
  changeAt: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 5 }),
})
type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never
type Action = ValueOf<typeof actionArbitrary>

const caseArbitrary = fc.record({
  actions: fc.array(actionArbitrary, { minLength: 3, maxLength: 9 }),
  /** The time until the destination's deadline. The source's deadline is twice as far away. */
  lifeSecs: fc.constantFrom(20, 100, 300, 1_000),
  /** Whether an endpoint lies, and among how many. */
  liar: fc.constantFrom('none', 'none', 'none', 'none', 'of two', 'of two', 'of three', 'of three'),
  isLiarFirst: fc.constantFrom(true, true, false),
  /** Whether the blocks' hashes cover their headers, so that receipts prove events. */
  isProvable: fc.constantFrom(true, true, false),
})
type Case = ValueOf<typeof caseArbitrary>

interface Watched {
  readonly name: string
  readonly model: ModelChain
  /** Transactions of replaced blocks, which any later block may hold. */
  readonly mempool: PendingEvent[]
  /** The memory of the process that watches the chain. */
  process?: Poll | undefined
  replaced: ReturnType<ModelChain['drop']>
  /** The greatest height that the chain had. No reorg goes deeper than the blocks remembered from there. */
  highest: number
  /** The latest time of any block, including replaced ones, in unix seconds. */
  latest: number
  /** The lies of the lying endpoint. Undefined when there is only the honest one. */
  readonly lies: Lies | undefined
  readonly liar: Case['liar']
  readonly isLiarFirst: boolean
  isThirdSilent: boolean
  /**
   * The clock of the watching process in unix milliseconds. It moves far enough that an endpoint that was caught is asked
   * again at the next poll.
   */
  clockMs: number
}

const restMs = 61_000

const watchedOf = (name: string, lies?: Lies, isProvable = true): Watched => ({
  name,
  model: makeModelChain(name, startTime, { isProvable }),
  mempool: [],
  replaced: [],
  highest: 0,
  latest: startTime,
  lies,
  liar: 'none',
  isLiarFirst: true,
  isThirdSilent: false,
  clockMs: Date.now(),
})

/** The events that the vaults could emit next: of transactions that wait, and of new ones that the contract would allow. */
function possible({ name, model, mempool }: Watched, orders: readonly ModelOrder[]): PendingEvent[] {
  const done = new Map<string, string[]>()
  for (const { events } of model.blocks)
    for (const { subject, kind } of events) done.set(subject, [...(done.get(subject) ?? []), kind])
  const isLegal = ({ subject, kind }: Pick<PendingEvent, 'subject' | 'kind'>) => {
    const before = done.get(subject) ?? []
    if (before.includes('claimed') || before.includes('cancelled')) return false
    return kind === 'created' ? before.length === 0 : kind === 'cancelled' || before.includes('created')
  }
  const fresh = orders.flatMap((order) =>
    sides
      .filter((side) => order.order[side].chain === name)
      .flatMap((side) => (['created', 'claimed', 'cancelled'] as const).map((kind) => eventOf(order, side, kind))),
  )
  // A cancellation without a vault is rare: a creator recovers a prefund.
  const common = fresh.filter(({ subject, kind }) => kind !== 'cancelled' || done.get(subject) !== undefined)
  return [...mempool, ...common, ...common, ...fresh].filter(isLegal)
}

function mineBlock(watched: Watched, orders: readonly ModelOrder[], picks: readonly number[], secs: number): void {
  const events: PendingEvent[] = []
  for (const pick of picks) {
    const choices = possible(watched, orders).filter(({ subject }) =>
      events.every((event) => event.subject !== subject),
    )
    const event = choices[pick % choices.length]
    if (event === undefined) continue
    events.push(event)
    const waiting = watched.mempool.indexOf(event)
    if (waiting >= 0) watched.mempool.splice(waiting, 1)
  }
  const { timestamp } = watched.model.mine(events, secs)
  watched.latest = Math.max(watched.latest, timestamp)
  watched.highest = Math.max(watched.highest, watched.model.blocks.length - 1)
  counts.blocks += 1
  counts.events += events.length
}

function replace(watched: Watched, wanted: number): void {
  const { model, mempool } = watched
  const head = model.blocks.length - 1
  const depth = Math.min(wanted, head - 1, head - (watched.highest - remembered))
  if (depth <= 0) return
  watched.replaced = model.drop(depth)
  mempool.push(
    ...watched.replaced.flatMap(({ events }) =>
      events.map(({ subject, kind, payload, txHash }) => ({ subject, kind, payload, txHash })),
    ),
  )
  counts.forks += 1
  counts.deepest = Math.max(counts.deepest, depth)
}

/** Restores the branch that was replaced last, if it still fits. */
function putBack(watched: Watched): boolean {
  const { model, replaced, mempool } = watched
  const first = replaced[0]
  if (first === undefined) return false
  const depth = model.blocks.length - Number(first.number)
  if (depth < 0 || model.blocks[Number(first.number) - 1]?.hash !== first.parentHash) return false
  if (depth > 0) replace(watched, depth)
  if (model.blocks.at(-1)?.hash !== first.parentHash) return false
  model.putBack(replaced)
  watched.highest = Math.max(watched.highest, model.blocks.length - 1)
  const included = new Set(replaced.flatMap(({ events }) => events.map(({ txHash }) => txHash)))
  mempool.splice(0, mempool.length, ...mempool.filter(({ txHash }) => !included.has(txHash)))
  return true
}

/** Only a process that dies gets a separate client, because each client has to prepare its queries again. */
const clientOf = (breakAt: Break | undefined) =>
  breakAt === undefined ? database.prisma : prismaOf(breakable(database.pool, breakAt))

const storeOf = (name: string, breakAt?: Break) =>
  makeChainStore(clientOf(breakAt), configOf(name), {
    rememberedBlocks: BigInt(remembered),
    now: Date.now,
    assets: pricedAssets,
  })
const configOf = (name: string) => chainConfig('devnet_a', { chain: name, confirmations })

/** A process with small steps, so that a gap takes several steps and the next one is read while one is stored. */
const processOf = (watched: Watched, breakAt?: Break | null): Poll => {
  const { name, model } = watched
  const store = storeOf(name, breakAt ?? undefined)
  return {
    ...pollOf(configOf(name), model, store, { endpoints: endpointsOf(watched), now: () => watched.clockMs }),
    stepBlocks: 4n,
  }
}

function endpointsOf(watched: Watched): Endpoint[] {
  const { model, lies, liar, isLiarFirst } = watched
  const honest = endpointOf('honest', model.answer)
  if (lies === undefined) return [honest]
  const lying = endpointOf('liar', makeLiar(model, lies))
  const third = endpointOf('third', async (question) => {
    if (watched.isThirdSilent) throw new EndpointError('timeout', 'the third endpoint does not answer')
    return model.answer(question)
  })
  const others = liar === 'of three' ? [honest, third] : [honest]
  return isLiarFirst ? [lying, ...others] : [...others, lying]
}

/**
 * Polls once, with the process that watches the chain or with one that dies. After a death the next poll starts another
 * process.
 */
async function poll(watched: Watched, breakAt?: Break | null): Promise<void> {
  watched.clockMs += restMs
  if (breakAt == null) watched.process ??= processOf(watched)
  const process = (breakAt == null ? watched.process : undefined) ?? processOf(watched, breakAt)
  try {
    if ((await pollChain(process)).found === 'advanced') counts.advanced += 1
  } catch (error) {
    if (!(error instanceof Killed) && !(error instanceof UnbelievedError)) throw error
    if (error instanceof Killed) counts.kills += 1
  }
}

/** An event that the chain does not have, which its vaults could have emitted. */
function inventionOf(watched: Watched, orders: readonly ModelOrder[], { invents }: Action): Invention | undefined {
  if (invents === null) return undefined
  const choices = possible(watched, orders)
  const event = choices[invents.pick % choices.length]
  if (event === undefined) return undefined
  const txHash = toHex(randomBytes(32))
  inventedTxs.push(txHash)
  return { ...invents, event: { ...event, txHash } }
}

async function act(watched: Watched, orders: readonly ModelOrder[], action: Action): Promise<void> {
  const { model } = watched
  const isBack = action.back && putBack(watched)
  if (!isBack && action.fork > 0) replace(watched, action.fork)
  for (let block = 0; block < action.gap; block += 1) mineBlock(watched, orders, block === 5 ? [block] : [], 1)
  if (watched.lies !== undefined) {
    Object.assign(watched.lies, action.lies, { invents: inventionOf(watched, orders, action) })
    watched.isThirdSilent = action.isThirdSilent
    counts.lies += 1
  }
  let reads = 0
  model.onRead = () => {
    reads += 1
    // The chain does not change while an endpoint lies, because the honest endpoint must not fail at the same time.
    if (reads !== action.changeAt || watched.lies !== undefined) return
    replace(watched, 1)
    mineBlock(watched, orders, [reads, reads], 2)
    mineBlock(watched, orders, [], 1)
    counts.changedWhileRead += 1
  }
  for (const [index, { picks, secs }] of action.blocks.entries()) {
    if (!isBack) mineBlock(watched, orders, picks, secs)
    if (action.poll === 'after each block') await poll(watched, index === 0 ? action.kill : undefined)
  }
  if (action.poll === 'at the end') await poll(watched, action.kill)
  if (action.poll === 'twice at once') await Promise.all([poll(watched, action.kill), poll(watched)])
  model.onRead = () => undefined
}

function newOrder(source: string, destination: string, lifeSecs = 200): Promise<ModelOrder> {
  const createdAt = new Date(startTime * 1000)
  const terms = (chain: string, cancelAfter: number) => ({
    chain,
    asset: `${chain}:usdc`,
    cancelAfter,
    createdAt,
    updatedAt: createdAt,
  })
  return storeOrderWithSecret(
    database.sql,
    { userId: `user of ${source}`, createdAt, updatedAt: createdAt },
    { source: terms(source, startTime + 2 * lifeSecs), destination: terms(destination, startTime + lifeSecs) },
  )
}

function newWatched(name: string, { liar, isLiarFirst, isProvable }: Case): Watched {
  const lies = liar === 'none' ? undefined : { ...noLies }
  return { ...watchedOf(name, lies, isProvable), liar, isLiarFirst }
}

async function runCase(one: Case): Promise<void> {
  const { actions, lifeSecs } = one
  caseNumber += 1
  const number = caseNumber
  const chains = (['left', 'right'] as const).map((side) => newWatched(`${side}_${number}`, one))
  const [left, right] = chains as [Watched, Watched]
  counts.chains += 2
  const orders = [await newOrder(left.name, right.name, lifeSecs), await newOrder(right.name, left.name, lifeSecs)]
  for (const action of actions) await act(chains[action.chain] as Watched, orders, action)
  if (number % 7 === 0) await foldStats(database.prisma)
  for (const watched of chains) {
    const { model } = watched
    // At the end a chain becomes longer than it ever was.
    do watched.latest = Math.max(watched.latest, model.mine().timestamp)
    while (model.blocks.length - 1 <= watched.highest)
    if (watched.lies === undefined) await catchUp(watched.process ?? processOf(watched))
    else await catchUpWithLiar(watched)
  }
  await compareWithChains(left, right, orders)
}

/**
 * Catches up on a chain with a liar. A liar among two endpoints is truthful from here on, while everything stays that was
 * stored during its lies. A liar among three goes on lying, and must not stop the others.
 */
async function catchUpWithLiar(watched: Watched): Promise<void> {
  Object.assign(watched, { process: undefined, isThirdSilent: false })
  if (watched.liar !== 'of three') Object.assign(watched.lies ?? {}, noLies)
  const process = processOf(watched)
  // Several idle polls are needed, because the clock of the chain must have moved as well.
  for (let [atRest, polls] = [0, 0]; atRest < 3; polls += 1) {
    expect(polls).toBeLessThan(1_000)
    watched.clockMs += restMs
    const outcome = await pollChain(process).catch((error: unknown) => {
      if (watched.liar === 'of three' && error instanceof UnbelievedError) return undefined
      throw error
    })
    const isAtRest = outcome?.found === 'idle' && outcome.at === BigInt(watched.model.blocks.length - 1)
    if (outcome !== undefined) atRest = isAtRest ? atRest + 1 : 0
  }
}

async function compareWithChains(left: Watched, right: Watched, orders: readonly ModelOrder[]): Promise<void> {
  const depths = { confirmations, remembered }
  const modelOf = (chain: string) => (chain === left.name ? left.model : right.model)
  const latestOf = (chain: string) => (chain === left.name ? left.latest : right.latest)
  for (const one of orders) {
    const { orderId } = one.order
    const { rows: intents } = await database.pool.query(
      'SELECT * FROM intents WHERE order_id = $1 ORDER BY side DESC',
      [orderId],
    )
    const expected = sides.map((side) => expectedIntent(modelOf(one.order[side].chain), one, side, depths))
    for (const [index, intent] of intents.entries()) expect(intent).toMatchObject(expected[index] ?? {})
    const status = expectedStatus(expected[0]?.status ?? '', expected[1]?.status ?? '')
    const claims = expected.map((intent) => (intent as { claim_timestamp?: Date | null }).claim_timestamp)
    const completedAt = new Date(Math.max(...claims.map((claim) => claim?.getTime() ?? 0)))
    const { rows: found } = await database.pool.query(
      'SELECT status, completed_at, last_event_seq FROM orders WHERE order_id = $1',
      [orderId],
    )
    const { rows: outbox } = await database.pool.query<OutboxRow>(
      'SELECT * FROM order_events WHERE order_id = $1 ORDER BY order_seq',
      [orderId],
    )
    expect(found).toEqual([
      { status, completed_at: status === 'completed' ? completedAt : null, last_event_seq: outbox.length },
    ])
    // No lie about the time has ended an order, not even for a while.
    const isOver = sides.some((side) => latestOf(one.order[side].chain) >= one.order[side].cancelAfter)
    if (!isOver) expect(outbox.filter((event) => ['expired', 'refundable'].includes(event.status))).toEqual([])
    expect(readOutbox(outbox)).toEqual({
      facts: sides.flatMap((side) => expectedFacts(modelOf(one.order[side].chain), one, side, depths)).sort(),
      status,
    })
  }
}

/** Compares every roll-up with the orders by plain code. The orders themselves were compared with the chains before. */
async function compareRollups(): Promise<void> {
  await foldStats(database.prisma)
  const { rows: orders } = await database.pool.query<{
    user_id: string
    hour: Date
    source_asset: string
    dest_asset: string
    status: string
    volume_usd: string
    secs: number | null
  }>(
    `SELECT user_id, date_trunc('hour', created_at, 'UTC') AS hour, source_asset, dest_asset, status, volume_usd,
       extract(epoch FROM completed_at - created_at)::float8 AS secs FROM orders`,
  )
  const pairs = new Map<string, number[]>()
  const hours = new Map<string, number[]>()
  const add = (to: Map<string, number[]>, key: string, sums: readonly number[]) =>
    to.set(
      key,
      sums.map((sum, index) => sum + (to.get(key)?.[index] ?? 0)),
    )
  const statuses = new Map<string, number>()
  const users = new Map<string, number>()
  for (const { user_id, hour, source_asset, dest_asset, status, volume_usd, secs } of orders) {
    const isDone = status === 'completed'
    const isCancelled = status === 'cancelled' || status === 'expired'
    const sums = [1, isDone ? 1 : 0, isCancelled ? 1 : 0, isDone ? Number(volume_usd) : 0, secs ?? 0]
    add(pairs, `${source_asset} ${dest_asset}`, sums)
    add(hours, hour.toISOString(), sums)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    users.set(user_id, (users.get(user_id) ?? 0) + 1)
  }
  const storedSums =
    'ARRAY[total_orders, completed_orders, cancelled_orders, completed_volume_usd, completion_secs]::float8[]'
  const { rows: storedPairs } = await database.pool.query(
    `SELECT source_asset || ' ' || dest_asset AS pair, ${storedSums} AS sums FROM stats_pairs`,
  )
  expect(new Map(storedPairs.map(({ pair, sums }) => [pair, sums]))).toEqual(pairs)
  const { rows: storedHours } = await database.pool.query(`SELECT hour, ${storedSums} AS sums FROM stats_hours`)
  expect(new Map(storedHours.map(({ hour, sums }) => [hour.toISOString(), sums]))).toEqual(hours)
  const { rows: counters } = await database.pool.query(
    `SELECT name, value::int FROM stats_counters WHERE value <> 0 AND name <> 'folded_seq'`,
  )
  expect(new Map(counters.map(({ name, value }) => [name, value]))).toEqual(
    new Map([...statuses].map(([status, count]) => [`status:${status}`, count])),
  )
  const { rows: storedUsers } = await database.pool.query('SELECT user_id, total_orders::int FROM stats_users')
  expect(new Map(storedUsers.map(({ user_id, total_orders }) => [user_id, total_orders]))).toEqual(users)
}

describe('the watcher, killed anywhere, on chains that fork', () => {
  it('ends with what the final chains say', async () => {
    const property = fc.asyncProperty(caseArbitrary, runCase)
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        fc.assert(property, { seed: seed + lane, numRuns: Math.ceil(runs / lanes) }),
      ),
    )
    await compareRollups()
    const { rows: believed } = await database.pool.query('SELECT * FROM chain_events WHERE tx_hash = ANY($1)', [
      inventedTxs,
    ])
    expect(believed).toEqual([])
    process.stderr.write(`property: seed ${seed}, ${JSON.stringify(counts)}\n`)
  })
})

describe('the watcher, on a chain whose clock went back', () => {
  it('takes back what only time had changed', async () => {
    const watched = watchedOf('clock_a')
    const other = watchedOf('clock_b')
    const orders = [await newOrder('clock_a', 'clock_b')]
    mineBlock(watched, orders, [], 1)
    mineBlock(watched, orders, [], 450)
    mineBlock(watched, orders, [], 1)
    await poll(watched)
    await poll(watched)
    await poll(other)
    const status = async () =>
      (await database.pool.query('SELECT status FROM orders WHERE order_id = $1', [orders[0]?.order.orderId])).rows[0]
        ?.status
    expect(await status()).toBe('expired')
    replace(watched, 2)
    for (let block = 0; block < 3; block += 1) mineBlock(watched, orders, [], 10)
    await catchUp(pollOf(configOf('clock_a'), watched.model, storeOf('clock_a')))
    await catchUp(pollOf(configOf('clock_b'), other.model, storeOf('clock_b')))
    expect(await status()).toBe('created')
    await compareWithChains(watched, other, orders)
  })
})
