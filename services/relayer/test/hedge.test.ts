/** Tests a revealed claim whose signer does not get it mined, and a second signer that tries it too. */
import { beforeEach, describe, expect, it } from '@jest/globals'
import type { ClaimWire, OrderWire } from '@tandem/contracts'
import { until } from '@tandem/local-services'
import { type Address, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { acceptClaim, outcomesOf } from './support/api.ts'
import { cancelCall, claimCall } from './support/escrow-calls.ts'
import { giveNonce, type NonceKey } from './support/give-nonce.ts'
import type { Changed, TestOrder } from './support/testbed.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
let keys: readonly [Hex, Hex]
/** The two signers. The first one has more money, so it begins. */
let first: Address
let second: Address

beforeEach(async () => {
  keys = [generatePrivateKey(), generatePrivateKey()]
  first = privateKeyToAccount(keys[0]).address
  second = privateKeyToAccount(keys[1]).address
  await chain().setBalance({ address: first, value: parseEther('10') })
  await chain().setBalance({ address: second, value: parseEther('1') })
})
const chain = () => testbed.control('right')
const start = (env: Record<string, string> = {}, changed: Changed = {}): Promise<string> =>
  testbed.startRelayer({ SIGNERS: JSON.stringify({ right: keys }), ...env }, changed)
const isOver = ({ status }: ClaimWire) => status !== 'queued' && status !== 'submitted'
const ended = (url: string, order: OrderWire): Promise<ClaimWire> => testbed.untilClaim(url, order, isOver)
/** The hash of the first transaction that this signer sent for the order. */
const sentBy = (signer: Address, { order_id: id }: OrderWire) =>
  until(async () => {
    const { rows } = await testbed.db.query<{ hash: Hex }>(
      `SELECT hash FROM tx_attempts JOIN nonce_members USING (chain, signer, nonce) JOIN requests s ON s.id = request_id
        WHERE order_id = $1 AND signer = $2 AND last_broadcast_at IS NOT NULL ORDER BY number`,
      [id, signer],
    )
    return rows[0]?.hash
  }, `sent by ${signer}`)
/** Changes the database as if the claims had been revealed ten hours ago, which is most of the time that they had. */
async function tenHoursLater(orders: readonly OrderWire[]): Promise<void> {
  const ids = orders.map(({ order_id: id }) => id)
  await testbed.db.query(
    `UPDATE tx_attempts SET created_at = created_at - interval '10 hours' WHERE (chain, signer, nonce) IN (
       SELECT m.chain, m.signer, m.nonce FROM nonce_members m JOIN requests s ON s.id = request_id WHERE order_id = ANY($1))`,
    [ids],
  )
  await testbed.db.query(
    `UPDATE requests SET revealed_at = revealed_at - interval '10 hours', updated_at = updated_at - interval '10 hours',
            next_step_at = now() WHERE order_id = ANY($1)`,
    [ids],
  )
}
const paidTo = (owner: Address) => testbed.balanceOf('right', owner)
const noncesOf = async (signer: Address) =>
  (await testbed.db.query('SELECT nonce::int, closed_hash FROM nonces WHERE signer = $1 ORDER BY nonce', [signer])).rows
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
  const { rows } = await testbed.db.query(
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
    const { rows } = await testbed.db.query("SELECT 1 FROM requests WHERE order_id = $1 AND state = 'mined'", [id])
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
  const { order, secret, destination } = await testbed.order()
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
  expect(outcomesOf(claim)).toEqual(['sent', 'mined'])
  expect(await hedgesOf(url)).toBe(1)
  await expectNoSecrets()

  await chain().setBalance({ address: first, value: parseEther('1') })
  await untilAllUsed()
  expect((await paidTo(destination.recipient)) - before).toBe(destination.amount)
  await expectNoSecrets()
})

