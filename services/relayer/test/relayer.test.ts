/** Tests the relayer against real chains, a real database and a real Redis. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  type ClaimWire,
  claimListSchema,
  claimSchema,
  errorEnvelopeSchema,
  type OrderWire,
  successEnvelopeSchema,
  type z,
} from '@tandem/contracts'
import { escrowRegistryAbi, hashSecret } from '@tandem/escrow'
import { startRedis, untilSo } from '@tandem/local-services'
import { Redis } from 'ioredis'
import pg from 'pg'
import { type Address, type Hex, parseTransaction, toHex } from 'viem'
import { cancelCall, claimCall } from './support/escrow-calls.ts'
import { giveNonce, type NonceKey } from './support/give-nonce.ts'
import { postClaim } from './support/post.ts'
import { startRpcProxy } from './support/rpc-proxy.ts'
import { type Changed, confirmations, Surroundings } from './support/surroundings.ts'

type Relayer = ReturnType<Surroundings['relayer']>

let around: Surroundings
let db: pg.Client
const running: Relayer[] = []

beforeAll(async () => {
  around = await Surroundings.start()
  db = new pg.Client({ connectionString: around.database.url })
  await db.connect()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
})
afterAll(async () => {
  await db.end()
  await around.stop()
})

/** Starts a relayer that the test's end stops. */
async function start(env: Record<string, string> = {}, changed: Changed = {}): Promise<string> {
  const relayer = around.relayer(env, changed)
  running.push(relayer)
  return (await relayer.start()).url
}

const send = (url: string, order: OrderWire, secret: Hex) => postClaim(url, { order, secret })
const resultOf = <T extends z.ZodType>(schema: T, body: unknown) =>
  (successEnvelopeSchema(schema).parse(body) as { result: z.output<T> }).result
const refusal = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  code: errorEnvelopeSchema.parse(body).code,
})
const claimOf = async (url: string, order: OrderWire): Promise<ClaimWire | undefined> =>
  resultOf(claimListSchema, await (await fetch(`${url}/claims?order_id=${order.order_id}`)).json()).data[0]

/** Waits for a status, and mines so that depth is reached: these chains mine only when something is sent. */
const untilStatus = (url: string, order: OrderWire, status: string) =>
  untilSo(
    async () => {
      await around.control('right').mine({ blocks: 1 })
      return claimOf(url, order)
    },
    (claim) => claim.status === status,
    status,
  )

const rows = async (sql: string, values: readonly unknown[] = []) => (await db.query(sql, [...values])).rows

/** Asserts the invariants that hold whenever nothing is under way. */
async function expectClean(): Promise<void> {
  expect(await rows('SELECT id FROM requests WHERE secret_ct IS NOT NULL')).toEqual([])
  expect(
    await rows(
      'SELECT hash FROM tx_attempts a JOIN nonces s USING (chain, signer, nonce) WHERE s.abandoned_at IS NULL AND a.raw_ct IS NOT NULL',
    ),
  ).toEqual([])
  const count = await around.control('right').getTransactionCount({ address: around.signer })
  const nonces = (await rows("SELECT nonce::int FROM nonces WHERE chain = 'right' ORDER BY nonce")).map(
    ({ nonce }) => nonce,
  )
  expect(nonces).toEqual(Array.from({ length: count }, (_, nonce) => nonce))
}

const claimEvents = async (vault: string) =>
  around.control('right').getContractEvents({
    address: around.registry,
    abi: escrowRegistryAbi,
    eventName: 'EscrowClaimed',
    args: { vault: vault as Address },
    fromBlock: 0n,
  })

