/**
 * PostgreSQL with a full disk: every write fails with SQLSTATE 53100, as on a real full disk, until there is space again.
 */
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from '@jest/globals'
import { type OrderWire, orderSchema, type QuoteWire } from '@tandem/contracts'
import { hashSecret } from '@tandem/escrow'
import { until } from '@tandem/local-services'
import { type Book, confirmations } from '../support/two-chains.ts'
import { useTwoChains } from '../support/use-orderbook.ts'

const chains = useTwoChains('disk_full')
let book: Book
beforeAll(async () => {
  book = await chains.start()
  await chains.pool.query(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file "base/5/16384": No space left on device' USING ERRCODE = 'disk_full';
  END $$`)
})
const onEveryTable = (statement: string) =>
  chains.pool.query(`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP EXECUTE format('${statement}', name); END LOOP;
  END $$`)
const fillDisk = () =>
  onEveryTable('CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION no_room()')
const makeRoom = () => onEveryTable('DROP TRIGGER no_room ON %I')

it('refuses what it cannot store, serves what it has, and misses nothing once there is room', async () => {
  const order = await chains.newOrder(book)
  const asked = { source_asset: 'left:dai', destination_asset: 'right:dai', source_amount: '5000000' }
  const quote = (await book.post('/quotes', asked)) as QuoteWire
  const { recipient } = order.destination_intent
  const another = {
    ...{ user_id: 'u', quote_id: quote.quote_id, commitment_hash: hashSecret(`0x${randomBytes(32).toString('hex')}`) },
    source: { ...quote.source, recipient },
    destination: { ...quote.destination, recipient },
  }

  await fillDisk()
  await chains.initiateSource(order)
  await chains.mine('left', confirmations)
  const failures = () => book.metric('http_request_duration_seconds_count', { status: '503' })
  await expect(book.post('/quotes', asked)).rejects.toThrow('"code":"UNAVAILABLE"')
  await expect(book.post('/orders', another)).rejects.toThrow('"code":"UNAVAILABLE"')
  expect(await failures()).toBe(2)
  expect((await book.order(order.order_id)).status).toBe('created')
  expect(await chains.storedEvents('left')).toEqual([])

  await makeRoom()
  await book.untilStatus(order.order_id, 'source_initiated')
  expect(await chains.storedEvents('left')).toEqual(await chains.eventsOnChain('left'))
  const made: OrderWire = orderSchema.parse(await book.post('/orders', another))
  const seqs = async () =>
    (await chains.pool.query('SELECT seq::int FROM order_events ORDER BY id')).rows.map(({ seq }) => seq)
  await until(async () => !(await seqs()).includes(null), 'every event is numbered')
  expect(await seqs()).toEqual((await seqs()).map((_seq, index) => index + 1))
  expect((await book.order(made.order_id)).status).toBe('created')
})