it('is given to the second one at once when the first cannot pay, and not before that had its minute', async () => {
  const url = await start()
  const { order, secret } = await testbed.order()
  await chain().setAutomine(false)
  await acceptClaim(url, { order, secret })
  const hash = await sentBy(first, order)
  await ruin(hash)
  await testbed.db.query("UPDATE tx_attempts SET error_class = 'insufficient_funds' WHERE hash = $1", [hash])
  await testbed.makeDue(order)
  await until(async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const deadline = `tandem_relayer_revealed_claim_deadline_seconds{chain="right",service="relayer"} ${order.destination_intent.cancel_after}`
    return metrics.includes(deadline) ? true : undefined
  }, 'its deadline is shown')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await noncesOf(second)).toEqual([])
  await testbed.db.query("UPDATE tx_attempts SET created_at = created_at - interval '61 seconds' WHERE hash = $1", [
    hash,
  ])
  await testbed.db.query(
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
  const { order, secret, destination } = await testbed.order()
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
  const taken: TestOrder[] = []
  for (let count = 0; count < 3; count += 1) taken.push(await testbed.order())
  const orders = taken.map(({ order }) => order)
  const recipient = taken[0]?.destination.recipient as Address
  const before = await paidTo(recipient)
  for (const { order, secret } of taken) await acceptClaim(api, { order, secret })
  await testbed.stopRelayers()
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
    const { rows } = await testbed.db.query('SELECT 1 FROM nonces WHERE signer = $1 AND abandoned_at IS NOT NULL', [
      first,
    ])
    return rows[0]
  }
  await until(isLeft, 'left')
  // Everything is put back as it was.
  await testbed.db.query('UPDATE nonce_members SET is_open = true WHERE signer = $1', [first])
  await testbed.db.query('UPDATE nonces SET abandoned_at = NULL WHERE signer = $1', [first])
  await testbed.makeDue(order)
  await until(isLeft, 'left again')
  expect(
    await testbed.db.query("SELECT 1 FROM requests WHERE order_id = $1 AND state = 'mined'", [order.order_id]),
  ).toMatchObject({ rowCount: 1 })
  expect((await ended(url, order)).status).toBe('confirmed')
  await chain().setBalance({ address: first, value: parseEther('1') })
  await untilAllUsed()
})

it('signs for a nonce that a dead worker took; and leaves it while that could only fail', async () => {
  const proxy = await testbed.startProxy()
  const through = testbed.rpcUrls({ right: [proxy] })
  for (const canSign of [true, false]) {
    const url = await start(through)
    const { order, secret } = await testbed.order()
    await chain().setAutomine(false)
    await acceptClaim(url, { order, secret })
    await sentBy(first, order)
    await testbed.stopRelayers()
    const key: NonceKey = ['right', second, await chain().getTransactionCount({ address: second })]
    await giveNonce(testbed.db, key, { orderId: order.order_id, hedgeNumber: 1 })
    await testbed.makeDue(order)
    // The endpoint refuses the simulation of the payout by itself.
    proxy.lie = ({ method, params }) =>
      method === 'eth_call' && JSON.stringify(params).includes('0xa9059cbb') && !canSign
        ? { error: { code: 3, message: 'execution reverted' } }
        : undefined
    const again = await start(through)
    if (canSign) await sentBy(second, order)
    else
      await until(async () => {
        const { rows } = await testbed.db.query(
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
    await testbed.stopRelayers()
  }
  await expectNoSecrets()
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
    const { order, secret } = await testbed.order()
    const snapshot = await chain().snapshot()
    const inTime = await chain().snapshot()
    try {
      await chain().setAutomine(false)
      await acceptClaim(url, { order, secret })
      await ruin(await sentBy(first, order))
      const solver = testbed.wallet('right', 2)
      await chain().setNextBlockTimestamp({ timestamp: BigInt(order.destination_intent.cancel_after) })
      const cancelled = await solver.sendTransaction({ ...cancelCall(order.destination_intent), gas: 200_000n })
      expect((await solver.waitForTransactionReceipt({ hash: cancelled })).status).toBe('success')
      await tenHoursLater([order])
      await until(async () => {
        const { rows } = await testbed.db.query('SELECT last_reason_code AS reason FROM requests WHERE order_id = $1', [
          order.order_id,
        ])
        return rows[0]?.reason === 'cancelled_waits_for_depth' ? true : undefined
      }, 'seen')
      await chain().revert({ id: inTime })
      await chain().setBalance({ address: first, value: parseEther('10') })
      await testbed.db.query("UPDATE tx_attempts SET last_broadcast_at = now() - interval '1 hour' WHERE signer = $1", [
        first,
      ])
      await testbed.makeDue(order)
      expect((await ended(url, order)).status).toBe('confirmed')
      await expectNoSecrets()
    } finally {
      await testbed.stopRelayers()
      await chain().revert({ id: snapshot })
    }
  })

  it.each([
    ['superseded', 'its user has claimed'],
    ['failed', 'its creator has taken it back'],
  ])('is %s when %s, though its own transaction is never mined', async (status) => {
    const url = await start({ SIGNERS: JSON.stringify({ right: [keys[0]] }) })
    const { order, secret } = await testbed.order()
    const snapshot = await chain().snapshot()
    await chain().setAutomine(false)
    await acceptClaim(url, { order, secret })
    await ruin(await sentBy(first, order))
    const settledBy = testbed.wallet('right', status === 'failed' ? 2 : 1)
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
    await testbed.stopRelayers()
    if (status === 'failed') await chain().revert({ id: snapshot })
  })
})

it('is sent by the second one when what is to be done for the first fails', async () => {
  const proxy = await testbed.startProxy()
  const through = testbed.rpcUrls({ right: [proxy] })
  const url = await start(through)
  const { order, secret } = await testbed.order()
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
})
