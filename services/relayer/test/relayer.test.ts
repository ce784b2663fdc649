/** Tests the relayer against real chains, a real database and a real Redis. */
import { describe, expect, it } from '@jest/globals'
import { type ClaimWire, claimSchema, type OrderWire } from '@tandem/contracts'
import { hashSecret } from '@tandem/escrow'
import { startRedis, untilSo } from '@tandem/local-services'
import { Redis } from 'ioredis'
import { type Hex, parseTransaction, toHex } from 'viem'
import { claimOf, outcomesOf, postClaim, resultOf } from './support/api.ts'
import { cancelCall, claimCall } from './support/escrow-calls.ts'
import { giveNonce, type NonceKey } from './support/give-nonce.ts'
import { confirmations, solver, user } from './support/test-chains.ts'
import type { Changed, TestOrder } from './support/testbed.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
const start = (env: Record<string, string> = {}, changed: Changed = {}): Promise<string> =>
  testbed.startRelayer(env, changed)
const send = (url: string, order: OrderWire, secret: Hex) => postClaim(url, { order, secret })

/** Waits until a step ends for this reason, and mines nothing meanwhile. */
const untilReason = (order: OrderWire, code: string) =>
  untilSo(
    () => testbed.requestOf(order),
    ({ last_reason_code: reason }) => reason === code,
    code,
  )
const rows = async (sql: string, values: readonly unknown[] = []) => (await testbed.db.query(sql, [...values])).rows

/** Asserts the invariants that hold whenever nothing is under way. */
async function expectClean(): Promise<void> {
  expect(await rows('SELECT id FROM requests WHERE secret_ct IS NOT NULL')).toEqual([])
  expect(
    await rows(
      'SELECT hash FROM tx_attempts a JOIN nonces s USING (chain, signer, nonce) WHERE s.abandoned_at IS NULL AND a.raw_ct IS NOT NULL',
    ),
  ).toEqual([])
  const count = await testbed.control('right').getTransactionCount({ address: testbed.signer })
  const nonces = (await rows("SELECT nonce::int FROM nonces WHERE chain = 'right' ORDER BY nonce")).map(
    ({ nonce }) => nonce,
  )
  expect(nonces).toEqual(Array.from({ length: count }, (_, nonce) => nonce))
}

const claimEvents = ({ destination_intent: { swap_id: vault } }: OrderWire) =>
  testbed.vaultEvents('right', 'EscrowClaimed', vault)

describe('POST /claims', () => {
  it('202 for a new claim, 200 for the same one again, and it is confirmed', async () => {
    const url = await start()
    const { order, secret } = await testbed.order()
    const first = await send(url, order, secret)
    expect(first.status).toBe(202)
    const again = await send(url, order, secret)
    expect(again.status).toBe(200)
    expect(resultOf(claimSchema, again.body).claim_id).toBe(resultOf(claimSchema, first.body).claim_id)
    const claim = await testbed.untilClaim(url, order, 'confirmed')
    const [event] = await claimEvents(order)
    expect(claim.claim_tx_hash).toBe(event?.transactionHash)
    expect(outcomesOf(claim)).toEqual(['mined'])
    await expectClean()
  })

  it('refuses a secret that is not safe to reveal, and keeps nothing of it', async () => {
    const url = await start()
    const { order, secret } = await testbed.order({ isDestinationOpen: false })
    expect(await send(url, order, secret)).toMatchObject({ status: 409, code: 'DESTINATION_NOT_INITIATED' })
    expect(await testbed.requestOf(order)).toBeUndefined()
  })

  it('refuses an order whose vault address is not what its terms give', async () => {
    const url = await start()
    const { order, secret } = await testbed.order()
    testbed.orderbook.orders.set(order.order_id, {
      ...order,
      destination_intent: { ...order.destination_intent, amount: '999' },
    })
    expect(await send(url, order, secret)).toMatchObject({ status: 409, code: 'VAULT_MISMATCH' })
  })

  it('refuses an order whose two sides name one vault', async () => {
    const url = await start()
    const { order, secret } = await testbed.order()
    testbed.orderbook.orders.set(order.order_id, { ...order, source_intent: { ...order.destination_intent } })
    const { status, body } = await send(url, order, secret)
    expect([status, body]).toMatchObject([
      409,
      { code: 'VAULT_MISMATCH', result: expect.stringContaining('one vault') },
    ])
  })

  it('refuses a hop payload on a direct order', async () => {
    const url = await start()
    const { order, secret } = await testbed.order()
    const hop = {
      bridge_factory: testbed.registry,
      dest_blockchain_id: hashSecret(secret),
      recipient: testbed.registry,
      fee_token: testbed.token,
      relayer_fee: '0',
      dispatch_gas: 400_000,
      deadline: 2_000_000_000,
      signature: '0x00',
    }
    expect(await postClaim(url, { order, secret, hop })).toMatchObject({ status: 422, code: 'HOP_NOT_EXPECTED' })
  })
})

