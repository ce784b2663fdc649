/** A token that does not pay: nothing is revealed to it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { errorEnvelopeSchema, type OrderWire } from '@tandem/contracts'
import pg from 'pg'
import { type Address, type Hex, zeroAddress } from 'viem'
import { grudgingToken, isTo, isTransfer } from './support/grudging-token.ts'
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'
import { Surroundings } from './support/surroundings.ts'

const original: Address = '0x00000000000000000000000000000000000070Ce'
let around: Surroundings
let db: pg.Client
let node: RpcProxy
let code: Hex
const running: ReturnType<Surroundings['relayer']>[] = []

beforeAll(async () => {
  around = await Surroundings.start()
  db = new pg.Client({ connectionString: around.database.url })
  await db.connect()
  node = await startRpcProxy(around.anvils.right.rpcUrl)
  code = (await around.control('right').getCode({ address: around.token })) ?? '0x'
  await around.control('right').setCode({ address: original, bytecode: code })
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
  await pays()
})
afterAll(async () => {
  await node.stop()
  await db.end()
  await around.stop()
})

const refuses = (condition: Hex) =>
  around.control('right').setCode({ address: around.token, bytecode: grudgingToken(condition, original) })
const pays = () => around.control('right').setCode({ address: around.token, bytecode: code })

async function start(env: Record<string, string>): Promise<string> {
  const relayer = around.relayer({
    RPC_URLS: JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [node.url] }),
    ...env,
  })
  running.push(relayer)
  return (await relayer.start()).url
}
async function post(url: string, order: OrderWire, secret: Hex) {
  const answer = await fetch(`${url}/claims`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: order.order_id, secret }),
  })
  const body: unknown = await answer.json()
  return { status: answer.status, code: answer.ok ? undefined : errorEnvelopeSchema.parse(body).code }
}
async function untilRow(order: OrderWire, column: 'state' | 'last_reason', value: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; ) {
    await around.control('right').mine({ blocks: 1 })
    const { rows } = await db.query('SELECT * FROM settlements WHERE order_id = $1', [order.order_id])
    if (rows[0]?.[column] === value) return
    if (Date.now() > deadline) throw new Error(`it is ${rows[0]?.state}: ${rows[0]?.last_reason}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('a token that refuses the payout', () => {
  it.each([
    ['is paused', () => isTransfer],
    ['blocks the recipient', () => isTo(around.wallet('right', 1).account.address)],
  ])('%s: refused for now, and the secret reaches no endpoint', async (_name, condition) => {
    const url = await start({ ROLES: 'api' })
    const { order, secret } = await around.order()
    await refuses(condition())
    expect(await post(url, order, secret)).toEqual({ status: 409, code: 'PAYOUT_BLOCKED' })
    expect((await db.query('SELECT 1 FROM settlements WHERE order_id = $1', [order.order_id])).rows).toEqual([])
    await refuses(isTo(zeroAddress))
    expect(await post(url, order, secret)).toEqual({ status: 202, code: undefined })
    expect(node.saw(secret)).toBe(false)
  })

  it('is paused after the claim was accepted: it waits, and is claimed when the token pays again', async () => {
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await around.order()
    expect(await post(api, order, secret)).toEqual({ status: 202, code: undefined })
    await refuses(isTransfer)
    await start({ ROLES: 'worker' })
    await untilRow(order, 'last_reason', 'the token refuses the payout')
    expect(node.saw(secret)).toBe(false)
    await pays()
    await untilRow(order, 'state', 'confirmed')
  })
})
