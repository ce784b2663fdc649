/** Tests that the gas that the relayer pays for others is bounded: by budgets of the day, and by the order's value. */
import { afterEach, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { untilSo } from '@tandem/local-services'
import { type Address, type Hex, parseEther } from 'viem'
import { post as postTo } from './support/api.ts'
import { initiationBodies, prefunded } from './support/initiation-bodies.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
const { bySignature } = initiationBodies(testbed)

afterEach(async () => {
  await testbed.db.query('DELETE FROM sponsor_charges')
  await testbed.db.query('DELETE FROM sponsor_budgets')
})

/** No limits. A test adds only those that it is about. */
const none = { address_usd: null, total_usd: null }
const sponsoring = (over: object) => {
  const of = { native_price_usd: '1000', claims: none, initiations: none, keeper: none, ...over }
  return { SPONSORING: JSON.stringify({ left: of, right: of }) }
}
const start = (env: Record<string, string>): Promise<string> => testbed.startRelayer(env)
async function post(url: string, path: string, body: object) {
  const { status, code, details, headers, text } = await postTo(`${url}${path}`, body)
  return { status, code, details, text, retryAfter: Number(headers.get('retry-after')) }
}
const claim = (url: string, order: OrderWire, secret: Hex) => post(url, '/claims', { order_id: order.order_id, secret })

const untilConfirmed = (order: OrderWire) => testbed.untilRow(order, 'state', 'confirmed')
/** Changes the database as if this many wei had been paid for claims today. */
async function spend(chain: string, wei: bigint): Promise<void> {
  await testbed.db.query(
    `INSERT INTO sponsor_budgets VALUES (now() AT TIME ZONE 'UTC', $1, 'claims', 'total', '', $2)`,
    [chain, String(wei)],
  )
}
const metric = async (url: string, line: string) =>
  (await (await fetch(`${url}/metrics`)).text()).split('\n').find((one) => one.startsWith(line))

describe('a budget of the day', () => {
  it('refuses the claims that it does not pay for, and says when it is open again', async () => {
    const url = await start({ ...sponsoring({ claims: { ...none, total_usd: '1000' } }), ROLES: 'api' })
    const { order, secret } = await testbed.order()
    await spend('right', parseEther('1'))
    const refused = await claim(url, order, secret)
    expect(refused).toMatchObject({ status: 429, code: 'SPONSOR_BUDGET_SPENT' })
    expect(refused.details).toMatchObject({ chain: 'right', purpose: 'claims', scope: 'total' })
    const opensAt = Date.parse(String(refused.details?.opens_at))
    expect(new Date(opensAt).toISOString()).toMatch(/T00:00:00\.000Z$/)
    expect(Math.abs(opensAt - Date.now() - refused.retryAfter * 1_000)).toBeLessThan(60_000)
    // The secret of a claim that was refused is not kept.
    expect(await testbed.requestOf(order)).toBeUndefined()
    expect(
      await metric(url, 'tandem_relayer_sponsor_refused_total{chain="right",purpose="claims",cause="total"'),
    ).toMatch(/ 1$/)
  })

  it('never refuses a claim whose secret the chain has shown', async () => {
    const url = await start(sponsoring({ claims: { ...none, total_usd: '0.000001' } }))
    const { order, secret } = await testbed.order()
    const shown = { ...order, source_intent: { ...order.source_intent, commitment: secret } }
    testbed.orderbook.orders.set(order.order_id, shown)
    expect((await claim(url, order, secret)).status).toBe(202)
    await untilConfirmed(order)
  })

  it('asks to try again in seconds while it is only reserved', async () => {
    const claims = { ...none, total_usd: '1000' }
    const url = await start({ ...sponsoring({ claims }), ROLES: 'api' })
    const [first, second] = [await testbed.order(), await testbed.order()]
    expect((await claim(url, first.order, first.secret)).status).toBe(202)
    await testbed.db.query('UPDATE sponsor_charges SET wei = 10 ^ 18')
    await testbed.db.query('UPDATE sponsor_budgets SET used_wei = 10 ^ 18')
    const refused = await claim(url, second.order, second.secret)
    expect(refused).toMatchObject({ status: 429, code: 'SPONSOR_BUDGET_SPENT', retryAfter: 10 })
    expect(refused.details).not.toHaveProperty('opens_at')
  })

  it('says so when its limit is below one claim, and still starts', async () => {
    const url = await start({ ...sponsoring({ claims: { ...none, address_usd: '0.000001' } }) })
    const { order, secret } = await testbed.order()
    const refused = await claim(url, order, secret)
    expect(refused).toMatchObject({ status: 429, code: 'SPONSOR_BUDGET_SPENT', retryAfter: 60 })
    expect(refused.text).toMatch(/needs [\d.]+ USD, and SPONSORING allows 0.000001 USD a day \(address_usd\)/)
    expect(refused.details).not.toHaveProperty('opens_at')
  })

  it('reserves one transaction, and three where code is paid', async () => {
    const url = await start({ ...sponsoring({}), ROLES: 'api' })
    const wallet: Address = '0x00000000000000000000000000000000000c0de0'
    await testbed.control('right').setCode({ address: wallet, bytecode: '0x00' })
    const [plain, code] = [await testbed.order(), await testbed.order({ destination: { recipient: wallet } })]
    const { baseFeePerGas } = await testbed.control('right').getBlock()
    for (const { order, secret } of [plain, code]) expect((await claim(url, order, secret)).status).toBe(202)
    const [one, three] = [await chargedFor(plain.order), await chargedFor(code.order)]
    expect(three).toBe(3n * one)
    // The reservation is for 200,000 gas with a tip of a gwei, and a quarter more. Blocks between the requests change the base
    // fee.
    const tip = 1_000_000_000n
    expect(one).toBeGreaterThan((200_000n * ((baseFeePerGas ?? 0n) / 2n + tip) * 5n) / 4n)
    expect(one).toBeLessThan((200_000n * (2n * (baseFeePerGas ?? 0n) + tip) * 5n) / 4n)
  })

  it('is not touched by initiations of sources that stand', async () => {
    const url = await start({ ...sponsoring({}), ROLES: 'api' })
    const { order } = await testbed.order()
    expect((await post(url, '/initiations', prefunded(order))).status).toBe(202)
    expect((await testbed.db.query('SELECT 1 FROM sponsor_charges')).rows).toEqual([])
  })

  it('lets a claim that was taken be posted again when it is spent', async () => {
    const generous = await start({ ...sponsoring({}), ROLES: 'api' })
    const url = await start({ ...sponsoring({ claims: { ...none, address_usd: '0.000001' } }), ROLES: 'api' })
    const [first, second] = [await testbed.order(), await testbed.order()]
    expect((await claim(generous, first.order, first.secret)).status).toBe(202)
    expect(await claim(url, second.order, second.secret)).toMatchObject({ code: 'SPONSOR_BUDGET_SPENT' })
    expect((await claim(url, first.order, first.secret)).status).toBe(200)
  })

  it('refuses initiations by their own budget, and leaves claims alone', async () => {
    const url = await start({ ...sponsoring({ initiations: { ...none, address_usd: '0.000001' } }), ROLES: 'api' })
    const { order } = await testbed.order({ isSourceOpen: false, isDestinationOpen: false })
    expect(await post(url, '/initiations', prefunded(order))).toMatchObject({
      status: 429,
      code: 'SPONSOR_BUDGET_SPENT',
      details: { chain: 'left', purpose: 'initiations', scope: 'address' },
    })
    const { order: other, secret } = await testbed.order()
    expect((await claim(url, other, secret)).status).toBe(202)
  })

  it('is not spent by creations that would revert: their creators own nothing', async () => {
    const url = await start({ ...sponsoring({}), ROLES: 'api' })
    const order = await testbed.unfundedOrder()
    const body = await bySignature(order)
    expect(await post(url, '/initiations', body)).toMatchObject({ status: 409, code: 'CREATION_REVERTS' })
    expect((await testbed.db.query('SELECT 1 FROM sponsor_charges')).rows).toEqual([])
  })

  it('is charged what a claim really cost once it is confirmed, to the wei', async () => {
    const url = await start(sponsoring({}))
    const { order, secret } = await testbed.order()
    expect((await claim(url, order, secret)).status).toBe(202)
    const reserved = await chargedFor(order)
    await untilConfirmed(order)
    const hash = (await testbed.requestOf(order))?.tx_hash as Hex
    const receipt = await testbed.control('right').getTransactionReceipt({ hash })
    const paid = receipt.gasUsed * receipt.effectiveGasPrice
    await untilSo(
      () => chargedFor(order),
      (charged) => charged === paid,
      String(paid),
    )
    expect(reserved).toBeGreaterThan(paid)
    expect(paid).toBeGreaterThan(0n)
  })
})

const chargedFor = async ({ order_id: orderId }: OrderWire): Promise<bigint> => {
  const { rows } = await testbed.db.query('SELECT wei::text FROM sponsor_charges WHERE order_id = $1', [orderId])
  return BigInt(rows[0]?.wei ?? 0)
}

describe('an order', () => {
  /** A relayer whose network file has price ceilings: 1,000 base units of the token are a thousandth of them. */
  function startPriced(ceiling: string): Promise<string> {
    const NETWORK_FILE = testbed.networkFile((network) => ({
      ...network,
      assets: network.assets.map((asset) => ({ ...asset, usd_price_ceiling: ceiling })),
    }))
    return start({ ...sponsoring({}), ROLES: 'api', NETWORK_FILE })
  }

  it('that is worth less than ten times its gas is not paid for, and is told the least worth', async () => {
    const url = await startPriced('1')
    const { order, secret } = await testbed.order()
    const refused = await claim(url, order, secret)
    expect(refused).toMatchObject({ status: 409, code: 'SPONSOR_ORDER_TOO_SMALL' })
    expect(refused.details).toMatchObject({ chain: 'right', worth_usd: '0.001000' })
    const { minimum_usd: minimum, cost_wei: cost } = refused.details as { minimum_usd: string; cost_wei: string }
    expect(Number(minimum)).toBeCloseTo((Number(BigInt(cost)) / Number(parseEther('1'))) * 1_000 * 10, 3)
  })

  it('that is worth more is paid for', async () => {
    const url = await startPriced('1000000000')
    const { order, secret } = await testbed.order()
    expect((await claim(url, order, secret)).status).toBe(202)
  })
})