describe('two relayers on one signer and one database', () => {
  it('claim each of 30 orders once, though Redis is emptied meanwhile', async () => {
    const urls = [await start(), await start()]
    const orders: TestOrder[] = []
    for (let index = 0; index < 30; index += 1) orders.push(await testbed.order())
    const answers = orders.flatMap(({ order, secret }) => urls.map((url) => send(url, order, secret)))
    const redis = new Redis(process.env.TANDEM_TEST_REDIS_URL ?? '')
    const queueKeys = await redis.keys('{tandem-relayer}*')
    if (queueKeys.length > 0) await redis.del(queueKeys)
    redis.disconnect()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(30)
    for (const { order } of orders) await testbed.untilClaim(urls[0] ?? '', order, 'confirmed')
    for (const { order } of orders) expect(await claimEvents(order)).toHaveLength(1)
    await expectClean()
  })
})

describe('claims that come at the same moment', () => {
  /** How many claims each transaction that was mined had in it. */
  const batches = async (orders: readonly OrderWire[]): Promise<number[]> => {
    const events = await Promise.all(orders.map((order) => claimEvents(order)))
    const hashes = events.flat().map(({ transactionHash }) => transactionHash)
    return [...new Set(hashes)].map((hash) => hashes.filter((one) => one === hash).length)
  }
  const accepted = async (count: number) => {
    // The claims are accepted by an API without a worker, so that the worker finds all of them at once.
    const api = await start({ ROLES: 'api' })
    const taken: TestOrder[] = []
    for (let index = 0; index < count; index += 1) taken.push(await testbed.order())
    for (const { order, secret } of taken) expect((await send(api, order, secret)).status).toBe(202)
    return taken
  }

  it('go out in one transaction, and each is confirmed once', async () => {
    const taken = await accepted(8)
    const url = await start()
    for (const { order } of taken) await testbed.untilClaim(url, order, 'confirmed')
    const sizes = await batches(taken.map(({ order }) => order))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(8)
    expect(Math.max(...sizes)).toBeGreaterThan(2)
    await expectClean()
  })

  it('one that another account settles does not hold up the others', async () => {
    const taken = await accepted(6)
    const [first] = taken
    if (first === undefined) throw new Error('no order')
    await testbed.send('right', user, claimCall(first.order.destination_intent, first.secret))
    const url = await start()
    await testbed.untilClaim(url, first.order, 'superseded')
    for (const { order } of taken.slice(1)) await testbed.untilClaim(url, order, 'confirmed')
    await expectClean()
  })

  it('are sent again after a reorg took all of them away', async () => {
    const taken = await accepted(5)
    const snapshot = await testbed.control('right').snapshot()
    const url = await start()
    const isMined = (claim: ClaimWire) => claim.claim_tx_hash !== null
    for (const { order } of taken) await untilSo(() => claimOf(url, order), isMined, 'mined')
    await testbed.control('right').revert({ id: snapshot })
    await testbed.control('right').mine({ blocks: confirmations + 1 })
    for (const { order } of taken) await testbed.untilClaim(url, order, 'confirmed')
    for (const { order } of taken) expect(await claimEvents(order)).toHaveLength(1)
    await expectClean()
  })

  it('go out one by one when their batch fails', async () => {
    const taken = await accepted(4)
    // The database refuses a nonce that serves more than one claim.
    await testbed.db.query(`
      CREATE FUNCTION refuse_batches() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT 1 FROM nonce_members m WHERE (m.chain, m.signer, m.nonce) = (NEW.chain, NEW.signer, NEW.nonce)
                      AND m.request_id <> NEW.request_id) THEN RAISE EXCEPTION 'no batches today'; END IF;
        RETURN NULL; END $$;
      CREATE TRIGGER refuse_batches AFTER INSERT ON nonce_members FOR EACH ROW EXECUTE FUNCTION refuse_batches()`)
    try {
      const url = await start({}, { claimBatchWaitMs: 500 })
      for (const { order } of taken) await testbed.untilClaim(url, order, 'confirmed')
      expect(await batches(taken.map(({ order }) => order))).toEqual([1, 1, 1, 1])
      await expectClean()
    } finally {
      await testbed.db.query('DROP TRIGGER refuse_batches ON nonce_members; DROP FUNCTION refuse_batches()')
    }
  })

  it('go out one by one where batches are turned off', async () => {
    const taken = await accepted(4)
    const url = await start({}, { claimBatchMost: 1 })
    for (const { order } of taken) await testbed.untilClaim(url, order, 'confirmed')
    expect(await batches(taken.map(({ order }) => order))).toEqual([1, 1, 1, 1])
    await expectClean()
  })
})

