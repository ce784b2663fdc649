/** Tests a revealed claim whose signer does not get it mined, and a second signer that tries it too. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type ClaimWire, claimListSchema, type OrderWire, successEnvelopeSchema } from '@tandem/contracts'
import { testTokenAbi } from '@tandem/escrow'
import { until } from '@tandem/local-services'
import pg from 'pg'
import { type Address, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { cancelCall, claimCall } from './support/escrow-calls.ts'
import { giveNonce, type NonceKey } from './support/give-nonce.ts'
import { acceptClaim } from './support/post.ts'
import { startRpcProxy } from './support/rpc-proxy.ts'
import { type Changed, Surroundings } from './support/surroundings.ts'

let around: Surroundings
let db: pg.Client
let keys: readonly [Hex, Hex]
/** The two signers. The first one has more money, so it begins. */
let first: Address
let second: Address
let stop = async () => undefined as unknown

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
  keys = [generatePrivateKey(), generatePrivateKey()]
  first = privateKeyToAccount(keys[0]).address
  second = privateKeyToAccount(keys[1]).address
  await chain().setBalance({ address: first, value: parseEther('10') })
  await chain().setBalance({ address: second, value: parseEther('1') })
})
afterEach(async () => {
  await stop()
  await chain().setAutomine(true)
})

const chain = () => around.control('right')
const start = async (env: Record<string, string> = {}, changed: Changed = {}) => {
  const relayer = around.relayer({ SIGNERS: JSON.stringify({ right: keys }), ...env }, changed)
  stop = () => relayer.stop()
  return (await relayer.start()).url
}
const ended = (url: string, { order_id: id }: OrderWire): Promise<ClaimWire> =>
  until(async () => {
    await chain().mine({ blocks: 1 })
    const answer: unknown = await (await fetch(`${url}/claims?order_id=${id}`)).json()
    const [claim] = successEnvelopeSchema(claimListSchema).parse(answer).result.data
    return claim?.status === 'queued' || claim?.status === 'submitted' ? undefined : claim
  }, 'ended')
/** The hash of the first transaction that this signer sent for the order. */
const sentBy = (signer: Address, { order_id: id }: OrderWire) =>
  until(async () => {
    const { rows } = await db.query<{ hash: Hex }>(
      `SELECT hash FROM tx_attempts JOIN nonce_members USING (chain, signer, nonce) JOIN requests s ON s.id = request_id
        WHERE order_id = $1 AND signer = $2 AND last_broadcast_at IS NOT NULL ORDER BY number`,
      [id, signer],
    )
    return rows[0]?.hash
  }, `sent by ${signer}`)
/** Changes the database as if the claims had been revealed ten hours ago, which is most of the time that they had. */
async function tenHoursLater(orders: readonly OrderWire[]): Promise<void> {
  const ids = orders.map(({ order_id: id }) => id)
  await db.query(
    `UPDATE tx_attempts SET created_at = created_at - interval '10 hours' WHERE (chain, signer, nonce) IN (
       SELECT m.chain, m.signer, m.nonce FROM nonce_members m JOIN requests s ON s.id = request_id WHERE order_id = ANY($1))`,
    [ids],
  )
  await db.query(
    `UPDATE requests SET revealed_at = revealed_at - interval '10 hours', updated_at = updated_at - interval '10 hours',
            next_step_at = now() WHERE order_id = ANY($1)`,
    [ids],
  )
}
const paidTo = (owner: Address) =>
  chain().readContract({ address: around.token, abi: testTokenAbi, functionName: 'balanceOf', args: [owner] })
const noncesOf = async (signer: Address) =>
  (await db.query('SELECT nonce::int, closed_hash FROM nonces WHERE signer = $1 ORDER BY nonce', [signer])).rows
/** Waits until every assigned nonce of both signers is used on chain, and is known to be. */
const untilAllUsed = () =>
  until(async () => {
    await chain().mine({ blocks: 1 })
    for (const address of [first, second]) {
      const nonces = await noncesOf(address)
      if (nonces.some(({ closed_hash: hash }) => hash === null)) return undefined
      if ((await chain().getTransactionCount({ address })) !== nonces.length) return undefined
    }
    return true
  }, 'every nonce used')
