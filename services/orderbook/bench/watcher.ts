/**
 * `npm run bench -- watcher`: a cold start over 20,000 blocks with 50,000 escrow events on anvil, beside a loop that only
 * calls eth_getLogs for the same ranges and decodes the logs: once with the full decoder, and once with the watcher's own,
 * which leaves out what the watcher does not keep. The watcher runs with events that belong to no order, and again with an
 * order behind every vault, where each event is also projected and announced. The first result is how many requests one
 * block costs while nothing happens, over all endpoints together.
 */
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type ChainConfig, networkSchema } from '@tandem/contracts'
import { decodeEscrowLog, escrowEventTopics } from '@tandem/escrow'
import { startAnvil, startPostgres } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import pg from 'pg'
import { numberToHex, type RpcLog } from 'viem'
import { prismaOf } from '../src/db/client.ts'
import { makeChainQuorum } from '../src/network/chain-quorum.ts'
import { makeChainReader } from '../src/watcher/chain-reader.ts'
import { makeChainStore } from '../src/watcher/db/chain.store.ts'
import { minRememberedBlocks as rememberedBlocks } from '../src/watcher/domain/remembered-blocks.ts'
import type { EventSource } from '../src/watcher/event-source.ts'
import { leadChain } from '../src/watcher/lead-chain.ts'
import { PollMemory, pollChain } from '../src/watcher/poll.ts'
import type { Step } from '../src/watcher/ports.ts'
import { readEscrowLog } from '../src/watcher/read-escrow-log.ts'
import { sourceOfChain } from '../src/watcher/source-of-chain.ts'
import { startFaultyProxy } from '../test/support/faulty-proxy.ts'
import { emitterOn, insertOrders, logOf, networkOf, registry } from './escrow-chain.ts'

const { values: options } = parseArgs({
  options: {
    blocks: { type: 'string', default: '20000' },
    events: { type: 'string', default: '50000' },
    endpoints: { type: 'string', default: '1' },
  },
})
const blocks = Number(options.blocks)
const events = Number(options.events)
const perBlock = 25
const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
/** The contracts with the history of block hashes (EIP-2935) and of beacon roots (EIP-4788). */
const systemContracts = ['0x0000f90827f1c53a10cb7a02335b175320002935', '0x000f3df6d732807ef1319fb7b8bb8522d0beac02']
const silent = () => undefined
const progress = (what: string) => console.error(what)

