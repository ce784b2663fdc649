import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { networkSchema, type RouteConfig, type RouteWire, routeListSchema, statsSchema } from '@tandem/contracts'
import { unchecked } from '@tandem/service-kit/testing'
import request from 'supertest'
import { seedOrders } from '../../bench/seed.ts'
import type { constants } from '../../src/config.ts'
import { makeRouteTimes } from '../../src/stats/db/route-times.store.ts'
import { requestQuote, resultOf } from '../support/api.ts'
import { aHop, anIntent } from '../support/builders.ts'
import { expectExactLimits } from '../support/expect-limits.ts'
import { startFakeMaker } from '../support/fake-maker.ts'
import { makersFile } from '../support/makers-file.ts'
import { networkWire } from '../support/network.ts'
import { storeOrder } from '../support/stored-order.ts'
import { startReplica, useOrderbook } from '../support/use-orderbook.ts'

const book = useOrderbook('routes')
/** The routes in the answer of an orderbook that has just started on the same database. */
async function routesOf(
  env: Record<string, string> = {},
  changed: Partial<typeof constants> = {},
  before?: (url: string) => Promise<unknown>,
) {
  const replica = await startReplica(book, env, { changed })
  await before?.(replica.url)
  const { data } = resultOf(await replica.api.get('/routes'), routeListSchema)
  await replica.stop()
  return new Map(data.map((route) => [`${route.source}>${route.destination}`, route]))
}

const direct = 'devnet_a:usdc>devnet_b:usdc'
const ethRoute = 'devnet_a:eth>devnet_b:usdc'
const hopRoute = 'devnet_a:usdc>devnet_c:usdc'
const closedBy = (routes: Map<string, RouteWire>) => [...routes.values()].map(({ closed_by }) => closed_by)
const configured = {
  min_source_amount: '1000',
  max_source_amount: '1000000000000',
  min_destination_amount: '1000',
  max_destination_amount: '1000000000000',
  basis: 'configuration',
}

describe('the limits of GET /routes', () => {
  it('are exactly the amounts that are quoted, on every route and either side', async () => {
    for (const route of (await routesOf()).values()) {
      expect([route.limits.basis, route.closed_by]).toEqual(['price', null])
      await expectExactLimits(book, route)
    }
  })

  it('hold what the network file says of the route, and how long the answer stays', async () => {
    const response = await book.api.get('/routes')
    expect(response.headers['cache-control']).toBe('public, max-age=15')
    const [first] = resultOf(response, routeListSchema).data
    expect(first).toMatchObject({ ...networkWire.routes[0], makers: 0, completion_time: null })
  })

  it('are those of the assets, with the code of a refused quote, where nothing can be quoted', async () => {
    const unpriced = await routesOf({ STATIC_PRICES: '{"USDC":"1","DAI":"1"}' })
    expect(unpriced.get(ethRoute)).toMatchObject({
      closed_by: 'PRICE_UNAVAILABLE',
      limits: { ...configured, max_source_amount: '1000000000000000000000000' },
    })
    expect(unpriced.get(direct)).toMatchObject({ closed_by: null, limits: { basis: 'price' } })
    const unread = await routesOf({}, { chainMaxStaleSecs: 60 })
    expect(closedBy(unread)).toEqual(networkWire.routes.map(() => 'CHAIN_UNAVAILABLE'))
    // One token is so expensive that no amount of one side is within the limits of the other.
    const dear = await routesOf({ STATIC_PRICES: '{"USDC":"0.000000000000001","DAI":"1","ETH":"100000000000000000"}' })
    expect(dear.get(ethRoute)).toMatchObject({ closed_by: 'AMOUNT_OUT_OF_BOUNDS', limits: { basis: 'configuration' } })
  })

  it('close a route, and fail nothing, when the price service lies or breaks off', async () => {
    const prices = createServer((_request, response) => {
      const updated_at = new Date(Date.now() + 365 * 86_400_000).toISOString()
      response.end(JSON.stringify({ prices: { USDC: '1', DAI: '1', ETH: '3000' }, updated_at }))
    })
    const broken = createServer((incoming) => incoming.destroy())
    try {
      for (const server of [prices, broken]) {
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
        const { port } = server.address() as AddressInfo
        const routes = await routesOf({ PRICE_FEED_URL: `http://127.0.0.1:${port}/` })
        expect(closedBy(routes)).toEqual(networkWire.routes.map(() => 'PRICE_UNAVAILABLE'))
      }
    } finally {
      for (const server of [prices, broken]) await new Promise((resolve) => server.close(resolve))
    }
  })

  it.each([
    ['with the engine', true],
    ['without the engine', false],
  ])('count the makers that are asked, also one whose answer was left out, %s', async (_case, quote_engine) => {
    const liar = await startFakeMaker(`liar-${quote_engine}`, 24_990_000n, {
      quote: async (honest) => {
        const { body } = (await honest()) as { body: { message: object } }
        return { body: { ...body, message: { ...body.message, source_amount: '1' } } }
      },
    })
    const file = makersFile([liar.entry], { quote_engine })
    try {
      const env = { MAKERS_FILE: file.path, ALLOW_PRIVATE_ADDRESSES: 'true', MAKERS_ANSWER_MS: '5000' }
      const ask = (url: string) => requestQuote(request(url)).catch(() => undefined)
      const before = await routesOf(env)
      expect(before.get(direct)).toMatchObject({ makers: 1, closed_by: null })
      expect(before.get(hopRoute)).toMatchObject({ makers: 1 })
      // A wrong answer cost no user anything, so it begins no cooldown.
      expect((await routesOf(env, {}, ask)).get(direct)).toMatchObject({ makers: 1, closed_by: null })
    } finally {
      file.remove()
      await liar.stop()
    }
  })
})