async function expectNoSecrets(): Promise<void> {
  const { rows } = await db.query(
    `SELECT 'secret' AS what FROM requests WHERE secret_ct IS NOT NULL
      UNION ALL SELECT 'bytes' FROM tx_attempts WHERE raw_ct IS NOT NULL AND gas_limit <> 21000`,
  )
  expect(rows).toEqual([])
}
const hedgesOf = async (url: string) =>
  Number(
    /tandem_relayer_hedges_total\{chain="right",service="relayer"\} (\d+)/.exec(
      await (await fetch(`${url}/metrics`)).text(),
    )?.[1],
  )

const untilMined = ({ order_id: id }: OrderWire) =>
  until(async () => {
    const { rows } = await db.query("SELECT 1 FROM requests WHERE order_id = $1 AND state = 'mined'", [id])
    return rows[0]
  }, 'mined')

/** Has the chain forget what the first signer sent, and leaves it no money to send it again. */
async function ruin(hash: Hex): Promise<void> {
  // The balance is changed first, because a transaction that is sent again before would be in the chain's pool once more.
  await chain().setBalance({ address: first, value: 1n })
  await chain().dropTransaction({ hash })
  await chain().setAutomine(true)
}

/** A claim that the first signer has sent, and cannot get mined. `before`: what its recipient had then. */
async function aStuckClaim(url: string) {
  const { order, secret, destination } = await around.order()
  const before = await paidTo(destination.recipient)
  await chain().setAutomine(false)
  await acceptClaim(url, { order, secret })
  await ruin(await sentBy(first, order))
  return { order, destination, before }
}

it('is sent by the second one while there is time, and paid once; the nonce of the first is filled when it can be', async () => {
  const url = await start()
  const { order, destination, before } = await aStuckClaim(url)
  expect(await noncesOf(second)).toEqual([])
  await tenHoursLater([order])
  const relief = await sentBy(second, order)
  const claim = await ended(url, order)
  expect(claim).toMatchObject({ status: 'confirmed', claim_tx_hash: relief })
  expect(claim.attempts.map(({ outcome }) => outcome)).toEqual(['sent', 'mined'])
  expect(await hedgesOf(url)).toBe(1)
  await expectNoSecrets()

  await chain().setBalance({ address: first, value: parseEther('1') })
  await untilAllUsed()
  expect((await paidTo(destination.recipient)) - before).toBe(destination.amount)
  await expectNoSecrets()
})

it('is given to the second one at once when the first cannot pay, and not before that had its minute', async () => {
  const url = await start()
  const { order, secret } = await around.order()
  await chain().setAutomine(false)
  await acceptClaim(url, { order, secret })
  const hash = await sentBy(first, order)
  await ruin(hash)
  await db.query("UPDATE tx_attempts SET error_class = 'insufficient_funds' WHERE hash = $1", [hash])
  await db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [order.order_id])
  await until(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const deadline = `tandem_relayer_revealed_claim_deadline_seconds{chain="right",service="relayer"} ${order.destination_intent.cancel_after}`
    return metrics.includes(deadline) ? true : undefined
  }, 'its deadline is shown')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await noncesOf(second)).toEqual([])
  await db.query("UPDATE tx_attempts SET created_at = created_at - interval '61 seconds' WHERE hash = $1", [hash])
  await db.query(
    "UPDATE requests SET updated_at = updated_at - interval '61 seconds', next_step_at = now() WHERE order_id = $1",
    [order.order_id],
  )
  const relief = await sentBy(second, order)
  expect(await ended(url, order)).toMatchObject({ status: 'confirmed', claim_tx_hash: relief })
  await chain().setBalance({ address: first, value: parseEther('1') })
  await untilAllUsed()
})

it('is paid once when both are mined', async () => {
  const url = await start()
  const { order, secret, destination } = await around.order()
  const before = await paidTo(destination.recipient)
  await chain().setAutomine(false)
  await acceptClaim(url, { order, secret })
  await sentBy(first, order)
  await tenHoursLater([order])
  await sentBy(second, order)
  expect((await noncesOf(first)).length).toBe(1)
  await chain().setAutomine(true)
  const claim = await ended(url, order)
  expect(claim.status).toBe('confirmed')
  await untilAllUsed()
  expect((await paidTo(destination.recipient)) - before).toBe(destination.amount)
  expect(await hedgesOf(url)).toBe(1)
  await expectNoSecrets()
})

