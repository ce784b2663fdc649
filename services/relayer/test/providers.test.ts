/**
 * Tests that two endpoints of a chain must say the same before a secret leaves, and that one of them that lies moves no nonce and
 * ends no claim.
 */
import { beforeEach, describe, expect, it } from '@jest/globals'
import type { IntentWire, OrderWire } from '@tandem/contracts'
import { escrowRegistryAbi } from '@tandem/escrow'
import { until, untilSo } from '@tandem/local-services'
import { type Address, encodeEventTopics, type Hex, keccak256, numberToHex, pad, slice, toHex } from 'viem'
import { postClaim } from './support/api.ts'
import type { RpcCall, RpcProxy } from './support/rpc-proxy.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
let first: RpcProxy
let second: RpcProxy

beforeEach(async () => {
  ;[first, second] = await Promise.all([testbed.startProxy(), testbed.startProxy()])
})

const start = (env: Record<string, string> = {}): Promise<string> =>
  testbed.startRelayer({ ...testbed.rpcUrls({ right: [first, second] }), ...env })

async function post(url: string, order: OrderWire, secret: Hex): Promise<number> {
  return (await postClaim(url, { order, secret, swapId: order.destination_intent.swap_id })).status
}
const untilConfirmed = (order: OrderWire) => testbed.untilRow(order, 'state', 'confirmed')

/**
 * The registry's storage word that holds the states of this vault and 127 others, with this one cancelled (2). A vault's index is
 * the last five bytes of its code.
 */
function cancelledState(vaultCode: Hex): Record<Hex, Hex> {
  const index = BigInt(slice(vaultCode, -5))
  const word = BigInt(keccak256(toHex('tandem.escrow.states'))) + (index >> 7n)
  return { [toHex(word, { size: 32 })]: toHex(2n << ((index & 127n) << 1n), { size: 32 }) }
}

const nextNonce = async (): Promise<number> => {
  const { rows } = await testbed.db.query("SELECT next_nonce::int AS next FROM signers WHERE chain = 'right'")
  return rows[0]?.next ?? 0
}
const usedNonces = () => testbed.control('right').getTransactionCount({ address: testbed.signer })
const times = (proxy: RpcProxy, method: string) => proxy.calls.filter((call) => call.method === method).length

describe('a first endpoint that lies about the signer’s count of mined transactions', () => {
  it.each([
    ['far too many', '0xf4241'],
    ['a few too many', '0x5'],
    ['none', '0x0'],
  ])('%s: the claim is confirmed, at the next nonce', async (_name, count) => {
    first.lie = ({ method, params }) =>
      method === 'eth_getTransactionCount' && params[1] === 'latest' ? { answer: count } : undefined
    const url = await start()
    const before = await usedNonces()
    const { order, secret } = await testbed.order()
    expect(await post(url, order, secret)).toBe(202)
    await untilConfirmed(order)
    expect(await usedNonces()).toBe(before + 1)
    expect(await nextNonce()).toBe(before + 1)
  })
})

describe('a counter that an endpoint moved before it was disbelieved', () => {
  it('goes back when nothing was given out beyond the gap', async () => {
    const used = await usedNonces()
    await testbed.db.query(
      "INSERT INTO signers VALUES ('right', $1, $2) ON CONFLICT (chain, address) DO UPDATE SET next_nonce = $2",
      [testbed.signer, used + 1_000_000],
    )
    await start({ ROLES: 'worker' })
    await until(async () => (await nextNonce()) === used, 'back')
  })

  it('goes back when a claim was revealed beyond the gap, and the claim is given another nonce', async () => {
    const used = await usedNonces()
    await testbed.db.query("UPDATE signers SET next_nonce = $1 WHERE chain = 'right'", [used + 1_000_000])
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order()
    expect(await post(api, order, secret)).toBe(202)
    await start({ ROLES: 'worker' })
    await untilConfirmed(order)
    expect(await nextNonce()).toBe(await usedNonces())
  })

  it('has a short gap filled', async () => {
    const used = await usedNonces()
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order()
    expect(await post(api, order, secret)).toBe(202)
    // A nonce that was assigned, and whose row is gone.
    await testbed.db.query(
      `WITH taken AS (UPDATE signers SET next_nonce = $1::bigint + 4 WHERE chain = 'right' RETURNING chain, address)
       INSERT INTO nonces (chain, signer, nonce, created_at, abandoned_at)
       SELECT chain, address, $1::bigint + 3, now(), now() FROM taken`,
      [used],
    )
    await start({ ROLES: 'worker' })
    await untilConfirmed(order)
    expect(await nextNonce()).toBe(used + 5)
  })
})