describe('the chain has the last word', () => {
  it('a vault claimed by another account ends the claim as superseded, with that transaction', async () => {
    const worker = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order()
    expect((await send(worker, order, secret)).status).toBe(202)
    const hash = await testbed.send('right', user, claimCall(order.destination_intent, secret))
    const url = await start()
    const claim = await testbed.untilClaim(url, order, 'superseded')
    expect(claim).toMatchObject({ claim_tx_hash: hash, attempts: [] })
    await expectClean()
  })

  it('a claim of another account that a reorg takes away is made by us', async () => {
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order()
    expect((await send(api, order, secret)).status).toBe(202)
    const snapshot = await testbed.control('right').snapshot()
    await testbed.send('right', user, claimCall(order.destination_intent, secret))
    const url = await start()
    await untilReason(order, 'settled_waits_for_depth')
    await testbed.control('right').revert({ id: snapshot })
    await testbed.untilClaim(url, order, 'confirmed')
    expect(await claimEvents(order)).toHaveLength(1)
    await expectClean()
  })

  it('a vault whose time runs out before anything was sent: failed, and the secret is gone', async () => {
    const snapshot = await testbed.control('right').snapshot()
    const api = await start({ ROLES: 'api' })
    const { order, secret } = await testbed.order()
    expect((await send(api, order, secret)).status).toBe(202)
    await testbed.setClock('right', order.destination_intent.cancel_after)
    const url = await start()
    expect(await testbed.untilClaim(url, order, 'failed')).toMatchObject({ error_code: 'EXPIRED', attempts: [] })
    await testbed.send('right', solver, cancelCall(order.destination_intent))
    expect(await testbed.requestOf(order)).toMatchObject({ secret_ct: null })
    await testbed.control('right').revert({ id: snapshot })
  })

  it('a claim of another account that was there when ours came, and that a reorg takes away, is made by us', async () => {
    const chain = testbed.control('right')
    const url = await start()
    const { order, secret } = await testbed.order()
    const snapshot = await chain.snapshot()
    await testbed.send('right', user, claimCall(order.destination_intent, secret))
    expect((await send(url, order, secret)).status).toBe(202)
    await chain.revert({ id: snapshot })
    await chain.mine({ blocks: confirmations + 1 })
    await testbed.untilClaim(url, order, 'confirmed')
    expect(await claimEvents(order)).toHaveLength(1)
    await expectClean()
  })

  it('a reorg that takes the claim away: it is sent again, and confirmed', async () => {
    const url = await start()
    const { order, secret } = await testbed.order()
    const snapshot = await testbed.control('right').snapshot()
    await send(url, order, secret)
    await untilSo(
      () => claimOf(url, order),
      (claim) => claim.claim_tx_hash !== null,
      'mined',
    )
    await testbed.control('right').revert({ id: snapshot })
    await testbed.control('right').mine({ blocks: confirmations + 1 })
    await testbed.untilClaim(url, order, 'confirmed')
    expect(await claimEvents(order)).toHaveLength(1)
    await expectClean()
  })
})

