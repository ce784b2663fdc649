/**
 * `npm run bench -- quotes`: how long `POST /quotes` takes with ten makers, of which one hangs, one lies about its price, one
 * forges signatures and one answers garbage. Makers run in a process of their own.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '@tandem/local-services'
import { requestQuote } from '../test/support/api.ts'
import { startFakeMaker } from '../test/support/fake-maker.ts'
import { makersFile } from '../test/support/makers-file.ts'
import { startTestOrderbook } from '../test/support/orderbook.ts'

type FromMakers = { entries: object[] } | { took: Record<string, number> }

/** The makers' side: tells its parent the entries of the makers, and at the end how long honest answers took. */
async function runMakers(): Promise<void> {
  const took: Record<string, number> = {}
  const timed = async <T>(quoteId: string, answer: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const answered = await answer()
    took[quoteId] = Math.max(took[quoteId] ?? 0, performance.now() - start)
    return answered
  }
  const honest = [0n, 1n, 2n, 3n, 4n, 5n].map((step) =>
    startFakeMaker(`honest-${step}`, 24_980_000n + step, { quote: (sign, ask) => timed(ask.quote_id, sign) }),
  )
  const makers = await Promise.all([
    ...honest,
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
  process.send?.({ took } satisfies FromMakers)
  await Promise.all(makers.map(({ stop }) => stop()))
  process.disconnect()
}

async function answerOf(child: ChildProcess): Promise<FromMakers> {
  const [answer] = (await once(child, 'message')) as [FromMakers]
  return answer
}

const share = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quotes: { type: 'string', default: '1000' }, rate: { type: 'string', default: '20' } },
  })
  const [count, rate] = [Number(values.quotes), Number(values.rate)]
  const postgres = await startPostgres()
  process.env.TANDEM_TEST_DATABASE_URL = postgres.url('postgres')
  const child = fork(fileURLToPath(import.meta.url), ['--makers'], { stdio: 'inherit' })
  const started = await answerOf(child)
  const file = makersFile('entries' in started ? started.entries : [])
  const env = { MAKERS_FILE: file.path, MAKERS_ALLOW_PRIVATE: 'true' }
  const book = await startTestOrderbook('bench_quotes', env)
  const start = performance.now()
  const results = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index * 1000) / rate))
      const sent = performance.now()
      const quote = await requestQuote(book.api)
      return { id: quote.quote_id, winner: quote.maker_quote?.maker_id ?? 'none', ms: performance.now() - sent }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  child.send('end')
  const ended = await answerOf(child)
  const took = 'took' in ended ? ended.took : {}
  const beyond = results.map(({ id, ms }) => ms - (took[id] ?? 0)).sort((one, other) => one - other)
  const winners = new Map<string, number>()
  for (const { winner } of results) winners.set(winner, (winners.get(winner) ?? 0) + 1)
  const ms = (part: number) => `${share(beyond, part).toFixed(0)} ms`
  process.stdout.write(`${count} quotes in ${seconds.toFixed(1)} s, beyond the slowest honest answer's own time:\n`)
  process.stdout.write(`p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}, most ${ms(1)}\n`)
  process.stdout.write(`won by: ${[...winners].map(([maker, wins]) => `${maker} ${wins}`).join(', ')}\n`)
  file.remove()
  await book.stop()
  await postgres.stop()
}

await (process.argv.includes('--makers') ? runMakers() : main())
