/** Operators change the list of makers in a file while the orderbook makes quotes. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { makerListSchema, orderConsentSchema, orderSchema, type QuoteWire, quoteSchema } from '@tandem/contracts'
import { until } from '@tandem/local-services'
import { configProblems } from '../../src/config.ts'
import { sha256Of } from '../../src/watch-file.ts'
import { errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { randomHash } from '../support/builders.ts'
import type { FakeMaker } from '../support/fake-maker.ts'
import { keptMakersFile, startMaker, startMakerBook } from '../support/maker-book.ts'
import { testConfig } from '../support/orderbook.ts'

const winnerOf = (quote: QuoteWire) => quote.maker_quote?.maker_id ?? null
const suspended = ({ entry }: FakeMaker) => ({ ...entry, suspended: true })

/** An orderbook whose file lists these makers. */
async function bookWith(...makers: FakeMaker[]) {
  const book = await startMakerBook(makers)
  const hashOf = async () => (await book.api.get('/ready')).body.files.MAKERS_FILE
  /** Returns once the orderbook uses the new version. */
  async function write(entries: readonly object[], more: object = {}): Promise<void> {
    const text = JSON.stringify({ ...more, makers: entries })
    book.file.write(text)
    await until(async () => (await hashOf()) === sha256Of(text), 'the new file is in use')
  }
  return { book, file: book.file, hashOf, write }
}

describe('MAKERS_FILE, changed while the orderbook runs', () => {
  it('has its makers asked without a restart, and tells nobody their secrets', async () => {
    const [one, two] = [await startMaker('one', 24_980_000n), await startMaker('two', 24_990_000n)]
    const { book, write } = await bookWith(one)
    expect(winnerOf(await requestQuote(book.api))).toBe('one')
    await write([two.entry], { quote_engine: false })
    expect(winnerOf(await requestQuote(book.api))).toBe('two')
    expect([one.asked.quotes, two.asked.quotes]).toEqual([1, 1])
    const listed = await book.api.get('/makers')
    expect(resultOf(listed, makerListSchema).data.map(({ maker_id }) => maker_id)).toEqual(['two'])
    expect(listed.text).not.toContain(two.entry.secret.slice('whsec_'.length))
    await write([], { quote_engine: false })
    const asked = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' }
    expect(errorOf(await book.api.post('/quotes').send(asked))).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  })

  it('stays in its last good version while it is broken, and alarms', async () => {
    const one = await startMaker('one', 24_980_000n)
    const { book, file, hashOf, write } = await bookWith(one)
    const isBroken = async () => /orderbook_makers_file_broken\{[^}]*\} 1/.test((await book.api.get('/metrics')).text)
    const before = await hashOf()
    expect([before, await isBroken()]).toEqual([sha256Of(readFileSync(file.path, 'utf8')), false])
    file.write('{"makers": [')
    await until(isBroken, 'the broken file is seen')
    expect([(await book.api.get('/ready')).status, await hashOf()]).toEqual([200, before])
    expect(winnerOf(await requestQuote(book.api))).toBe('one')
    await write([one.entry, { ...one.entry, maker_id: 'two', signer: one.addresses.devnet_a }])
    expect(await isBroken()).toBe(false)
  })

  it('reaches a maker at its new endpoint, with its new secret', async () => {
    const elsewhere = await startMaker('elsewhere', 24_990_000n, { quote: () => ({ body: { declined: 'not here' } }) })
    const maker = await startMaker('one', 24_990_000n)
    const { book, write } = await bookWith(maker)
    const { endpoint, secret } = elsewhere.entry
    await write([{ ...maker.entry, endpoint, secret }])
    expect(winnerOf(await requestQuote(book.api))).toBeNull()
    await write([maker.entry])
    expect(winnerOf(await requestQuote(book.api))).toBe('one')
    expect([elsewhere.asked, maker.asked]).toMatchObject([
      { quotes: 1, unsigned: 0 },
      { quotes: 1, unsigned: 0 },
    ])
  })

  it.each<[string, (best: FakeMaker) => object[]]>([
    ['suspended', (best) => [suspended(best)]],
    ['taken out', () => []],
  ])('withdraws the open quotes of a maker that is %s, and gives their users the next best one', async (_how, left) => {
    const [best, second] = [await startMaker('best', 24_990_000n), await startMaker('second', 24_976_000n)]
    const { book, write } = await bookWith(best, second)
    const quotes = [await requestQuote(book.api), await requestQuote(book.api)]
    expect(quotes.map(winnerOf)).toEqual(['best', 'best'])
    const orderOf = (quote: QuoteWire) => book.api.post('/orders').send(orderBody(quote))
    async function nextOf(quote: QuoteWire | undefined): Promise<QuoteWire> {
      const refused = errorOf(await orderOf(quote ?? (undefined as never)))
      expect(refused).toMatchObject({ status: 409, code: 'QUOTE_WITHDRAWN' })
      return quoteSchema.parse(refused.details?.quote)
    }
    await write([...left(best), second.entry])
    const next = await nextOf(quotes[0])
    expect(winnerOf(next)).toBe('second')
    expect(resultOf(await orderOf(next), orderSchema).maker_quote?.maker_id).toBe('second')
    await write([...left(best), suspended(second)])
    expect(winnerOf(await nextOf(quotes[1]))).toBeNull()
    expect(winnerOf(await requestQuote(book.api))).toBeNull()
    expect(best.asked).toMatchObject({ quotes: 2, orders: 0 })
    expect(resultOf(await book.api.get('/makers'), makerListSchema).data).toEqual([])
  })

  it('leaves orders with the maker that took them: a suspended one is asked to give their money back', async () => {
    const maker = await startMaker('one', 24_990_000n, { refund: () => ({ body: { declined: 'still thinking' } }) })
    const { book, write } = await bookWith(maker)
    const body = orderBody(await requestQuote(book.api))
    const order = resultOf(await book.api.post('/orders').send(body), orderSchema)
    await write([suspended(maker)])
    await book.database.prisma.$executeRawUnsafe(
      `UPDATE intents SET create_tx_hash = $1, create_block_number = 7, create_timestamp = to_timestamp($2)
       WHERE order_id = $3::uuid AND side::text = 'source'`,
      randomHash(),
      (order.initiate_by ?? 0) - 10,
      order.order_id,
    )
    await book.database.prisma.$executeRawUnsafe(
      'UPDATE orders SET fill_by = 1 WHERE order_id = $1::uuid',
      order.order_id,
    )
    const consent = resultOf(await book.api.get(`/orders/${order.order_id}/consent`), orderConsentSchema)
    expect([consent.reason, maker.asked.refunds]).toEqual(['declined', 1])
  })
})

describe('MAKERS_FILE at the start', () => {
  it.each<[string, object[], string]>([
    ['a private endpoint', [{ endpoint: 'https://10.0.0.7/' }], 'not public'],
    ['a maker without a secret', [{ secret: undefined }], 'makers: 0: secret'],
  ])('keeps the orderbook from starting with %s', async (_name, over, problem) => {
    const { entry } = await startMaker('one', 1n)
    const file = await keptMakersFile(over.map((one) => ({ ...entry, endpoint: 'https://maker.example/', ...one })))
    expect(configProblems(testConfig('postgres://x', { MAKERS_FILE: file.path })).join('\n')).toContain(problem)
    // A watcher asks no makers, and needs no copy of the file.
    expect(configProblems(testConfig('postgres://x', { MAKERS_FILE: '/none', ROLES: 'watcher' })).join()).not.toContain(
      'MAKERS_FILE',
    )
  })
})
