/** Tests that one of two endpoints that lies moves no nonce, and ends no claim: the other one must say the same. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { escrowRegistryAbi } from '@tandem/escrow'
import { until } from '@tandem/local-services'
import pg from 'pg'
import { type Address, encodeEventTopics, type Hex, keccak256, numberToHex, pad, slice, toHex } from 'viem'
import { postClaim } from './support/post.ts'
import { type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts'
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
  await around.control('right').setAutomine(true)
})

async function start(env: Record<string, string> = {}): Promise<string> {
  const relayer = around.relayer({
    RPC_URLS: JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [first.url, second.url] }),
    ...env,
  })
  running.push(relayer)
  return (await relayer.start()).url
}

async function post(url: string, order: OrderWire, secret: Hex): Promise<number> {
  return (await postClaim(url, { order, secret, swapId: order.destination_intent.swap_id })).status
}

async function rowOf(order: OrderWire) {
  const { rows } = await db.query('SELECT * FROM requests WHERE order_id = $1', [order.order_id])
  return rows[0] as { state: string; last_reason: string; secret_ct: Buffer | null; revealed_at: Date | null }
}
const stateOf = async (order: OrderWire) => (await rowOf(order))?.state

/** Mines until the claim is in this state. */
async function mineUntil(order: OrderWire, state: string): Promise<void> {
  await until(
    async () => {
      await around.control('right').mine({ blocks: 1 })
      return (await stateOf(order)) === state
    },
    `${state}: it is ${JSON.stringify(await rowOf(order))}`,
  )
}

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
  const { rows } = await db.query("SELECT next_nonce::int AS next FROM signers WHERE chain = 'right'")
  return rows[0]?.next ?? 0
}
const usedNonces = () => around.control('right').getTransactionCount({ address: around.signer })
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
    const { order, secret } = await around.order()
    expect(await post(url, order, secret)).toBe(202)
    await mineUntil(order, 'confirmed')
    expect(await usedNonces()).toBe(before + 1)
    expect(await nextNonce()).toBe(before + 1)
  })
})

describe('a counter that an endpoint moved before it was disbelieved', () => {
  it('goes back when nothing was given out beyond the gap', async () => {
    const used = await usedNonces()
    await db.query(
      "INSERT INTO signers VALUES ('right', $1, $2) ON CONFLICT (chain, address) DO UPDATE SET next_nonce = $2",
      [around.signer, used + 1_000_000],
    )
    await start({ ROLES: 'worker' })
    await until(async () => (await nextNonce()) === used, 'back')
  })

  it('goes back when a claim was revealed beyond the gap, and the claim is given another nonce', async () => {
    const used = await usedNonces()
    await db.query("UPDATE signers SET next_nonce = $1 WHERE chain = 'right'", [used + 1_000_000])
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await around.order()
    expect(await post(api, order, secret)).toBe(202)
    await start({ ROLES: 'worker' })
    await mineUntil(order, 'confirmed')
    expect(await nextNonce()).toBe(await usedNonces())
  })

  it('has a short gap filled', async () => {
    const used = await usedNonces()
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await around.order()
    expect(await post(api, order, secret)).toBe(202)
    // A nonce that was assigned, and whose row is gone.
    await db.query(
      `WITH taken AS (UPDATE signers SET next_nonce = $1::bigint + 4 WHERE chain = 'right' RETURNING chain, address)
       INSERT INTO nonces (chain, signer, nonce, created_at, abandoned_at)
       SELECT chain, address, $1::bigint + 3, now(), now() FROM taken`,
      [used],
    )
    await start({ ROLES: 'worker' })
    await mineUntil(order, 'confirmed')
    expect(await nextNonce()).toBe(used + 5)
  })
})