const anvil = await startAnvil({ chainId: 31_900, pruneHistory: true })
const postgres = await startPostgres()
try {
  const network = networkSchema.parse(networkOf([anvil], 2))
  const [config] = network.chains
  const source = config && sourceOfChain(config, network)
  if (config === undefined || source === undefined) throw new Error('the network has no chain')
  const urls = Array.from({ length: Number(options.endpoints) }, () => anvil.rpcUrl)
  await countQuestions(config, source)
  const began = performance.now()
  await makeChain()
  const mined = ((performance.now() - began) / 1000).toFixed(0)
  const head = BigInt(await headNumber())
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
  )
  console.log(
    `${head} blocks, ${events} events in ${events / perBlock} of them, mined in ${mined} s; load average ${loadavg()[0]?.toFixed(1)} before\n`,
  )
  console.log(
    '| run | seconds | of them storing | blocks/s | events/s | of the bare loop | memory MB, at each fifth | most |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  const bare = await bareLoop(head, decodeEscrowLog)
  row('eth_getLogs and decode', bare, bare)
  row("eth_getLogs and the watcher's decoder", await bareLoop(head, readEscrowLog), bare)
  row('the watcher, events of no order', await watch('none', 0), bare)
  row('the watcher, an order behind every vault', await watch('orders', events / 2), bare)
  row('eth_getLogs and decode, again', await bareLoop(head, decodeEscrowLog), bare)

  /**
   * Counts requests. Everything is as in production, except that no lock gives this process the
   * lead of the chain. No WebSocket announces blocks, so the watcher polls by the clock. The chain
   * makes a block every two seconds.
   */
  async function countQuestions(config: ChainConfig, source: EventSource): Promise<void> {
    const { request } = await emitterOn(anvil)
    const ends = await Promise.all(urls.map(startFaultyProxy))
    const asked = () => ends.flatMap(({ calls }) => [...calls.values()]).reduce((sum, count) => sum + count, 0)
    const databaseUrl = await postgres.createDatabase('watcher_questions')
    await applyMigrations({ databaseUrl, migrationsDir })
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 5 })
    const slow: ChainConfig = { ...config, block_time_ms: 2_000, finality_tag: 'finalized' }
    const quorum = makeChainQuorum(
      slow,
      ends.map(({ url }) => url),
      {
        ...{ timeoutMs: 10_000, now: Date.now, observer: {} },
      },
    )
    const reader = makeChainReader(slow, source, quorum, {
      logsBudgetMs: 30_000,
      maxAheadSecs: 31_536_000,
      now: Date.now,
    })
    const stopping = new AbortController()
    const none = { stepped: silent, reorged: silent, turned: silent }
    const leading = leadChain(
      slow,
      reader,
      {
        ...{ rpcUrls: {}, requestTimeoutMs: 10_000, now: Date.now },
        storeOf: (of) => makeChainStore(prismaOf(pool), of, { rememberedBlocks, now: Date.now, assets: [] }),
        observer: {
          ...{ leads: silent, failed: (_chain, error) => console.error(error), polled: silent, subscribed: silent },
          ...{ ofChain: () => none, ofEndpoints: () => ({}) },
        },
      },
      { readings: { noteRead: silent, noteTried: silent }, lost: new Promise(silent), stopping: stopping.signal },
    )
    await request('evm_setIntervalMining', 2)
    await sleep(10_000)
    const [before, from] = [asked(), Number(await headNumber())]
    await sleep(60_000)
    const perBlock = (asked() - before) / (Number(await headNumber()) - from)
    console.log(`${perBlock.toFixed(2)} questions a block of 2 s, ${urls.length} endpoints\n`)
    stopping.abort()
    await leading
    await request('evm_setIntervalMining', 0)
    await Promise.all(ends.map((end) => end.stop()))
    await pool.end()
  }

  type Run = { seconds: number; memory: readonly number[]; storing?: number }

  function row(name: string, { seconds, memory, storing = 0 }: Run, than: Run): void {
    const rate = (count: number) => (count / seconds).toFixed(0)
    const cells = [
      name,
      seconds.toFixed(1),
      storing.toFixed(1),
      rate(blocks),
      rate(events),
      (than.seconds / seconds).toFixed(2),
    ]
    const fifths = Array.from({ length: 6 }, (_, fifth) => memory[Math.round((fifth * (memory.length - 1)) / 5)])
    console.log(`| ${[...cells, fifths.join(' '), Math.max(...memory)].join(' | ')} |`)
  }

  /** Mines the chain. Every vault is created in its first half and claimed in its second half. */
  async function makeChain(): Promise<void> {
    const { emit, mine, request } = await emitterOn(anvil)
    // These two contracts store something with every block, all of which anvil hashes for the next block.
    for (const contract of systemContracts) await request('anvil_setCode', contract, '0x00')
    const filled = events / perBlock
    const gap = Math.floor(blocks / filled) - 1
    for (let block = 0; block < filled; block += 1) {
      const isFirstHalf = block < filled / 2
      const first = (isFirstHalf ? block : block - filled / 2) * perBlock
      await emit(
        Array.from({ length: perBlock }, (_, index) => logOf(first + index, isFirstHalf ? 'created' : 'claimed')),
      )
      if (gap > 0) await mine(gap)
      if ((block + 1) % Math.ceil(filled / 10) === 0) progress(`mined ${(block + 1) * (gap + 1)} of ${blocks} blocks`)
    }
  }

  async function headNumber(): Promise<string> {
    const { request } = await emitterOn(anvil)
    return (await request('eth_blockNumber')) as string
  }

  async function bareLoop(to: bigint, decode: (log: RpcLog) => unknown): Promise<Run> {
    const { request } = await emitterOn(anvil)
    const memory = [rssMb()]
    const started = performance.now()
    let decoded = 0
    for (let from = 0n; from <= to; from += 2_000n) {
      const filter = {
        address: registry,
        topics: [[...escrowEventTopics]],
        fromBlock: numberToHex(from),
        toBlock: numberToHex(from + 1_999n < to ? from + 1_999n : to),
      }
      const logs = (await request('eth_getLogs', filter)) as RpcLog[]
      for (const log of logs) if (decode(log) !== undefined) decoded += 1
      memory.push(rssMb())
    }
    if (decoded !== events) throw new Error(`${decoded} events of ${events}`)
    return { seconds: (performance.now() - started) / 1000, memory }
  }

  async function watch(label: string, orders: number): Promise<Run> {
    if (config === undefined || source === undefined) throw new Error('the network has no chain')
    const databaseUrl = await postgres.createDatabase(`watcher_${label}`)
    await applyMigrations({ databaseUrl, migrationsDir })
    if (orders > 0)
      await insertOrders(
        databaseUrl,
        Array.from({ length: orders }, (_, n) => ({ n, chain: config.chain })),
      )
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 5 })
    const memory = [rssMb()]
    const store = makeChainStore(prismaOf(pool), config, { rememberedBlocks, now: Date.now, assets: [] })
    let storingMs = 0
    const poll = {
      config,
      reader: makeChainReader(
        config,
        source,
        makeChainQuorum(config, urls, {
          ...{ timeoutMs: 30_000, now: Date.now },
          observer: { failed: (name, _question, _fault, words) => console.error(name, words) },
        }),
        { logsBudgetMs: 30_000, maxAheadSecs: 31_536_000, now: Date.now },
      ),
      store: {
        ...store,
        apply: async (step: Step) => {
          const began = performance.now()
          const changed = await store.apply(step)
          storingMs += performance.now() - began
          return changed
        },
      },
      observer: {
        stepped: ({ to }: Step) => {
          memory.push(rssMb())
          if (memory.length % 3 === 0) progress(`${label}: stored block ${to.number}, ${rssMb()} MB`)
        },
        reorged: silent,
        turned: silent,
      },
      now: Date.now,
      memory: new PollMemory(),
    }
    const started = performance.now()
    while ((await pollChain(poll)).found === 'advanced');
    const seconds = (performance.now() - started) / 1000
    const { rows } = await pool.query<{ events: number; claimed: number }>(
      `SELECT (SELECT count(*)::int FROM chain_events) AS events,
         (SELECT count(*)::int FROM intents WHERE side = 'source' AND status = 'claimed') AS claimed`,
    )
    if (rows[0]?.events !== events || rows[0].claimed !== orders)
      throw new Error(`it missed some: ${JSON.stringify(rows)}`)
    await pool.end()
    return { seconds, memory, storing: storingMs / 1000 }
  }
} finally {
  await postgres.stop()
  await anvil.stop()
}
process.exit(0)

function rssMb(): number {
  return Math.round(process.memoryUsage.rss() / 1024 / 1024)
}