it('goes alone when its batch is stuck, as do the others', async () => {
  const api = await start({ ROLES: 'api' })
  const taken: Awaited<ReturnType<Surroundings['order']>>[] = []
  for (let count = 0; count < 3; count += 1) taken.push(await around.order())
  const orders = taken.map(({ order }) => order)
  const recipient = taken[0]?.destination.recipient as Address
  const before = await paidTo(recipient)
  for (const { order, secret } of taken) await acceptClaim(api, { order, secret })
  await stop()
  await chain().setAutomine(false)
  const url = await start({}, { claimBatchWaitMs: 2_000 })
  const hashes = await Promise.all(orders.map((order) => sentBy(first, order)))
  expect(new Set(hashes).size).toBe(1)
  await ruin(hashes[0] as Hex)
  await tenHoursLater(orders)
  const reliefs = await Promise.all(orders.map((order) => sentBy(second, order)))
  expect(new Set(reliefs).size).toBe(3)
  for (const [index, order] of orders.entries())
    expect(await ended(url, order)).toMatchObject({ status: 'confirmed', claim_tx_hash: reliefs[index] })
  await chain().setBalance({ address: first, value: parseEther('1') })
  await untilAllUsed()
  expect((await paidTo(recipient)) - before).toBe(3000n)
  expect(await hedgesOf(url)).toBe(3)
  await expectNoSecrets()
})

it('leaves the other nonce later when the process ended between', async () => {
  const url = await start()
  const { order } = await aStuckClaim(url)
  await tenHoursLater([order])
  await untilMined(order)
  const isLeft = async () => {
    const { rows } = await db.query('SELECT 1 FROM nonces WHERE signer = $1 AND abandoned_at IS NOT NULL', [first])
    return rows[0]
  }
  await until(isLeft, 'left')
  // Everything is put back as it was.
  await db.query('UPDATE nonce_members SET is_open = true WHERE signer = $1', [first])
  await db.query('UPDATE nonces SET abandoned_at = NULL WHERE signer = $1', [first])
  await db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [order.order_id])
  await until(isLeft, 'left again')
  expect(
    await db.query("SELECT 1 FROM requests WHERE order_id = $1 AND state = 'mined'", [order.order_id]),
  ).toMatchObject({ rowCount: 1 })
  expect((await ended(url, order)).status).toBe('confirmed')
  await chain().setBalance({ address: first, value: parseEther('1') })
  await untilAllUsed()
})

it('signs for a nonce that a dead worker took; and leaves it while that could only fail', async () => {
  const proxy = await startRpcProxy(around.anvils.right.rpcUrl)
  const RPC_URLS = JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [proxy.url] })
  try {
    for (const canSign of [true, false]) {
      const url = await start({ RPC_URLS })
      const { order, secret } = await around.order()
      await chain().setAutomine(false)
      await acceptClaim(url, { order, secret })
      await sentBy(first, order)
      await stop()
      const key: NonceKey = ['right', second, await chain().getTransactionCount({ address: second })]
      await giveNonce(db, key, { orderId: order.order_id, hedgeNumber: 1 })
      await db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [order.order_id])
      // The endpoint refuses the simulation of the payout by itself.
      proxy.lie = ({ method, params }) =>
        method === 'eth_call' && JSON.stringify(params).includes('0xa9059cbb') && !canSign
          ? { error: { code: 3, message: 'execution reverted' } }
          : undefined
      const again = await start({ RPC_URLS })
      if (canSign) await sentBy(second, order)
      else
        await until(async () => {
          const { rows } = await db.query(
            'SELECT 1 FROM nonces WHERE (chain, signer, nonce) = ($1, $2, $3) AND abandoned_at IS NOT NULL',
            [...key],
          )
          return rows[0]
        }, 'left')
      await chain().setAutomine(true)
      const claim = await ended(again, order)
      expect(claim.status).toBe('confirmed')
      if (!canSign) {
        const { from } = await chain().getTransaction({ hash: claim.claim_tx_hash as Hex })
        expect(from).toBe(first.toLowerCase())
      }
      await untilAllUsed()
      await stop()
    }
    await expectNoSecrets()
  } finally {
    await proxy.stop()
  }
})

it('goes on when a reorg takes the transaction of the second away, though the first was left', async () => {
  const url = await start()
  const { order, destination, before } = await aStuckClaim(url)
  const snapshot = await chain().snapshot()
  await tenHoursLater([order])
  await untilMined(order)
  await chain().revert({ id: snapshot })
  await chain().setBalance({ address: first, value: parseEther('10') })
  await chain().mine({ blocks: 10 })
  expect(await ended(url, order)).toMatchObject({ status: 'confirmed' })
  await untilAllUsed()
  expect((await paidTo(destination.recipient)) - before).toBe(destination.amount)
  await expectNoSecrets()
})