describe('a nonce that the chain counts as used, and not by what was sent', () => {
  const sentUnmined = async (env: Record<string, string> = {}) => {
    const chain = testbed.control('right')
    const { order, secret } = await testbed.order()
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

  it('is kept, because a reorg may have given it back', async () => {
    const proxy = await testbed.startProxy()
    const through = testbed.rpcUrls({ right: [proxy] })
    const { url, order, nonce } = await sentUnmined(through)
    proxy.lie = ({ method, params }) =>
      method === 'eth_getTransactionCount' && params[1] === 'latest' ? { answer: toHex(nonce + 1) } : undefined
    await untilReason(order, 'used_nonce_waits_for_depth')
    proxy.lie = () => undefined
    await testbed.control('right').setAutomine(true)
    await testbed.untilClaim(url, order, 'confirmed')
    await expectClean()
  })

  it('is given up at depth, and the claim goes out with another', async () => {
    const { url, order, nonce } = await sentUnmined()
    const thief = testbed.wallet('right', 8)
    expect(thief.account.address).toBe(testbed.signer)
    const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 50_000_000_000n }
    await thief.sendTransaction({ to: thief.account.address, nonce, ...fees })
    await testbed.untilClaim(url, order, 'confirmed')
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
    const proxy = await testbed.startProxy()
    const orders = await testbed.openOrders(12)
    for (const chain of ['left', 'right'] as const) await testbed.control(chain).mine({ blocks: confirmations })
    const api = await start({ ROLES: 'api' })
    for (const { order, secret } of orders) expect((await send(api, order, secret)).status).toBe(202)
    // The first transaction is delivered last.
    let late: Hex | undefined
    proxy.lie = async ({ method, params: [raw] }, ask) => {
      if (method !== 'eth_sendRawTransaction') return undefined
      const { nonce } = parseTransaction(raw as Hex)
      const count = Number(await ask({ method: 'eth_getTransactionCount', params: [testbed.signer, 'latest'] }))
      if (nonce === count && late === undefined) {
        late = raw as Hex
        return { error: { code: -32000, message: 'nonce too high' } }
      }
      return (nonce ?? 0) > count ? { error: { code: -32000, message: 'nonce too high' } } : undefined
    }
    const through = testbed.rpcUrls({ right: [proxy] })
    await start(through, { claimBatchMost: 1 })
    await untilSo(
      async () => {
        await testbed.control('right').mine({ blocks: 1 })
        return Promise.all(orders.map(({ order }) => claimOf(api, order)))
      },
      (claims) => claims.every((claim) => claim?.status === 'confirmed'),
      'confirmed, all of them',
    )
    const claims = await Promise.all(orders.map(({ order }) => claimOf(api, order)))
    expect(claims.map((claim) => claim?.attempts.length)).toEqual(orders.map(() => 1))
    await expectClean()
  })
})

