/**
 * `npm run bench -- quotes`: how long `POST /quotes` takes with ten makers, of which one hangs, one lies about its price,
 * one forges signatures, one answers garbage, and one has the best price but funds only half of the orders that it wins,
 * the fader. The makers run in a separate process. No chain runs: what a chain would show of the fader's orders is written
 * into the database. Exits with 1 when a hostile maker wins, or when the fader wins during its cooldown.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type OrderWire, orderSchema, type QuoteWire } from '@tandem/contracts'
import { percentile, startPostgres } from '@tandem/local-services'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { orderBody, requestQuote, resultOf } from '../test/support/api.ts'
import { randomHash } from '../test/support/builders.ts'
import { migrationsDir } from '../test/support/database.ts'
import { startFakeMaker } from '../test/support/fake-maker.ts'
import { makersFile } from '../test/support/makers-file.ts'
import { startTestOrderbook, type TestOrderbook } from '../test/support/orderbook.ts'

/** How many base units the best of the honest makers pays. */
const bestHonest = 24_980_004n
const fader = 'fades'
/** After this many orders of the fader the chain's clock passes their times to fill. */
const ordersUntilCounted = 20
/** How old the cooldowns may be that the orderbook knows. */
const benchKnownMs = 2_000

/** How long makers may take to answer, and for how long a quote is held back. */
const windowMs = 300

type FromMakers = { entries: object[] }

/** Runs the makers' process, which sends the makers' entries to its parent. */
async function runMakers(): Promise<void> {
  const honest = [0n, 1n, 2n, 3n, 4n].map((step) => startFakeMaker(`honest-${step}`, bestHonest - 4n + step))
  const makers = await Promise.all([
    ...honest,
    startFakeMaker(fader, bestHonest + 10n),
    startFakeMaker('hangs', 25_000_000n, { quote: () => 'hang' }),
    startFakeMaker('lies', 250_000_000n),
    startFakeMaker('garbage', 25_000_000n, { quote: () => ({ body: '{"message":[[[' }) }),
    startFakeMaker('forges', 25_000_000n, {
      quote: async (sign) => {
        const answer = await sign()
        if (answer === 'hang') return answer
        return { body: { ...(answer.body as object), signature: `0x${'11'.repeat(64)}1b` } }
      },
    }),
  ])
  process.send?.({ entries: makers.map(({ entry }) => entry) } satisfies FromMakers)
  await once(process, 'message')
  await Promise.all(makers.map(({ stop }) => stop()))
  process.disconnect()
}

async function answerOf(child: ChildProcess): Promise<FromMakers> {
  const [answer] = (await once(child, 'message')) as [FromMakers]
  return answer
}

const hostile = new Set(['hangs', 'lies', 'garbage', 'forges'])