describe('POST /claims', () => {
  it('202 for a new claim, 200 for the same one again, and it is confirmed', async () => {
    const url = await start()
    const { order, secret } = await around.order()
    const first = await send(url, order, secret)
    expect(first.status).toBe(202)
    const again = await send(url, order, secret)
    expect(again.status).toBe(200)
    expect(resultOf(claimSchema, again.body).claim_id).toBe(resultOf(claimSchema, first.body).claim_id)
    const claim = await untilStatus(url, order, 'confirmed')
    const [event] = await claimEvents(order.destination_intent.swap_id)
    expect(claim.claim_tx_hash).toBe(event?.transactionHash)
    expect(claim.attempts.map(({ outcome }) => outcome)).toEqual(['mined'])
    await expectClean()
  })

  it('refuses a secret that is not safe to reveal, and keeps nothing of it', async () => {
    const url = await start()
    const { order, secret } = await around.order({ isDestinationOpen: false })
    expect(refusal(await send(url, order, secret))).toEqual({ status: 409, code: 'DESTINATION_NOT_INITIATED' })
    expect(await rows('SELECT id FROM requests WHERE order_id = $1', [order.order_id])).toEqual([])
  })

  it('refuses an order whose vault address is not what its terms give', async () => {
    const url = await start()
    const { order, secret } = await around.order()
    around.orders.set(order.order_id, { ...order, destination_intent: { ...order.destination_intent, amount: '999' } })
    expect(refusal(await send(url, order, secret))).toEqual({ status: 409, code: 'VAULT_MISMATCH' })
  })

  it('refuses an order whose two sides name one vault', async () => {
    const url = await start()
    const { order, secret } = await around.order()
    around.orders.set(order.order_id, { ...order, source_intent: { ...order.destination_intent } })
    const { status, body } = await send(url, order, secret)
    expect([status, body]).toMatchObject([
      409,
      { code: 'VAULT_MISMATCH', result: expect.stringContaining('one vault') },
    ])
  })

  it('refuses a hop payload on a direct order', async () => {
    const url = await start()
    const { order, secret } = await around.order()
    const hop = {
      bridge_factory: around.registry,
      dest_blockchain_id: hashSecret(secret),
      recipient: around.registry,
      fee_token: around.token,
      relayer_fee: '0',
      dispatch_gas: 400_000,
      deadline: 2_000_000_000,
      signature: '0x00',
    }
    const answer = await fetch(`${url}/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id: order.order_id, secret, hop }),
    })
    expect(refusal({ status: answer.status, body: await answer.json() })).toEqual({
      status: 422,
      code: 'HOP_NOT_EXPECTED',
    })
  })
})

describe('two relayers on one signer and one database', () => {
  it('claim each of 30 orders once, though Redis is emptied meanwhile', async () => {
    const urls = [await start(), await start()]
    const orders: Awaited<ReturnType<Surroundings['order']>>[] = []
    for (let index = 0; index < 30; index += 1) orders.push(await around.order())
    const answers = orders.flatMap(({ order, secret }) => urls.map((url) => send(url, order, secret)))
    const redis = new Redis(process.env.TANDEM_TEST_REDIS_URL ?? '')
    const queueKeys = await redis.keys('{tandem-relayer}*')
    if (queueKeys.length > 0) await redis.del(queueKeys)
    redis.disconnect()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(30)
    for (const { order } of orders) await untilStatus(urls[0] ?? '', order, 'confirmed')
    for (const { order } of orders) expect(await claimEvents(order.destination_intent.swap_id)).toHaveLength(1)
    await expectClean()
  })
})

describe('claims that come at the same moment', () => {
  /** How many claims each transaction that was mined had in it. */
  const batches = async (orders: readonly OrderWire[]): Promise<number[]> => {
    const events = await Promise.all(orders.map((order) => claimEvents(order.destination_intent.swap_id)))
    const hashes = events.flat().map(({ transactionHash }) => transactionHash)
    return [...new Set(hashes)].map((hash) => hashes.filter((one) => one === hash).length)
  }
  const accepted = async (count: number) => {
    // The claims are accepted by an API without a worker, so that the worker finds all of them at once.
    const api = await start({ ROLES: 'api' })
    const taken: Awaited<ReturnType<Surroundings['order']>>[] = []
    for (let index = 0; index < count; index += 1) taken.push(await around.order())
    for (const { order, secret } of taken) expect((await send(api, order, secret)).status).toBe(202)
    return taken
  }

  it('go out in one transaction, and each is confirmed once', async () => {
    const taken = await accepted(8)
    const url = await start()
    for (const { order } of taken) await untilStatus(url, order, 'confirmed')
    const sizes = await batches(taken.map(({ order }) => order))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(8)
    expect(Math.max(...sizes)).toBeGreaterThan(2)
    await expectClean()
  })

  it('one that another account settles does not hold up the others', async () => {
    const taken = await accepted(6)
    const [first] = taken
    if (first === undefined) throw new Error('no order')
    const user = around.wallet('right', 1)
    await user.waitForTransactionReceipt({
      hash: await user.sendTransaction(claimCall(first.order.destination_intent, first.secret)),
    })
    const url = await start()
    await untilStatus(url, first.order, 'superseded')
    for (const { order } of taken.slice(1)) await untilStatus(url, order, 'confirmed')
    await expectClean()
  })

  it('are sent again after a reorg took all of them away', async () => {
    const taken = await accepted(5)
    const snapshot = await around.control('right').snapshot()
    const url = await start()
    const isMined = (claim: ClaimWire) => claim.claim_tx_hash !== null
    for (const { order } of taken) await untilSo(() => claimOf(url, order), isMined, 'mined')
    await around.control('right').revert({ id: snapshot })
    await around.control('right').mine({ blocks: confirmations + 1 })
    for (const { order } of taken) await untilStatus(url, order, 'confirmed')
    for (const { order } of taken) expect(await claimEvents(order.destination_intent.swap_id)).toHaveLength(1)
    await expectClean()
  })

  it('go out one by one when their batch fails', async () => {
    const taken = await accepted(4)
    // The database refuses a nonce that serves more than one claim.
    await db.query(`
      CREATE FUNCTION refuse_batches() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT 1 FROM nonce_members m WHERE (m.chain, m.signer, m.nonce) = (NEW.chain, NEW.signer, NEW.nonce)
                      AND m.request_id <> NEW.request_id) THEN RAISE EXCEPTION 'no batches today'; END IF;
        RETURN NULL; END $$;
      CREATE TRIGGER refuse_batches AFTER INSERT ON nonce_members FOR EACH ROW EXECUTE FUNCTION refuse_batches()`)
    try {
      const url = await start({}, { claimBatchWaitMs: 500 })
      for (const { order } of taken) await untilStatus(url, order, 'confirmed')
      expect(await batches(taken.map(({ order }) => order))).toEqual([1, 1, 1, 1])
      await expectClean()
    } finally {
      await db.query('DROP TRIGGER refuse_batches ON nonce_members; DROP FUNCTION refuse_batches()')
    }
  })

  it('go out one by one where batches are turned off', async () => {
    const taken = await accepted(4)
    const url = await start({}, { claimBatchMost: 1 })
    for (const { order } of taken) await untilStatus(url, order, 'confirmed')
    expect(await batches(taken.map(({ order }) => order))).toEqual([1, 1, 1, 1])
    await expectClean()
  })
})

describe('the chain has the last word', () => {
  it('a vault claimed by another account ends the claim as superseded, with that transaction', async () => {
    const worker = await start({ ROLES: 'api' })
    const { order, secret } = await around.order()
    expect((await send(worker, order, secret)).status).toBe(202)
    const user = around.wallet('right', 1)
    const hash = await user.sendTransaction(claimCall(order.destination_intent, secret))
    await user.waitForTransactionReceipt({ hash })
    const url = await start()
    const claim = await untilStatus(url, order, 'superseded')
    expect(claim).toMatchObject({ claim_tx_hash: hash, attempts: [] })
    await expectClean()
  })

  it('a claim of another account that a reorg takes away is made by us', async () => {
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await around.order()
    expect((await send(api, order, secret)).status).toBe(202)
    const snapshot = await around.control('right').snapshot()
    const user = around.wallet('right', 1)
    await user.waitForTransactionReceipt({
      hash: await user.sendTransaction(claimCall(order.destination_intent, secret)),
    })
    const url = await start()
    const waiting = "SELECT 1 FROM requests WHERE order_id = $1 AND last_reason_code = 'settled_waits_for_depth'"
    await untilSo(
      () => rows(waiting, [order.order_id]),
      (found) => found.length === 1,
      'seen',
    )
    await around.control('right').revert({ id: snapshot })
    await untilStatus(url, order, 'confirmed')
    expect(await claimEvents(order.destination_intent.swap_id as Address)).toHaveLength(1)
    await expectClean()
  })

  it('a vault whose time runs out before anything was sent: failed, and the secret is gone', async () => {
    const snapshot = await around.control('right').snapshot()
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await around.order()
    expect((await send(api, order, secret)).status).toBe(202)
    await around.control('right').setNextBlockTimestamp({ timestamp: BigInt(order.destination_intent.cancel_after) })
    await around.control('right').mine({ blocks: 1 })
    const url = await start()
    expect(await untilStatus(url, order, 'failed')).toMatchObject({ error_code: 'EXPIRED', attempts: [] })
    const solver = around.wallet('right', 2)
    await solver.waitForTransactionReceipt({
      hash: await solver.sendTransaction(cancelCall(order.destination_intent)),
    })
    expect(await rows('SELECT secret_ct FROM requests WHERE order_id = $1', [order.order_id])).toEqual([
      { secret_ct: null },
    ])
    await around.control('right').revert({ id: snapshot })
  })

  it('a claim of another account that was there when ours came, and that a reorg takes away, is made by us', async () => {
    const chain = around.control('right')
    const url = await start()
    const { order, secret } = await around.order()
    const snapshot = await chain.snapshot()
    const user = around.wallet('right', 1)
    const claim = claimCall(order.destination_intent, secret)
    await user.waitForTransactionReceipt({ hash: await user.sendTransaction(claim) })
    expect((await send(url, order, secret)).status).toBe(202)
    await chain.revert({ id: snapshot })
    await chain.mine({ blocks: confirmations + 1 })
    await untilStatus(url, order, 'confirmed')
    expect(await claimEvents(order.destination_intent.swap_id as Address)).toHaveLength(1)
    await expectClean()
  })

  it('a reorg that takes the claim away: it is sent again, and confirmed', async () => {
    const url = await start()
    const { order, secret } = await around.order()
    const snapshot = await around.control('right').snapshot()
    await send(url, order, secret)
    await untilSo(
      () => claimOf(url, order),
      (claim) => claim.claim_tx_hash !== null,
      'mined',
    )
    await around.control('right').revert({ id: snapshot })
    await around.control('right').mine({ blocks: confirmations + 1 })
    await untilStatus(url, order, 'confirmed')
    expect(await claimEvents(order.destination_intent.swap_id)).toHaveLength(1)
    await expectClean()
  })
})

describe('a nonce that the chain counts as used, and not by what was sent', () => {
  const sentUnmined = async (env: Record<string, string> = {}) => {
    const chain = around.control('right')
    const { order, secret } = await around.order()
    await chain.setAutomine(false)
    const url = await start(env)
    expect((await send(url, order, secret)).status).toBe(202)
    const [found] = await untilSo(
      () =>
        rows(
          'SELECT nonce::int FROM nonces s JOIN tx_attempts a USING (nonce) WHERE provider IS NOT NULL AND closed_hash IS NULL',
        ),
      (found) => found.length > 0,
      'sent',
    )
    return { url, order, nonce: found?.nonce as number }
  }
  const lastReason = async (order: OrderWire) =>
    (await rows('SELECT last_reason_code AS code FROM requests WHERE order_id = $1', [order.order_id]))[0]
      ?.code as string
  afterEach(() => around.control('right').setAutomine(true))

  it('is kept, because a reorg may have given it back', async () => {
    const proxy = await startRpcProxy(around.anvils.right.rpcUrl)
    try {
      const RPC_URLS = JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [proxy.url] })
      const { url, order, nonce } = await sentUnmined({ RPC_URLS })
      proxy.lie = ({ method, params }) =>
        method === 'eth_getTransactionCount' && params[1] === 'latest' ? { answer: toHex(nonce + 1) } : undefined
      await untilSo(
        () => lastReason(order),
        (reason) => reason === 'used_nonce_waits_for_depth',
        'doubted',
      )
      proxy.lie = () => undefined
      await around.control('right').setAutomine(true)
      await untilStatus(url, order, 'confirmed')
      await expectClean()
    } finally {
      await proxy.stop()
    }
  })

  it('is given up at depth, and the claim goes out with another', async () => {
    const { url, order, nonce } = await sentUnmined()
    const thief = around.wallet('right', 8)
    expect(thief.account.address).toBe(around.signer)
    const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 50_000_000_000n }
    await thief.sendTransaction({ to: thief.account.address, nonce, ...fees })
    await untilStatus(url, order, 'confirmed')
    const nonces = await rows('SELECT nonce::int, outcome FROM tx_attempts WHERE nonce >= $1 ORDER BY nonce', [nonce])
    expect(nonces).toEqual([
      { nonce, outcome: 'dropped' },
      { nonce: nonce + 1, outcome: 'mined' },
    ])
    await expectClean()
  })
})

describe('an endpoint that keeps no nonce for later', () => {
  it('is sent each as soon as it is the next one', async () => {
    const proxy = await startRpcProxy(around.anvils.right.rpcUrl)
    try {
      const orders = await around.openOrders(12)
      for (const chain of ['left', 'right'] as const) await around.control(chain).mine({ blocks: confirmations })
      const api = await start({ ROLES: 'api' })
      for (const { order, secret } of orders) expect((await send(api, order, secret)).status).toBe(202)
      // The first transaction is delivered last.
      let late: Hex | undefined
      proxy.lie = async ({ method, params: [raw] }, ask) => {
        if (method !== 'eth_sendRawTransaction') return undefined
        const { nonce } = parseTransaction(raw as Hex)
        const count = Number(await ask({ method: 'eth_getTransactionCount', params: [around.signer, 'latest'] }))
        if (nonce === count && late === undefined) {
          late = raw as Hex
          return { error: { code: -32000, message: 'nonce too high' } }
        }
        return (nonce ?? 0) > count ? { error: { code: -32000, message: 'nonce too high' } } : undefined
      }
      const RPC_URLS = JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [proxy.url] })
      await start({ RPC_URLS }, { claimBatchMost: 1 })
      await untilSo(
        async () => {
          await around.control('right').mine({ blocks: 1 })
          return Promise.all(orders.map(({ order }) => claimOf(api, order)))
        },
        (claims) => claims.every((claim) => claim?.status === 'confirmed'),
        'confirmed, all of them',
      )
      const claims = await Promise.all(orders.map(({ order }) => claimOf(api, order)))
      expect(claims.map((claim) => claim?.attempts.length)).toEqual(orders.map(() => 1))
      await expectClean()
    } finally {
      await proxy.stop()
    }
  })
})

describe('a signer with a transaction pending that the database has not made', () => {
  it('is given no new nonce until that is mined', async () => {
    const control = around.control('right')
    const { order, secret } = await around.order()
    const nonce = await control.getTransactionCount({ address: around.signer })
    await control.setAutomine(false)
    try {
      const holder = around.wallet('right', 8)
      const hash = await holder.sendTransaction({ to: holder.account.address })
      const url = await start()
      expect((await send(url, order, secret)).status).toBe(202)
      await untilSo(
        () => rows('SELECT last_reason_code AS code FROM requests WHERE order_id = $1', [order.order_id]),
        ([claim]) => claim?.code === 'signers_unknown',
        'waiting',
      )
      await control.mine({ blocks: 1 })
      await holder.waitForTransactionReceipt({ hash })
      await control.setAutomine(true)
      await untilStatus(url, order, 'confirmed')
    } finally {
      await control.setAutomine(true)
    }
    // The check at the end of each test counts this nonce as one of ours.
    await db.query(
      `INSERT INTO nonces (chain, signer, nonce, closed_hash, created_at) VALUES ('right', $1, $2, '0x', now())`,
      [around.signer, nonce],
    )
    await expectClean()
  })
})

describe('a nonce that serves no claim', () => {
  it("is given up at depth when another's transaction used it, and what comes after goes on", async () => {
    const control = around.control('right')
    const nonce = await control.getTransactionCount({ address: around.signer })
    const key: NonceKey = ['right', around.signer, nonce]
    await giveNonce(db, key)
    const thief = around.wallet('right', 8)
    await thief.waitForTransactionReceipt({ hash: await thief.sendTransaction({ to: thief.account.address, nonce }) })
    await start()
    await untilSo(
      async () => {
        await control.mine({ blocks: 1 })
        return rows(
          'SELECT closed_hash IS NOT NULL AS closed FROM nonces WHERE chain = $1 AND signer = $2 AND nonce = $3',
          key,
        )
      },
      ([found]) => found?.closed === true,
      'given up',
    )
    await expectClean()
  })
})

describe('a nonce that was used, and that a reorg gave back after it had counted', () => {
  it('is filled', async () => {
    const control = around.control('right')
    const snapshot = await control.snapshot()
    const { order, secret } = await around.order()
    const url = await start()
    await send(url, order, secret)
    await untilStatus(url, order, 'confirmed')
    const used = await control.getTransactionCount({ address: around.signer })
    const one = "created_at - interval '1 minute' WHERE signer = $1 AND nonce = $2"
    await db.query(`UPDATE nonces SET created_at = ${one}`, [around.signer, used - 1])
    await control.revert({ id: snapshot })
    expect(await control.getTransactionCount({ address: around.signer })).toBe(used - 1)
    await untilSo(
      async () => {
        await control.mine({ blocks: 1 })
        const count = await control.getTransactionCount({ address: around.signer })
        const nonces = await rows('SELECT closed_hash FROM nonces WHERE signer = $1', [around.signer])
        return count === used && nonces.every(({ closed_hash: hash }) => hash !== null)
      },
      (isFilled) => isFilled,
      'filled',
    )
    await expectClean()
  })
})

describe('a claim that was given a nonce and has to wait', () => {
  it('leaves it to be filled, and takes another one when it may go on', async () => {
    const { order, secret } = await around.order()
    const api = await start({ ROLES: 'api' })
    expect((await send(api, order, secret)).status).toBe(202)
    const nonce = await around.control('right').getTransactionCount({ address: around.signer })
    const key: NonceKey = ['right', around.signer, nonce]
    await giveNonce(db, key, { orderId: order.order_id })
    await db.query("UPDATE requests SET state = 'assigned', version = version + 1 WHERE order_id = $1", [
      order.order_id,
    ])
    await start({ MAX_FEE_PER_GAS_WEI: '1' })
    const [left] = await untilSo(
      () => rows('SELECT abandoned_at FROM nonces WHERE (chain, signer, nonce) = ($1, $2, $3)', key),
      ([found]) => found?.abandoned_at !== null,
      'left',
    )
    expect(left?.abandoned_at).toEqual(expect.any(Date))
    expect(await claimOf(api, order)).toMatchObject({ status: 'queued' })
    await running.pop()?.stop()

    await start({ ROLES: 'worker' })
    await untilStatus(api, order, 'confirmed')
    expect(await claimEvents(order.destination_intent.swap_id)).toHaveLength(1)
    await untilSo(
      () => rows('SELECT closed_hash FROM nonces WHERE (chain, signer, nonce) = ($1, $2, $3)', key),
      ([found]) => found?.closed_hash !== null,
      'filled',
    )
    await expectClean()
  })
})

describe('a queue that stands still', () => {
  it('holds up neither the answer to a claim nor the claim', async () => {
    const redis = await startRedis()
    const url = await start({ REDIS_URL: redis.url })
    const before = await around.order()
    await send(url, before.order, before.secret)
    await untilStatus(url, before.order, 'confirmed')
    process.kill(redis.pid, 'SIGSTOP')
    try {
      const { order, secret } = await around.order()
      expect((await send(url, order, secret)).status).toBe(202)
      await untilStatus(url, order, 'confirmed')
    } finally {
      process.kill(redis.pid, 'SIGCONT')
    }
    await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
    await redis.stop()
  })
})

describe.each([
  ['Redis', {}],
  ['PostgreSQL', { REDIS_URL: '' }],
])('the queue on %s', (_, env) => {
  it('serves', async () => {
    const url = await start(env)
    const { order, secret } = await around.order()
    expect((await send(url, order, secret)).status).toBe(202)
    await untilStatus(url, order, 'confirmed')
  })

  it('sends a claim long before the sweeper would find it', async () => {
    const url = await start(env, { sweepIntervalMs: 60_000 })
    const { order, secret } = await around.order()
    await send(url, order, secret)
    await untilStatus(url, order, 'submitted')
  })
})
