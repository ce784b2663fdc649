/** Tests that claims go to the chain's private endpoint first, and to all endpoints only when that does not get them mined. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { untilSo } from '@tandem/local-services'
import pg from 'pg'
import { type Hex, keccak256 } from 'viem'
import { postClaim } from './support/post.ts'
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'
import { type Changed, Surroundings } from './support/surroundings.ts'

let around: Surroundings
let db: pg.Client
let open: RpcProxy
let confidential: RpcProxy
const running: ReturnType<Surroundings['relayer']>[] = []

beforeAll(async () => {
  around = await Surroundings.start()
  db = new pg.Client({ connectionString: around.database.url })
  await db.connect()
})
afterAll(async () => {
  await db.end()
  await around.stop()
})
beforeEach(async () => {
  const { rpcUrl } = around.anvils.right
  ;[open, confidential] = await Promise.all([startRpcProxy(rpcUrl), startRpcProxy(rpcUrl)])
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
  await Promise.all([open.stop(), confidential.stop()])
})

async function start(changed: Changed = {}): Promise<string> {
  const env = {
    RPC_URLS: JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [open.url] }),
    PRIVATE_RPC_URLS: JSON.stringify({ right: confidential.url }),
  }
  const relayer = around.relayer(env, changed)
  running.push(relayer)
  return (await relayer.start()).url
}
async function post(url: string, order: OrderWire, secret: Hex): Promise<number> {
  return (await postClaim(url, { order, secret })).status
}
async function confirmed(order: OrderWire): Promise<void> {
  const sql = 'SELECT state, last_reason FROM requests WHERE order_id = $1'
  await untilSo(
    async () => {
      const [row] = (await db.query(sql, [order.order_id])).rows
      if (row?.state === 'mined') await around.control('right').mine({ blocks: 1 })
      return row as { state: string; last_reason: string | null } | undefined
    },
    ({ state }) => state === 'confirmed',
    'confirmed',
  )
}
const sentTo = ({ calls }: RpcProxy) =>
  calls.filter(({ method }) => method === 'eth_sendRawTransaction').map(({ params }) => params[0] as Hex)
/** An endpoint that accepts transactions and does nothing with them. It knows no other method. */
const keepsAndIsMute: RpcProxy['lie'] = ({ method, params }) =>
  method === 'eth_sendRawTransaction'
    ? { answer: keccak256(params[0] as Hex) }
    : { error: { code: -32601, message: 'the method does not exist' } }

describe('a private endpoint', () => {
  it('is sent the claim; the open one hears nothing of the secret', async () => {
    const url = await start()
    const { order, secret } = await around.order()
    expect(await post(url, order, secret)).toBe(202)
    await confirmed(order)
    expect(open.saw(secret)).toBe(false)
    expect(sentTo(open)).toEqual([])
    expect(new Set(sentTo(confidential)).size).toBe(1)
    expect(confidential.calls.map(({ method }) => method)).not.toContain('eth_estimateGas')
  })

  it('is sent a batch, too', async () => {
    const url = await start({ claimBatchWaitMs: 500 })
    const orders = [await around.order(), await around.order(), await around.order()]
    await Promise.all(orders.map(({ order, secret }) => post(url, order, secret)))
    for (const { order } of orders) await confirmed(order)
    for (const { secret } of orders) expect(open.saw(secret)).toBe(false)
    expect(sentTo(open)).toEqual([])
  })

  it('that gets nothing mined and simulates nothing: everybody is sent the claim after the time it is given', async () => {
    confidential.lie = keepsAndIsMute
    const url = await start({ privateFallbackMs: 3_000 })
    const { order, secret } = await around.order()
    const postedAt = Date.now()
    expect(await post(url, order, secret)).toBe(202)
    const firstSent = new Promise<number>((resolve) => {
      open.lie = ({ method }) => {
        if (method === 'eth_sendRawTransaction') resolve(Date.now())
        return undefined
      }
    })
    for (const deadline = Date.now() + 120_000; sentTo(confidential).length === 0; ) {
      if (Date.now() > deadline) throw new Error('the private endpoint was sent nothing')
      expect(open.saw(secret)).toBe(false)
      expect(await around.control('right').getTxpoolStatus()).toEqual({ pending: 0, queued: 0 })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect((await firstSent) - postedAt).toBeGreaterThan(3000)
    await confirmed(order)
    // The private endpoint is one of those that are sent a public claim.
    expect(sentTo(confidential)).toEqual(expect.arrayContaining(sentTo(open)))
  })

  it('is not waited for near the deadline', async () => {
    confidential.lie = keepsAndIsMute
    const url = await start({ privateFallbackMs: 3_600_000 })
    const { order, secret } = await around.order()
    const timestamp = BigInt(order.destination_intent.cancel_after) - 100n
    await around.control('right').setNextBlockTimestamp({ timestamp })
    await around.control('right').mine({ blocks: 1 })
    expect(await post(url, order, secret)).toBe(202)
    await confirmed(order)
    expect(sentTo(open).length).toBeGreaterThan(0)
  })
})