describe('a signer with a transaction pending that the database has not made', () => {
  it('is given no new nonce until that is mined', async () => {
    const control = testbed.control('right')
    const { order, secret } = await testbed.order()
    const nonce = await control.getTransactionCount({ address: testbed.signer })
    await control.setAutomine(false)
    const holder = testbed.wallet('right', 8)
    const hash = await holder.sendTransaction({ to: holder.account.address })
    const url = await start()
    expect((await send(url, order, secret)).status).toBe(202)
    await untilReason(order, 'signers_unknown')
    await control.mine({ blocks: 1 })
    await holder.waitForTransactionReceipt({ hash })
    await control.setAutomine(true)
    await testbed.untilClaim(url, order, 'confirmed')
    // The check at the end of each test counts this nonce as one of ours.
    await testbed.db.query(
      `INSERT INTO nonces (chain, signer, nonce, closed_hash, created_at) VALUES ('right', $1, $2, '0x', now())`,
      [testbed.signer, nonce],
    )
    await expectClean()
  })
})

describe('a nonce that serves no claim', () => {
  it("is given up at depth when another's transaction used it, and what comes after goes on", async () => {
    const control = testbed.control('right')
    const nonce = await control.getTransactionCount({ address: testbed.signer })
    const key: NonceKey = ['right', testbed.signer, nonce]
    await giveNonce(testbed.db, key)
    const thief = testbed.wallet('right', 8)
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
    const control = testbed.control('right')
    const snapshot = await control.snapshot()
    const { order, secret } = await testbed.order()
    const url = await start()
    await send(url, order, secret)
    await testbed.untilClaim(url, order, 'confirmed')
    const used = await control.getTransactionCount({ address: testbed.signer })
    const one = "created_at - interval '1 minute' WHERE signer = $1 AND nonce = $2"
    await testbed.db.query(`UPDATE nonces SET created_at = ${one}`, [testbed.signer, used - 1])
    await control.revert({ id: snapshot })
    expect(await control.getTransactionCount({ address: testbed.signer })).toBe(used - 1)
    await untilSo(
      async () => {
        await control.mine({ blocks: 1 })
        const count = await control.getTransactionCount({ address: testbed.signer })
        const nonces = await rows('SELECT closed_hash FROM nonces WHERE signer = $1', [testbed.signer])
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
    const { order, secret } = await testbed.order()
    const api = await start({ ROLES: 'api' })
    expect((await send(api, order, secret)).status).toBe(202)
    const nonce = await testbed.control('right').getTransactionCount({ address: testbed.signer })
    const key: NonceKey = ['right', testbed.signer, nonce]
    await giveNonce(testbed.db, key, { orderId: order.order_id })
    await testbed.db.query("UPDATE requests SET state = 'assigned', version = version + 1 WHERE order_id = $1", [
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
    await testbed.stopRelayers()

    await testbed.untilClaim(await start(), order, 'confirmed')
    expect(await claimEvents(order)).toHaveLength(1)
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
    const redis = await testbed.keep(startRedis())
    const url = await start({ REDIS_URL: redis.url })
    const before = await testbed.order()
    await send(url, before.order, before.secret)
    await testbed.untilClaim(url, before.order, 'confirmed')
    process.kill(redis.pid, 'SIGSTOP')
    try {
      const { order, secret } = await testbed.order()
      expect((await send(url, order, secret)).status).toBe(202)
      await testbed.untilClaim(url, order, 'confirmed')
    } finally {
      process.kill(redis.pid, 'SIGCONT')
    }
  })
})

describe.each([
  ['Redis', {}],
  ['PostgreSQL', { REDIS_URL: '' }],
])('the queue on %s', (_, env) => {
  it('serves', async () => {
    const url = await start(env)
    const { order, secret } = await testbed.order()
    expect((await send(url, order, secret)).status).toBe(202)
    await testbed.untilClaim(url, order, 'confirmed')
  })

  it('sends a claim long before the sweeper would find it', async () => {
    const url = await start(env, { sweepIntervalMs: 60_000 })
    const { order, secret } = await testbed.order()
    await send(url, order, secret)
    await testbed.untilClaim(url, order, 'submitted')
  })
})