describe('with one signer alone', () => {
  it('is not given up for a cancellation that a reorg takes away', async () => {
    const url = await start({ SIGNERS: JSON.stringify({ right: [keys[0]] }) })
    const { order, secret } = await around.order()
    const snapshot = await chain().snapshot()
    const inTime = await chain().snapshot()
    try {
      await chain().setAutomine(false)
      await acceptClaim(url, { order, secret })
      await ruin(await sentBy(first, order))
      const solver = around.wallet('right', 2)
      await chain().setNextBlockTimestamp({ timestamp: BigInt(order.destination_intent.cancel_after) })
      const cancelled = await solver.sendTransaction({ ...cancelCall(order.destination_intent), gas: 200_000n })
      expect((await solver.waitForTransactionReceipt({ hash: cancelled })).status).toBe('success')
      await tenHoursLater([order])
      await until(async () => {
        const { rows } = await db.query('SELECT last_reason_code AS reason FROM requests WHERE order_id = $1', [
          order.order_id,
        ])
        return rows[0]?.reason === 'cancelled_waits_for_depth' ? true : undefined
      }, 'seen')
      await chain().revert({ id: inTime })
      await chain().setBalance({ address: first, value: parseEther('10') })
      await db.query("UPDATE tx_attempts SET last_broadcast_at = now() - interval '1 hour' WHERE signer = $1", [first])
      await db.query('UPDATE requests SET next_step_at = now() WHERE order_id = $1', [order.order_id])
      expect((await ended(url, order)).status).toBe('confirmed')
      await expectNoSecrets()
    } finally {
      await stop()
      await chain().revert({ id: snapshot })
    }
  })

  it.each([
    ['superseded', 'its user has claimed'],
    ['failed', 'its creator has taken it back'],
  ])('is %s when %s, though its own transaction is never mined', async (status) => {
    const url = await start({ SIGNERS: JSON.stringify({ right: [keys[0]] }) })
    const { order, secret } = await around.order()
    const snapshot = await chain().snapshot()
    await chain().setAutomine(false)
    await acceptClaim(url, { order, secret })
    await ruin(await sentBy(first, order))
    const settledBy = around.wallet('right', status === 'failed' ? 2 : 1)
    if (status === 'failed') {
      await chain().setNextBlockTimestamp({ timestamp: BigInt(order.destination_intent.cancel_after) })
      await chain().mine({ blocks: 1 })
    }
    const { destination_intent: intent } = order
    const call = status === 'failed' ? cancelCall(intent) : claimCall(intent, secret)
    await settledBy.waitForTransactionReceipt({ hash: await settledBy.sendTransaction(call) })
    await tenHoursLater([order])
    expect(await ended(url, order)).toMatchObject({ status, error_code: status === 'failed' ? 'LOST' : null })
    await expectNoSecrets()
    await stop()
    if (status === 'failed') await chain().revert({ id: snapshot })
  })
})

it('is sent by the second one when what is to be done for the first fails', async () => {
  const proxy = await startRpcProxy(around.anvils.right.rpcUrl)
  try {
    const RPC_URLS = JSON.stringify({ left: [around.anvils.left.rpcUrl], right: [proxy.url] })
    const url = await start({ RPC_URLS })
    const { order, secret } = await around.order()
    await chain().setAutomine(false)
    await acceptClaim(url, { order, secret })
    await chain().dropTransaction({ hash: await sentBy(first, order) })
    const raw = proxy.calls.find(({ method }) => method === 'eth_sendRawTransaction')?.params[0]
    await chain().setAutomine(true)
    proxy.lie = ({ method, params: [about] }) =>
      about === raw ||
      method === 'eth_call' ||
      (method === 'eth_getBalance' && String(about).toLowerCase() === first.toLowerCase())
        ? { error: { code: -32000, message: 'not today' } }
        : undefined
    await tenHoursLater([order])
    const relief = await sentBy(second, order)
    proxy.lie = () => undefined
    expect(await ended(url, order)).toMatchObject({ status: 'confirmed', claim_tx_hash: relief })
    await untilAllUsed()
  } finally {
    await proxy.stop()
  }
})