describe('a first endpoint that lies about the end of a claim', () => {
  /**
   * A forged receipt of the claim's transaction, in a real block so deep that it counts, with the event that the registry would
   * have emitted.
   */
  async function forgedReceipt(order: OrderWire, hash: unknown) {
    const head = await around.control('right').getBlockNumber({ cacheTime: 0 })
    const block = await around.control('right').getBlock({ blockNumber: head - 3n })
    const [event] = encodeEventTopics({ abi: escrowRegistryAbi, eventName: 'EscrowClaimed' })
    const where = { blockNumber: numberToHex(block.number), blockHash: block.hash, transactionHash: hash }
    const vault = pad(order.destination_intent.swap_id as Hex)
    return {
      ...{ ...where, transactionIndex: '0x0', from: around.signer, to: around.registry, contractAddress: null },
      ...{ status: '0x1', type: '0x2', gasUsed: '0x1', cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1' },
      logsBloom: `0x${'00'.repeat(256)}`,
      logs: [
        { ...where, address: around.registry, topics: [event, vault], data: '0x', logIndex: '0x0', removed: false },
      ],
    }
  }

  it('makes up its receipt, while the other refuses to send: it is not confirmed, and the secret is kept', async () => {
    const url = await start()
    const { order, secret } = await around.order()
    await around.control('right').mine({ blocks: 5 })
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
    await around.control('right').mine({ blocks: 5 })
    expect(await rowOf(order)).toMatchObject({ state: 'revealed', secret_ct: expect.any(Buffer) })
    second.lie = () => undefined
    await until(async () => (await usedNonces()) === used + 1, 'paid')
    first.lie = () => undefined
    await mineUntil(order, 'confirmed')
    expect(await usedNonces()).toBe(used + 1)
  })

  it('says that the vault was cancelled: it is not lost, and the secret is kept', async () => {
    const url = await start({ HEDGE_AFTER_MS: '1000' })
    const { order, secret } = await around.order()
    await around.control('right').setAutomine(false)
    const used = await usedNonces()
    const { swap_id: vault, commitment_hash: hash, registry_address: registry } = order.destination_intent
    const code = (await around.control('right').getCode({ address: vault as Address })) ?? '0x'
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
    expect(await rowOf(order)).toMatchObject({ state: 'revealed', secret_ct: expect.any(Buffer) })
    await around.control('right').setAutomine(true)
    await mineUntil(order, 'confirmed')
  })

  it('says that the call reverts, again and again: it is not rejected', async () => {
    let told = 0
    const reverting: RpcProxy['lie'] = ({ method }) => {
      if (method !== 'eth_call') return undefined
      told += 1
      return { error: { code: 3, message: 'execution reverted' } }
    }
    const url = await start()
    const { order, secret } = await around.order()
    expect(await post(url, order, secret)).toBe(202)
    first.lie = reverting
    await until(async () => told > 12 || (await stateOf(order)) !== 'accepted', 'asked about')
    expect(await stateOf(order)).not.toBe('rejected')
    first.lie = () => undefined
    await mineUntil(order, 'confirmed')
  })
})

describe('a claim that was rejected', () => {
  it('can be posted again, and goes the same way once more', async () => {
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await around.order()
    expect(await post(api, order, secret)).toBe(202)
    await db.query(
      "UPDATE requests SET state = 'rejected', error_code = 'VAULT_MISMATCH', secret_ct = NULL, secret_key_id = NULL WHERE order_id = $1",
      [order.order_id],
    )
    expect(await post(api, order, secret)).toBe(202)
    expect(await rowOf(order)).toMatchObject({ state: 'accepted', error_code: null, secret_ct: expect.any(Buffer) })
    expect(await post(api, order, secret)).toBe(200)
    await start({ ROLES: 'worker' })
    await mineUntil(order, 'confirmed')
  })
})

describe('an endpoint that is down at the start', () => {
  it('does not stop the process, and is used and verified once it is there', async () => {
    second.isDown = true
    const url = await start()
    const { order, secret } = await around.order()
    expect(await post(url, order, secret)).toBe(503)
    second.isDown = false
    await until(async () => (await post(url, order, secret)) === 202, 'accepted')
    await mineUntil(order, 'confirmed')
    expect(times(second, 'eth_chainId')).toBeGreaterThan(0)
  })

  it('is sent nothing when it turns out to be of another chain', async () => {
    second.isDown = true
    const url = await start()
    second.lie = ({ method }) => (method === 'eth_chainId' ? { answer: '0x1' } : undefined)
    second.isDown = false
    const { order, secret } = await around.order()
    await until(async () => {
      expect(await post(url, order, secret)).toBe(503)
      return times(second, 'eth_chainId') > 0
    }, 'verified')
    expect(await post(url, order, secret)).toBe(503)
    expect(second.calls.map(({ method }) => method).filter((method) => method !== 'eth_chainId')).toEqual([])
  })
})
