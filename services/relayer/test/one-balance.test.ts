/** Tests that one balance, and one allowance, back all initiations of a creator: no more are sent than it covers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { authorizationTypedData, createEscrowTypedData } from '@tandem/escrow'
import { until } from '@tandem/local-services'
import pg from 'pg'
import { type Address, erc20Abi, type Hex, toHex } from 'viem'
import { termsOf } from './support/escrow-calls.ts'
import { post } from './support/post.ts'
import { Surroundings } from './support/surroundings.ts'

const later = 4_000_000_000
const each = 1_000n
let around: Surroundings
let db: pg.Client
let nonce = 0n
const running: ReturnType<Surroundings['relayer']>[] = []

beforeAll(async () => {
  around = await Surroundings.start({ hasAuthorizations: true })
  db = new pg.Client({ connectionString: around.database.url })
  await db.connect()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
  await db.query("UPDATE requests SET state = 'rejected' WHERE state = 'accepted'")
  await setBalance(10n ** 12n)
})
afterAll(async () => {
  await db.end()
  await around.stop()
})

const chain = () => around.control('left')
const user = () => around.wallet('left', 1)
const friend = () => around.wallet('left', 2)

async function start(roles: string): Promise<string> {
  const relayer = around.relayer({ ROLES: roles })
  running.push(relayer)
  return (await relayer.start()).url
}

/** Sets the user's balance. A friend keeps the rest of the tokens. */
async function setBalance(amount: bigint): Promise<void> {
  const held = await user().readContract({
    ...{ address: around.token, abi: erc20Abi, functionName: 'balanceOf' },
    args: [user().account.address],
  })
  const [from, to, value] = held > amount ? [user(), friend(), held - amount] : [friend(), user(), amount - held]
  const hash = await from.writeContract({
    ...{ address: around.token, abi: erc20Abi, functionName: 'transfer' },
    args: [to.account.address, value],
  })
  await from.waitForTransactionReceipt({ hash })
}

async function allow(amount: bigint): Promise<void> {
  const hash = await user().writeContract({
    ...{ address: around.token, abi: erc20Abi, functionName: 'approve' },
    args: [around.registry, amount],
  })
  await user().waitForTransactionReceipt({ hash })
}

const newOrder = async (): Promise<OrderWire> =>
  (await around.order({ isSourceOpen: false, isPrefunded: false, isDestinationOpen: false })).order

async function byEip3009({ order_id, source_intent: source }: OrderWire): Promise<object> {
  const message = {
    ...{ token: around.token, name: 'Dai', version: '1', chainId: around.anvils.left.chainId },
    ...{ from: user().account.address, to: source.swap_id as Address, value: BigInt(source.amount) },
    ...{ validAfter: 0n, validBefore: BigInt(later), nonce: toHex(++nonce, { size: 32 }) },
  }
  const signature = await user().signTypedData(authorizationTypedData(message))
  return {
    ...{ type: 'eip3009', order_id, valid_after: '0', valid_before: String(later) },
    ...{ nonce: message.nonce, signature },
  }
}

async function bySignature({ order_id, source_intent: source }: OrderWire): Promise<object> {
  const on = { chainId: around.anvils.left.chainId, registry: around.registry }
  const typedData = createEscrowTypedData({ ...on, terms: termsOf(source), deadline: later })
  return { type: 'signed', order_id, deadline: later, creator_signature: await user().signTypedData(typedData) }
}

/** Has the API accept initiations while the account is rich. @returns the orders' identifiers. */
async function accept(count: number, bodyOf: (order: OrderWire) => Promise<object>): Promise<string[]> {
  const url = await start('api')
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const order = await newOrder()
    expect((await post(`${url}/initiations`, await bodyOf(order))).status).toBe(202)
    ids.push(order.order_id)
  }
  return ids
}

async function countOf(ids: readonly string[], condition: string): Promise<number> {
  const { rows } = await db.query(`SELECT count(*)::int AS n FROM requests WHERE order_id = ANY($1) AND ${condition}`, [
    ids,
  ])
  return rows[0].n
}
const isMined = "state IN ('mined', 'confirmed')"
async function untilMined(ids: readonly string[], count: number): Promise<void> {
  await until(async () => {
    await chain().mine({ blocks: 1 })
    return (await countOf(ids, isMined)) >= count
  }, `${count} are mined`)
}
/** Waits until a worker has decided that `count` of these initiations have to wait. */
async function untilAllWait(ids: readonly string[], count: number): Promise<void> {
  const waits = "last_reason_code IN ('balance_in_use', 'allowance_in_use', 'simulation_reverts')"
  await until(async () => (await countOf(ids, waits)) >= count, `${count} wait`)
}

const reverts = async (): Promise<number> => {
  const { rows } = await db.query<{ hash: Hex }>('SELECT hash FROM tx_attempts WHERE broadcast_started_at IS NOT NULL')
  const receipts = await Promise.all(
    rows.map(({ hash }) =>
      chain()
        .getTransactionReceipt({ hash })
        .catch(() => null),
    ),
  )
  return receipts.filter((receipt) => receipt?.status === 'reverted').length
}

/**
 * Does the work while no nonce can be assigned. The work is given a function that waits for the first request that waits for a
 * nonce.
 */
async function withoutNonces(work: (untilOneWaits: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const other = new pg.Client({ connectionString: around.database.url })
  await other.connect()
  try {
    await other.query('BEGIN')
    await other.query('LOCK TABLE signers IN SHARE ROW EXCLUSIVE MODE')
    const waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    await work(() => until(async () => (await db.query(waits)).rowCount, 'a request waits for a nonce'))
    await other.query('COMMIT')
  } finally {
    await other.end()
  }
}

describe('initiations of one creator', () => {
  it('are sent as far as the balance reaches, and go on when it returns', async () => {
    const ids = await accept(8, byEip3009)
    await setBalance(each)
    await start('worker')
    await untilMined(ids, 1)
    await untilAllWait(ids, 7)
    expect([await countOf(ids, isMined), await reverts()]).toEqual([1, 0])
    await setBalance(2n * each)
    await untilMined(ids, 3)
    await untilAllWait(ids, 5)
    expect([await countOf(ids, isMined), await reverts()]).toEqual([3, 0])
  })

  it('are sent as far as the allowance reaches, also where they share transactions', async () => {
    await allow(100n * each)
    const ids = await accept(6, bySignature)
    await allow(4n * each)
    await start('worker')
    await untilMined(ids, 4)
    await untilAllWait(ids, 2)
    expect([await countOf(ids, isMined), await reverts()]).toEqual([4, 0])
  })

  it('are not both sent when each was decided on before the other one could be seen', async () => {
    await setBalance(each)
    const [young] = (await accept(1, byEip3009)) as [string]
    // Two hosts' clocks differ: one host stores a request with an earlier time after the other has decided.
    await db.query("UPDATE requests SET created_at = created_at + interval '1 minute' WHERE order_id = $1", [young])
    const url = await start('api,worker')
    const ids = [young]
    await withoutNonces(async (untilOneWaits) => {
      await untilOneWaits()
      const order = await newOrder()
      ids.push(order.order_id)
      expect((await post(`${url}/initiations`, await byEip3009(order))).status).toBe(202)
      await until(async () => (await countOf(ids, 'next_step_at > now()')) === 2, 'both are under way')
      await sleep(500)
    })
    await untilMined(ids, 1)
    await untilAllWait(ids, 1)
    expect([await countOf(ids, isMined), await reverts()]).toEqual([1, 0])
  })
})
