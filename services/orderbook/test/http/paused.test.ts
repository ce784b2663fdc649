/** A pause in the network file takes effect while the orderbook runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from '@jest/globals'
import { assetListSchema, chainListSchema, orderSchema, routeListSchema } from '@tandem/contracts'
import { until } from '@tandem/local-services'
import { createOrder, errorOf, orderBody, requestQuote, resultOf } from '../support/api.ts'
import { networkWire } from '../support/network.ts'
import { useOrderbook } from '../support/use-orderbook.ts'

const dir = mkdtempSync(join(tmpdir(), 'paused-'))
const networkFile = join(dir, 'network.json')
const write = (file: object) => writeFileSync(networkFile, JSON.stringify(file))
write(networkWire)
const pausing = (...chains: string[]) => ({
  ...networkWire,
  chains: networkWire.chains.map((chain) => (chains.includes(chain.chain) ? { ...chain, paused: true } : chain)),
})

const book = useOrderbook('paused', {}, { networkFile, now: () => now })
/** The clock, which tests move because answers about routes are cached for some seconds. */
let now = Date.now()
afterAll(() => rmSync(dir, { recursive: true }))

const quote = () =>
  book.api
    .post('/quotes')
    .send({ source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' })
const pausedChains = async () =>
  resultOf(await book.api.get('/chains'), chainListSchema).data.flatMap(({ chain, paused }) => (paused ? [chain] : []))

it('takes nothing new on a paused chain, finishes what is open, and takes new orders again', async () => {
  const before = await requestQuote(book.api)
  const { order_id } = await createOrder(book.api)

  write(pausing('devnet_b'))
  await until(async () => (await pausedChains()).length > 0, 'the pause')
  expect(await pausedChains()).toEqual(['devnet_b'])
  const sentence = 'The operator has paused devnet_b: nothing new is taken there now.'
  expect(errorOf(await quote())).toMatchObject({ status: 503, code: 'ROUTE_PAUSED', result: sentence })
  expect(errorOf(await book.api.post('/orders').send(orderBody(before)))).toMatchObject({ code: 'ROUTE_PAUSED' })
  const routes = resultOf(await book.api.get('/routes'), routeListSchema).data
  expect(new Set(routes.map(({ closed_by, paused }) => `${closed_by} ${paused}`))).toEqual(
    new Set(['ROUTE_PAUSED true']),
  )
  expect(resultOf(await book.api.get(`/orders/${order_id}`), orderSchema)).toMatchObject({ status: 'created' })
  expect((await book.api.get(`/orders/${order_id}/explain`)).status).toBe(200)
  expect(resultOf(await book.api.get('/assets'), assetListSchema).data.some(({ paused }) => paused)).toBe(false)

  // A broken file changes nothing.
  writeFileSync(networkFile, 'not JSON')
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await pausedChains()).toEqual(['devnet_b'])

  write(networkWire)
  await until(async () => (await pausedChains()).length === 0, 'the end of the pause')
  now += 60_000
  expect((await createOrder(book.api)).status).toBe('created')
})
