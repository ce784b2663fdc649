/** Tests that one balance, and one allowance, back all initiations of a creator: no more are sent than it covers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { until } from '@tandem/local-services'
import pg from 'pg'
import type { Hex } from 'viem'
import { acceptInitiation } from './support/api.ts'
import { initiationBodies } from './support/initiation-bodies.ts'
import { solver, user } from './support/test-chains.ts'
import { useTestbed } from './support/use-testbed.ts'

const each = 1_000n
const testbed = useTestbed({ hasAuthorizations: true })
const { bySignature, byEip3009, approve } = initiationBodies(testbed)
/** Keeps the tokens that the user is not to have. */
const friend = solver

afterEach(async () => {
  await testbed.db.query("UPDATE requests SET state = 'rejected' WHERE state = 'accepted'")
  await setBalance(10n ** 12n)
})
const chain = () => testbed.control('left')
const start = (roles: string): Promise<string> => testbed.startRelayer({ ROLES: roles })

/** Sets the user's balance. */
async function setBalance(amount: bigint): Promise<void> {
  const held = await testbed.balanceOf('left', addressOf(user))
  if (held > amount) await testbed.pay('left', user, addressOf(friend), held - amount)
  else await testbed.pay('left', friend, addressOf(user), amount - held)
}
const addressOf = (account: number) => testbed.wallet('left', account).account.address

/** Has the API accept initiations while the account is rich. @returns the orders' identifiers. */
async function accept(count: number, bodyOf: (order: OrderWire) => Promise<object>): Promise<string[]> {
  const url = await start('api')
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const order = await testbed.unfundedOrder()
    await acceptInitiation(url, await bodyOf(order))
    ids.push(order.order_id)
  }
  return ids
}

async function countOf(ids: readonly string[], condition: string): Promise<number> {
  const { rows } = await testbed.db.query(
    `SELECT count(*)::int AS n FROM requests WHERE order_id = ANY($1) AND ${condition}`,
    [ids],
  )
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
  const { rows } = await testbed.db.query<{ hash: Hex }>(
    'SELECT hash FROM tx_attempts WHERE broadcast_started_at IS NOT NULL',
  )
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
  const other = new pg.Client({ connectionString: testbed.database.url })
  await other.connect()
  try {
    await other.query('BEGIN')
    await other.query('LOCK TABLE signers IN SHARE ROW EXCLUSIVE MODE')
    const waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    await work(() => until(async () => (await testbed.db.query(waits)).rowCount, 'a request waits for a nonce'))
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
    await approve(100n * each)
    const ids = await accept(6, bySignature)
    await approve(4n * each)
    await start('worker')
    await untilMined(ids, 4)
    await untilAllWait(ids, 2)
    expect([await countOf(ids, isMined), await reverts()]).toEqual([4, 0])
  })

  it('are not both sent when each was decided on before the other one could be seen', async () => {
    await setBalance(each)
    const [young] = (await accept(1, byEip3009)) as [string]
    // Two hosts' clocks differ: one host stores a request with an earlier time after the other has decided.
    await testbed.db.query("UPDATE requests SET created_at = created_at + interval '1 minute' WHERE order_id = $1", [
      young,
    ])
    const url = await start('api,worker')
    const ids = [young]
    await withoutNonces(async (untilOneWaits) => {
      await untilOneWaits()
      const order = await testbed.unfundedOrder()
      ids.push(order.order_id)
      await acceptInitiation(url, await byEip3009(order))
      await until(async () => (await countOf(ids, 'next_step_at > now()')) === 2, 'both are under way')
      await sleep(500)
    })
    await untilMined(ids, 1)
    await untilAllWait(ids, 1)
    expect([await countOf(ids, isMined), await reverts()]).toEqual([1, 0])
  })
})