describe('a first endpoint that lies about the end of a claim', () => {
  /**
   * A forged receipt of the claim's transaction, in a real block so deep that it counts, with the event that the registry would
   * have emitted.
   */
  async function forgedReceipt(order: OrderWire, hash: unknown) {
    const head = await testbed.control('right').getBlockNumber({ cacheTime: 0 })
    const block = await testbed.control('right').getBlock({ blockNumber: head - 3n })
    const [event] = encodeEventTopics({ abi: escrowRegistryAbi, eventName: 'EscrowClaimed' })
    const where = { blockNumber: numberToHex(block.number), blockHash: block.hash, transactionHash: hash }
    const vault = pad(order.destination_intent.swap_id as Hex)
    return {
      ...{ ...where, transactionIndex: '0x0', from: testbed.signer, to: testbed.registry, contractAddress: null },
      ...{ status: '0x1', type: '0x2', gasUsed: '0x1', cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1' },
      logsBloom: `0x${'00'.repeat(256)}`,
      logs: [
        { ...where, address: testbed.registry, topics: [event, vault], data: '0x', logIndex: '0x0', removed: false },
      ],
    }
  }

  it('makes up its receipt, while the other refuses to send: it is not confirmed, and the secret is kept', async () => {
    const url = await start()
    const { order, secret } = await testbed.order()
    await testbed.control('right').mine({ blocks: 5 })
    const used = await usedNonces()
    let swallowed: Hex | undefined
    let receiptsForged = 0
    first.lie = async ({ method, params }) => {
      if (method === 'eth_sendRawTransaction') {
        swallowed = keccak256(params[0] as Hex)
        return { answer: swallowed }
      }
      if (swallowed === undefined) return undefined
      if (method === 'eth_getTransactionCount') return { answer: numberToHex(used + 1) }
      if (method !== 'eth_getTransactionReceipt') return undefined
      receiptsForged += 1
      return { answer: await forgedReceipt(order, params[0]) }
    }
    second.lie = ({ method }) =>
      method === 'eth_sendRawTransaction' ? { error: { code: -32005, message: 'limit exceeded' } } : undefined
    expect(await post(url, order, secret)).toBe(202)
    await until(() => receiptsForged > 3, 'asked about')
    await testbed.control('right').mine({ blocks: 5 })
    expect(await testbed.requestOf(order)).toMatchObject({ state: 'revealed', secret_ct: expect.any(Buffer) })
    second.lie = () => undefined
    await until(async () => (await usedNonces()) === used + 1, 'paid')
    first.lie = () => undefined
    await untilConfirmed(order)
    expect(await usedNonces()).toBe(used + 1)
  })

  it('says that the vault was cancelled: it is not lost, and the secret is kept', async () => {
    const url = await start({ HEDGE_AFTER_MS: '1000' })
    const { order, secret } = await testbed.order()
    await testbed.control('right').setAutomine(false)
    const used = await usedNonces()
    const { swap_id: vault, commitment_hash: hash, registry_address: registry } = order.destination_intent
    const code = (await testbed.control('right').getCode({ address: vault as Address })) ?? '0x'
    const override = { [registry]: { stateDiff: cancelledState(code) } }
    let calls = 0
    first.lie = async ({ method, params }) => {
      if (times(first, 'eth_sendRawTransaction') === 0) return undefined
      if (method === 'eth_getTransactionCount') return { answer: numberToHex(used + 1) }
      if (method !== 'eth_call' || !JSON.stringify(params[0]).includes(hash.slice(2))) return undefined
      calls += 1
      return { ask: { method, params: [params[0], params[1], override] } }
    }
    expect(await post(url, order, secret)).toBe(202)
    await until(() => calls > 3, 'asked about')
    expect(await testbed.requestOf(order)).toMatchObject({ state: 'revealed', secret_ct: expect.any(Buffer) })
    await testbed.control('right').setAutomine(true)
    await untilConfirmed(order)
  })

  it('says that the call reverts, again and again: it is not rejected', async () => {
    let told = 0
    const reverting: RpcProxy['lie'] = ({ method }) => {
      if (method !== 'eth_call') return undefined
      told += 1
      return { error: { code: 3, message: 'execution reverted' } }
    }
    const url = await start()
    const { order, secret } = await testbed.order()
    expect(await post(url, order, secret)).toBe(202)
    first.lie = reverting
    await until(async () => told > 12 || (await testbed.requestOf(order))?.state !== 'accepted', 'asked about')
    expect((await testbed.requestOf(order))?.state).not.toBe('rejected')
    first.lie = () => undefined
    await untilConfirmed(order)
  })
})

describe('a claim that was rejected', () => {
  it('can be posted again, and goes the same way once more', async () => {
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order()
    expect(await post(api, order, secret)).toBe(202)
    await testbed.db.query(
      "UPDATE requests SET state = 'rejected', error_code = 'VAULT_MISMATCH', secret_ct = NULL, secret_key_id = NULL WHERE order_id = $1",
      [order.order_id],
    )
    expect(await post(api, order, secret)).toBe(202)
    expect(await testbed.requestOf(order)).toMatchObject({
      state: 'accepted',
      error_code: null,
      secret_ct: expect.any(Buffer),
    })
    expect(await post(api, order, secret)).toBe(200)
    await start({ ROLES: 'worker' })
    await untilConfirmed(order)
  })
})

describe('an endpoint that is down at the start', () => {
  it('does not stop the process, and is used and verified once it is there', async () => {
    second.isDown = true
    const url = await start()
    const { order, secret } = await testbed.order()
    expect(await post(url, order, secret)).toBe(503)
    second.isDown = false
    await until(async () => (await post(url, order, secret)) === 202, 'accepted')
    await untilConfirmed(order)
    expect(times(second, 'eth_chainId')).toBeGreaterThan(0)
  })

  it('is sent nothing when it turns out to be of another chain', async () => {
    second.isDown = true
    const url = await start()
    second.lie = ({ method }) => (method === 'eth_chainId' ? { answer: '0x1' } : undefined)
    second.isDown = false
    const { order, secret } = await testbed.order()
    await until(async () => {
      expect(await post(url, order, secret)).toBe(503)
      return times(second, 'eth_chainId') > 0
    }, 'verified')
    expect(await post(url, order, secret)).toBe(503)
    expect(second.calls.map(({ method }) => method).filter((method) => method !== 'eth_chainId')).toEqual([])
  })
})

const doubtful = (result: string) => ({ status: 503, code: 'CHAIN_UNAVAILABLE', body: { result } })
const untilReason = (order: OrderWire, part: string) =>
  untilSo(
    () => testbed.requestOf(order),
    ({ last_reason: reason }) => reason?.includes(part) === true,
    part,
  )

/** Whether a call reads the vault, which a call names by its address or by its terms. */
const isAbout = ({ swap_id, commitment_hash }: IntentWire, { method, params }: RpcCall) =>
  ['eth_getCode', 'eth_call'].includes(method) &&
  [swap_id, commitment_hash].some((name) =>
    JSON.stringify(params[0]).toLowerCase().includes(name.toLowerCase().slice(2)),
  )

/** Makes an endpoint say of the vault for ever, at every block, what the chain says of it now. */
async function remember(vault: IntentWire): Promise<RpcProxy['lie']> {
  const block = await testbed.control('right').getBlockNumber()
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

describe('a first endpoint that lies about a vault', () => {
  it('invents a vault: the claim is refused for now, and the liar never sees the secret', async () => {
    const url = await start({ ROLES: 'api' })
    const snapshot = await testbed.control('right').snapshot()
    const { order, secret } = await testbed.order()
    const lie = await remember(order.destination_intent)
    // The endpoint learns by being asked, without a claim: the vault is read, and the secret is wrong.
    expect((await postClaim(url, { order, secret })).status).toBe(202)
    await testbed.db.query('TRUNCATE requests CASCADE')
    await testbed.control('right').revert({ id: snapshot })
    await testbed.control('right').mine({ blocks: 5 })
    first.lie = lie
    expect(await postClaim(url, { order, secret })).toMatchObject(
      doubtful('right: the endpoints contradict each other'),
    )
    expect(await testbed.requestOf(order)).toBeUndefined()
    expect(first.saw(secret) || second.saw(secret)).toBe(false)
  })

  it('says that a vault still stands after a reorg: a claim that was accepted waits, and nothing leaves', async () => {
    const api = await start({ ROLES: 'api' })
    const snapshot = await testbed.control('right').snapshot()
    const { order, secret } = await testbed.order()
    const lie = await remember(order.destination_intent)
    expect((await postClaim(api, { order, secret })).status).toBe(202)
    await testbed.control('right').revert({ id: snapshot })
    await testbed.control('right').mine({ blocks: 5 })
    first.lie = lie
    const sent = await testbed.control('right').getTransactionCount({ address: testbed.signer })
    await start({ ROLES: 'worker' })
    await untilReason(order, 'contradict')
    expect(await testbed.requestOf(order)).toMatchObject({ state: 'accepted', revealed_at: null })
    expect(first.saw(secret) || second.saw(secret)).toBe(false)
    expect(await testbed.control('right').getTransactionCount({ address: testbed.signer })).toBe(sent)
    // The endpoint is honest again, so both say that there is nothing.
    first.lie = () => undefined
    await untilReason(order, 'not on chain')
    expect(first.saw(secret) || second.saw(secret)).toBe(false)
    await testbed.db.query('TRUNCATE requests CASCADE')
  })

  it('invents depth: refused for now, and accepted when it is there', async () => {
    const url = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order({ blocks: 0 })
    first.lie = async (call, ask) => {
      if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest') {
        const block = (await ask(call)) as { number: Hex }
        return { answer: { ...block, number: `0x${(BigInt(block.number) + 5n).toString(16)}` } }
      }
      if (!isAbout(order.destination_intent, call)) return undefined
      return { ask: { method: call.method, params: [call.params[0], 'latest'] } }
    }
    expect(await postClaim(url, { order, secret })).toMatchObject({ status: 503, code: 'CHAIN_UNAVAILABLE' })
    first.lie = () => undefined
    expect(await postClaim(url, { order, secret })).toMatchObject({ status: 409, code: 'DESTINATION_NOT_INITIATED' })
    await testbed.control('right').mine({ blocks: 1 })
    expect(await postClaim(url, { order, secret })).toMatchObject({ status: 202 })
    expect(first.saw(secret) || second.saw(secret)).toBe(false)
  })
})

describe('a second endpoint', () => {
  it('that lags: no claim until it has caught up', async () => {
    const url = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order()
    await testbed.control('right').mine({ blocks: 40 })
    const behind = (await testbed.control('right').getBlockNumber()) - 35n
    second.lie = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { ask: { method, params: [`0x${behind.toString(16)}`, false] } }
        : undefined
    expect(await postClaim(url, { order, secret })).toMatchObject(doubtful('right: the endpoints are too far apart'))
    second.lie = () => undefined
    expect(await postClaim(url, { order, secret })).toMatchObject({ status: 202 })
  })

  it('that is down: no claim', async () => {
    const url = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order()
    second.isDown = true
    expect(await postClaim(url, { order, secret })).toMatchObject(
      doubtful('right: 1 of the 2 endpoints that must agree answer'),
    )
    expect(await testbed.requestOf(order)).toBeUndefined()
  })
})