/** Plays the fader's orders: the first is filled, the second is not, and so on. */
function makeFading(book: TestOrderbook) {
  const { prisma } = book.database
  let orders = 0
  let countedAt: number | undefined
  let wins = 0
  let winsAfter = 0
  let withdrawn = 0

  async function createEscrow(order: OrderWire, side: 'source' | 'destination'): Promise<void> {
    await prisma.$executeRawUnsafe(
      `UPDATE intents SET create_tx_hash = $1, create_block_number = 7, create_timestamp = to_timestamp($2)
       WHERE order_id = $3::uuid AND side::text = $4`,
      randomHash(),
      (order.initiate_by ?? 0) - 10,
      order.order_id,
      side,
    )
    await prisma.order.update({ where: { orderId: order.order_id }, data: { status: `${side}_initiated` } })
  }

  /** Moves the clock of the destination's chain past the time to fill. */
  async function passTime(order: OrderWire): Promise<void> {
    await prisma.$executeRawUnsafe(
      `INSERT INTO chain_cursors (chain, number, hash, head_number, head_timestamp, clock, clock_number, updated_at)
       VALUES ('devnet_b', 102, $1, 102, $2, $2, 100, now())`,
      randomHash(),
      (order.fill_by ?? 0) + 60,
    )
    countedAt = performance.now()
  }

  return {
    async take(quote: QuoteWire, askedAt: number): Promise<void> {
      wins += 1
      if (countedAt !== undefined) {
        if (askedAt > countedAt + benchKnownMs) winsAfter += 1
        return
      }
      const answer = await book.api.post('/orders').send(orderBody(quote))
      // On a slow machine a maker's acceptance may come too late. The order is then refused, and does not count as a fade.
      if (answer.body.code === 'QUOTE_WITHDRAWN') {
        withdrawn += 1
        return
      }
      orders += 1
      const nth = orders
      const order = resultOf(answer, orderSchema)
      await createEscrow(order, 'source')
      if (nth % 2 === 1) await createEscrow(order, 'destination')
      if (nth === ordersUntilCounted) await passTime(order)
    },
    /** @returns whether the fader won nothing once its fades counted. */
    report(): boolean {
      process.stdout.write(
        `the fader won ${wins} quotes, took no order of ${withdrawn}; it won ${winsAfter} ${benchKnownMs / 1000} s after its fades counted\n`,
      )
      return countedAt !== undefined && winsAfter === 0
    },
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quotes: { type: 'string', default: '1000' },
      rate: { type: 'string', default: '20' },
      'warm-up': { type: 'string', default: '100' },
    },
  })
  const [count, rate, warmUp] = [Number(values.quotes), Number(values.rate), Number(values['warm-up'])]
  const postgres = await startPostgres()
  process.env.TANDEM_TEST_DATABASE_URL = postgres.url('postgres')
  // The orderbook's database is a copy of this one, as in the integration tests.
  await applyMigrations({ databaseUrl: await postgres.createDatabase('orderbook'), migrationsDir })
  const child = fork(fileURLToPath(import.meta.url), ['--makers'], { stdio: 'inherit' })
  const started = await answerOf(child)
  const file = makersFile(started.entries)
  const env = {
    MAKERS_FILE: file.path,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    MAKERS_ANSWER_MS: String(windowMs),
    MAX_OPEN_QUOTES: '0',
    MAX_UNFUNDED: '0',
    CHAIN_MAX_AHEAD_SECS: '31536000',
  }
  const book = await startTestOrderbook('bench_quotes', env)
  const fading = makeFading(book)
  const start = performance.now()
  const results = await Promise.all(
    Array.from({ length: warmUp + count }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index * 1000) / rate))
      const sent = performance.now()
      // Equal requests would share an auction.
      const quote = await requestQuote(book.api, { source_amount: String(25_000_000 + index) })
      const ms = performance.now() - sent
      const winner = quote.maker_quote?.maker_id ?? 'none'
      if (winner === fader) await fading.take(quote, sent)
      return { winner, amount: BigInt(quote.destination.amount), ms }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  child.send('end')
  const beyondOf = (some: typeof results) => some.map(({ ms }) => ms - windowMs)
  const winners = new Map<string, number>()
  for (const { winner } of results) winners.set(winner, (winners.get(winner) ?? 0) + 1)
  const shares = (beyond: readonly number[]) => {
    const ms = (part: number) => `${percentile(beyond, part).toFixed(0)} ms`
    return `p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}, most ${ms(1)}\n`
  }
  process.stdout.write(`${results.length} quotes in ${seconds.toFixed(1)} s, beyond the window of ${windowMs} ms:\n`)
  process.stdout.write(
    `the first ${warmUp}, of programs that have just started: ${shares(beyondOf(results.slice(0, warmUp)))}`,
  )
  process.stdout.write(`the ${count} after them: ${shares(beyondOf(results.slice(warmUp)))}`)
  process.stdout.write(`won by: ${[...winners].map(([maker, wins]) => `${maker} ${wins}`).join(', ')}\n`)
  const honest = results.filter(({ winner }) => winner === fader || winner.startsWith('honest'))
  const best = results.filter(({ amount }) => amount >= bestHonest)
  process.stdout.write(`best honest price or better: ${best.length}; from a maker that hangs, lies or forges: `)
  process.stdout.write(`${results.length - honest.length - (winners.get('none') ?? 0)}\n`)
  const isFine = fading.report()
  process.exitCode = isFine && results.every(({ winner }) => !hostile.has(winner)) ? 0 : 1
  file.remove()
  await book.stop()
  await postgres.stop()
}

await (process.argv.includes('--makers') ? runMakers() : main())
