/** Tests that two endpoints of a chain must say the same before a secret leaves. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { errorEnvelopeSchema, type IntentWire, type OrderWire } from '@tandem/contracts'
import { until } from '@tandem/local-services'
import pg from 'pg'
import type { Hex } from 'viem'
import { postClaim } from './support/post.ts'
import { type RpcCall, type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'
import { Surroundings } from './support/surroundings.ts'

let around: Surroundings
let db: pg.Client
let first: RpcProxy
let second: RpcProxy
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
  ;[first, second] = await Promise.all([startRpcProxy(rpcUrl), startRpcProxy(rpcUrl)])
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
  await Promise.all([first.stop(), second.stop()])
})

async function start(env: Record<string, string> = {}): Promise<string> {
  const relayer = around.relayer({
    RPC_URLS: JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [first.url, second.url] }),
    ...env,
  })
  running.push(relayer)
  return (await relayer.start()).url
}

async function post(url: string, order: OrderWire, secret: Hex) {
  const { status, code, body } = await postClaim(url, { order, secret })
  return code === undefined ? { status } : { ...errorEnvelopeSchema.parse(body), status }
}
const doubtful = (result: string) => expect.objectContaining({ status: 503, code: 'CHAIN_UNAVAILABLE', result })

const rowOf = async (order: OrderWire) =>
  (await db.query('SELECT state, last_reason, revealed_at FROM requests WHERE order_id = $1', [order.order_id]))
    .rows[0] as { state: string; last_reason: string | null; revealed_at: Date | null } | undefined

/** Whether a call reads the vault, which a call names by its address or by its terms. */
const isAbout = ({ swap_id, commitment_hash }: IntentWire, { method, params }: RpcCall) =>
  ['eth_getCode', 'eth_call'].includes(method) &&
  [swap_id, commitment_hash].some((name) =>
    JSON.stringify(params[0]).toLowerCase().includes(name.toLowerCase().slice(2)),
  )

/** Makes an endpoint say of the vault for ever, at every block, what the chain says of it now. */
async function remember(vault: IntentWire): Promise<RpcProxy['lie']> {
  const block = await around.control('right').getBlockNumber()
  const answers = new Map<string, unknown>()
  const key = ({ method, params }: RpcCall) => `${method} ${JSON.stringify(params[0])}`
  const learn: RpcProxy['lie'] = async (call, ask) => {
    if (!isAbout(vault, call)) return undefined
    answers.set(key(call), await ask({ method: call.method, params: [call.params[0], `0x${block.toString(16)}`] }))
    return undefined
  }
  first.lie = learn
  return (call) => (answers.has(key(call)) ? { answer: answers.get(key(call)) } : undefined)
}

describe('a first endpoint that lies', () => {
  it('invents a vault: the claim is refused for now, and the liar never sees the secret', async () => {
    const url = await start({ ROLES: 'api' })
    const snapshot = await around.control('right').snapshot()
    const { order, secret } = await around.order()
    const lie = await remember(order.destination_intent)
    // The endpoint learns by being asked, without a claim: the vault is read, and the secret is wrong.
    expect((await post(url, order, secret)).status).toBe(202)
    await db.query('TRUNCATE requests CASCADE')
    await around.control('right').revert({ id: snapshot })
    await around.control('right').mine({ blocks: 5 })
    first.lie = lie
    expect(await post(url, order, secret)).toEqual(doubtful('right: the endpoints contradict each other'))
    expect(await rowOf(order)).toBeUndefined()
    expect(first.saw(secret) || second.saw(secret)).toBe(false)
  })

  it('says that a vault still stands after a reorg: a claim that was accepted waits, and nothing leaves', async () => {
    const api = await start({ ROLES: 'api' })
    const snapshot = await around.control('right').snapshot()
    const { order, secret } = await around.order()
    const lie = await remember(order.destination_intent)
    expect((await post(api, order, secret)).status).toBe(202)
    await around.control('right').revert({ id: snapshot })
    await around.control('right').mine({ blocks: 5 })
    first.lie = lie
    const sent = await around.control('right').getTransactionCount({ address: around.signer })
    await start({ ROLES: 'worker' })
    await until(async () => (await rowOf(order))?.last_reason?.includes('contradict') === true, 'in doubt')
    expect(await rowOf(order)).toMatchObject({ state: 'accepted', revealed_at: null })
    expect(first.saw(secret) || second.saw(secret)).toBe(false)
    expect(await around.control('right').getTransactionCount({ address: around.signer })).toBe(sent)
    // The endpoint is honest again, so both say that there is nothing.
    first.lie = () => undefined
    await until(async () => (await rowOf(order))?.last_reason?.includes('not on chain') === true, 'sure')
    expect(first.saw(secret) || second.saw(secret)).toBe(false)
    await db.query('TRUNCATE requests CASCADE')
  })

  it('invents depth: refused for now, and accepted when it is there', async () => {
    const url = await start({ ROLES: 'api' })
    const { order, secret } = await around.order({ blocks: 0 })
    first.lie = async (call, ask) => {
      if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest') {
        const block = (await ask(call)) as { number: Hex }
        return { answer: { ...block, number: `0x${(BigInt(block.number) + 5n).toString(16)}` } }
      }
      if (!isAbout(order.destination_intent, call)) return undefined
      return { ask: { method: call.method, params: [call.params[0], 'latest'] } }
    }
    expect(await post(url, order, secret)).toMatchObject({ status: 503, code: 'CHAIN_UNAVAILABLE' })
    first.lie = () => undefined
    expect(await post(url, order, secret)).toMatchObject({ status: 409, code: 'DESTINATION_NOT_INITIATED' })
    await around.control('right').mine({ blocks: 1 })
    expect(await post(url, order, secret)).toEqual({ status: 202 })
    expect(first.saw(secret) || second.saw(secret)).toBe(false)
  })
})

describe('a second endpoint', () => {
  it('that lags: no claim until it has caught up', async () => {
    const url = await start({ ROLES: 'api' })
    const { order, secret } = await around.order()
    await around.control('right').mine({ blocks: 40 })
    const behind = (await around.control('right').getBlockNumber()) - 35n
    second.lie = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { ask: { method, params: [`0x${behind.toString(16)}`, false] } }
        : undefined
    expect(await post(url, order, secret)).toEqual(doubtful('right: the endpoints are too far apart'))
    second.lie = () => undefined
    expect(await post(url, order, secret)).toEqual({ status: 202 })
  })

  it('that is down: no claim', async () => {
    const url = await start({ ROLES: 'api' })
    const { order, secret } = await around.order()
    second.isDown = true
    expect(await post(url, order, secret)).toEqual(doubtful('right: 1 of the 2 endpoints that must agree answer'))
    expect(await rowOf(order)).toBeUndefined()
  })
})