describe('the completion time of GET /routes', () => {
  const timeOf = async (route: string) =>
    (await makeRouteTimes(book.database.sql).measure(networkSchema.parse(networkWire).routes)).get(route)
  const update = (sql: string, ...values: unknown[]) => book.database.sql.query(unchecked(sql), values)

  /**
   * Moves the claims of the newest completed orders of the direct route to this many seconds after their source's
   * creation.
   */
  const paidAfter = (secs: number, newest: number) =>
    update(
      `UPDATE intents d SET claim_timestamp = s.create_timestamp + make_interval(secs => $1)
       FROM intents s WHERE s.order_id = d.order_id AND s.side = 'source' AND d.side = 'destination' AND d.order_id IN (
         SELECT order_id FROM orders WHERE source_asset = 'devnet_a:usdc' AND dest_asset = 'devnet_b:usdc'
           AND completed_at IS NOT NULL ORDER BY completed_at DESC LIMIT $2)`,
      secs,
      newest,
    )

  it('is that of the newest hundred orders, from the source escrow to the payment', async () => {
    expect(await timeOf(direct)).toBeUndefined()
    // Each order is funded after ten seconds and paid after forty.
    await seedOrders({ databaseUrl: book.database.url, orders: 400, days: 6 })
    expect(await timeOf(direct)).toMatchObject({ p50Secs: 30, p95Secs: 30, orders: 100 })
    await paidAfter(600, 5)
    expect(await timeOf(direct)).toMatchObject({ p50Secs: 30, p95Secs: 30, orders: 100 })
    await paidAfter(600, 6)
    const [oldest] = await book.database.sql.query(
      unchecked<{
        at: Date
      }>(`SELECT completed_at AS at FROM orders WHERE source_asset = 'devnet_a:usdc' AND dest_asset = 'devnet_b:usdc'
       AND completed_at IS NOT NULL ORDER BY completed_at DESC OFFSET 99 LIMIT 1`),
      [],
    )
    const since = oldest?.at
    expect(await timeOf(direct)).toEqual({ p50Secs: 30, p95Secs: 600, orders: 100, since })
    const completion_time = { p50_secs: 30, p95_secs: 600, orders: 100, since: since?.toISOString() }
    expect((await routesOf()).get(direct)).toMatchObject({ completion_time })
  })

  it('is counted by classes in GET /stats, over all pairs of assets, also those that are no routes', async () => {
    const pairs = await book.database.sql.query(
      unchecked<{ source: string; destination: string }>(
        'SELECT DISTINCT source_asset AS source, dest_asset AS destination FROM orders',
      ),
      [],
    )
    const { routes: listed } = networkSchema.parse(networkWire)
    expect(pairs.length).toBeGreaterThan(listed.filter(({ route_type }) => route_type === 'direct').length)
    const routes = await makeRouteTimes(book.database.sql).measure(
      pairs.map((pair) => ({ ...(listed[0] as RouteConfig), ...pair })),
    )
    const orders = [...routes.values()].reduce((sum, route) => sum + route.orders, 0)
    const { completion_times: times } = resultOf(await book.api.get('/stats'), statsSchema)
    expect(times).toMatchObject({ p50_secs: 30, orders })
    expect(times?.classes).toEqual(
      [15, 30, 60, 120, 300, 600, 1_800, 3_600, null].map((up_to_secs) => ({
        up_to_secs,
        orders: up_to_secs === 30 ? orders - 6 : up_to_secs === 600 ? 6 : 0,
      })),
    )
    expect(times?.since).toBe([...routes.values()].map(({ since }) => since.toISOString()).toSorted()[0])
  })

  it('is never below nothing, however far the clock of one chain is behind the other’s', async () => {
    await paidAfter(-86_400, 100)
    expect(await timeOf(direct)).toMatchObject({ p50Secs: 0, p95Secs: 0, orders: 100 })
  })

  it('leaves out what a reorg took back, and what is older than a week', async () => {
    const { orders = 0 } = (await timeOf(ethRoute)) ?? {}
    const newest = `SELECT order_id FROM orders WHERE source_asset = 'devnet_a:eth' AND dest_asset = 'devnet_b:usdc'
      AND completed_at IS NOT NULL ORDER BY completed_at DESC LIMIT 1`
    await update(`UPDATE orders SET status = 'destination_claimed', completed_at = NULL WHERE order_id IN (${newest})`)
    await update(`UPDATE orders SET completed_at = now() - interval '8 days' WHERE order_id IN (${newest})`)
    expect(await timeOf(ethRoute)).toMatchObject({ orders: orders - 2 })
  })

  it('of a hop ends with the delivery on the final chain', async () => {
    const orderId = await storeOrder(book.database.sql, { destination: anIntent('destination', { hop: aHop() }) })
    await update(
      `UPDATE intents SET create_timestamp = now() - interval '100 seconds', claim_timestamp = now() - interval '60 seconds',
         bridge_delivered_at = CASE side WHEN 'destination' THEN now() - interval '25 seconds' END WHERE order_id = $1::uuid`,
      orderId,
    )
    await update(`UPDATE orders SET status = 'completed', completed_at = now() WHERE order_id = $1::uuid`, orderId)
    expect(await timeOf(hopRoute)).toMatchObject({ p50Secs: 75, p95Secs: 75, orders: 1 })
  })
})
