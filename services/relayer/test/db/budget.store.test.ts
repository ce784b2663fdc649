/** Tests sponsor budgets on a real PostgreSQL: simultaneous requests, and several processes, share one budget. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@tandem/local-services'
import { unchecked } from '@tandem/service-kit/testing'
import { makeBudgetStore } from '../../src/budgets/db/budget.store.ts'
import type { Limits } from '../../src/budgets/domain/budget.ts'
import type { Charge } from '../../src/budgets/domain/take-charges.ts'
import type { BudgetStore } from '../../src/budgets/ports.ts'
import { makeDatabase } from '../../src/db/client.ts'

let database: TestDatabase
let processes: { store: BudgetStore; db: ReturnType<typeof makeDatabase> }[]

beforeAll(async () => {
  database = await createTestDatabase('relayer', 'relayer')
  processes = [0, 1].map(() => {
    const db = makeDatabase(database.url, 10)
    return { db, store: makeBudgetStore(db, Date.now) }
  })
})
afterAll(async () => {
  await Promise.all(processes.map(({ db }) => db.close()))
  await database.drop()
})

const storeOf = (index: number) => (processes[index % processes.length] as (typeof processes)[number]).store
const none: Limits = { address: null, total: null }
let days = 0
/** A day that no other test uses. */
const newDay = () => new Date(Date.UTC(2030, 0, 1 + days++)).toISOString().slice(0, 10)
const chargeOn = (day: string, over: Partial<Charge> = {}): Charge => ({
  ...{ orderId: randomUUID(), kind: 'claim', day, chain: 'base', purpose: 'claims' },
  ...{ address: '0xA', wei: 10n },
  ...over,
})
const used = async (day: string, scope: string, subject: string): Promise<string | undefined> => {
  const sql = unchecked<{ used: string }>(
    'SELECT used_wei::text AS used FROM sponsor_budgets WHERE day = $1::date AND scope = $2 AND subject = $3',
  )
  const [row] = (await processes[0]?.db.sql.query(sql, [day, scope, subject])) ?? []
  return row?.used
}

describe('reserving', () => {
  it.each(['address', 'total'] as const)(
    'names the %s whose budget is short, and what of it is reserved',
    async (scope) => {
      const day = newDay()
      const limits = { ...none, [scope]: 25n }
      const answers = []
      for (let count = 0; count < 3; count += 1)
        answers.push(await storeOf(count).reserve(chargeOn(day), limits, false))
      expect(answers).toEqual([undefined, undefined, { scope, limit: 25n, used: 20n, reserved: 20n }])
      // A refused request has used nothing of the other budgets.
      expect(await used(day, 'total', '')).toBe('20')
      expect(await used(day, 'address', '0xA')).toBe('20')
    },
  )

  it('lets 20 requests at once through two processes take what is there, and no more', async () => {
    const day = newDay()
    const limits = { ...none, total: 75n, address: 10_000n }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        storeOf(index).reserve(chargeOn(day, { address: `0x${index}` }), limits, false),
      ),
    )
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(7)
    expect(answers.filter((answer) => answer?.scope === 'total')).toHaveLength(13)
    expect(await used(day, 'total', '')).toBe('70')
  })

  it('charges an order once, however often and at once it is posted', async () => {
    const day = newDay()
    const charge = chargeOn(day)
    const limits = { ...none, total: 10n }
    await storeOf(0).reserve(charge, limits, false)
    const again = await Promise.all([0, 1, 2, 3].map((index) => storeOf(index).reserve(charge, limits, false)))
    expect(again).toEqual([undefined, undefined, undefined, undefined])
    expect(await used(day, 'total', '')).toBe('10')
  })

  it('does not let one that is refused stand in the way of those that came with it', async () => {
    const day = newDay()
    const limits = { ...none, total: 100n, address: 10n }
    const [greedy, ...others] = await Promise.all([
      storeOf(0).reserve(chargeOn(day, { address: 'greedy', wei: 95n }), limits, false),
      ...[1, 2, 3].map((index) => storeOf(0).reserve(chargeOn(day, { address: `0x${index}` }), limits, false)),
    ])
    expect([greedy?.scope, ...others]).toEqual(['address', undefined, undefined, undefined])
  })

  it('counts what is forced beyond the limit, and refuses the rest of the day', async () => {
    const day = newDay()
    const limits = { ...none, total: 5n }
    expect(await storeOf(0).reserve(chargeOn(day), limits, true)).toBeUndefined()
    expect(await storeOf(0).reserve(chargeOn(day, { wei: 1n }), limits, false)).toMatchObject({ scope: 'total' })
    expect(await used(day, 'total', '')).toBe('10')
  })

  it('begins anew with the next day, and for another chain or purpose', async () => {
    const day = newDay()
    const limits = { ...none, total: 10n }
    const over: Partial<Charge>[] = [{}, { day: newDay() }, { chain: 'arbitrum' }, { purpose: 'keeper' }]
    for (const one of over) expect(await storeOf(0).reserve(chargeOn(day, one), limits, false)).toBeUndefined()
    expect(await storeOf(0).reserve(chargeOn(day), limits, false)).toMatchObject({ scope: 'total' })
  })
})

describe('settling', () => {
  const openCharge = async ({ orderId }: Charge): Promise<{ id: string; createdAt: Date }> => {
    const sql = unchecked<{ id: string; createdAt: Date }>(
      'SELECT id, created_at AS "createdAt" FROM sponsor_charges WHERE order_id = $1 AND settled_at IS NULL',
    )
    const [row] = (await processes[0]?.db.sql.query(sql, [orderId])) ?? []
    if (row === undefined) throw new Error('there is no open charge')
    return row
  }

  it('replaces what was reserved by what was paid, once, whoever does it', async () => {
    const day = newDay()
    const [charge, other] = [chargeOn(day, { wei: 100n }), chargeOn(day, { wei: 1n })]
    await storeOf(0).reserve(charge, none, false)
    await storeOf(0).reserve(other, none, false)
    const open = await openCharge(charge)
    await Promise.all([0, 1, 2, 3].map((index) => storeOf(index).settle(open, 7n)))
    expect(await used(day, 'total', '')).toBe('8')
    expect(await used(day, 'address', '0xA')).toBe('8')
  })

  it('tells what was paid from what is reserved', async () => {
    const day = newDay()
    const [charge, other] = [chargeOn(day, { wei: 60n }), chargeOn(day, { wei: 30n, address: '0xB' })]
    await storeOf(0).reserve(charge, none, false)
    await storeOf(0).reserve(other, none, false)
    await storeOf(0).settle(await openCharge(charge), 50n)
    const [total, address] = await Promise.all([
      storeOf(0).reserve(chargeOn(day, { wei: 40n }), { ...none, total: 100n }, false),
      storeOf(0).reserve(chargeOn(day, { wei: 60n }), { ...none, address: 100n }, false),
    ])
    expect(total).toEqual({ scope: 'total', limit: 100n, used: 80n, reserved: 30n })
    expect(address).toEqual({ scope: 'address', limit: 100n, used: 50n, reserved: 0n })
  })

  it('charges work anew that comes again after it was settled', async () => {
    const day = newDay()
    const charge = chargeOn(day)
    await storeOf(0).reserve(charge, none, false)
    await storeOf(0).settle(await openCharge(charge), 0n)
    await storeOf(0).reserve(charge, none, false)
    expect(await used(day, 'total', '')).toBe('10')
  })

  /** Stores a request that ended this many seconds ago. */
  async function endedRequest({ orderId, kind }: Charge, secsAgo: number): Promise<void> {
    const sql = unchecked(
      `INSERT INTO requests (id, kind, order_id, chain, vault, commitment_hash, cancel_after, payload, state, next_step_at,
                             created_at, updated_at)
       VALUES (gen_random_uuid(), $2, $1::uuid, 'base', '0x', '0x', 0, '{}', 'rejected', now(), now(),
               now() - make_interval(secs => $3))
       ON CONFLICT (order_id, kind) DO UPDATE SET updated_at = excluded.updated_at`,
    )
    await processes[0]?.db.sql.query(sql, [orderId, kind, secsAgo])
  }
  const isOver = async ({ id }: { id: string }) => (await storeOf(0).ended(1_000)).some((one) => one.id === id)

  it('keeps what is set aside for work that is about to be posted again', async () => {
    const charge = chargeOn(newDay())
    await endedRequest(charge, 60)
    await storeOf(0).reserve(charge, none, false)
    expect(await isOver(await openCharge(charge))).toBe(false)
    await endedRequest(charge, -1)
    expect(await isOver(await openCharge(charge))).toBe(true)
  })

  it('keeps it also where the earlier charge is open, and is being settled', async () => {
    const day = newDay()
    const charge = chargeOn(day)
    await storeOf(0).reserve(charge, none, false)
    await endedRequest(charge, 0)
    const seen = await openCharge(charge)
    expect(await isOver(seen)).toBe(true)
    await storeOf(0).reserve(charge, none, false)
    await storeOf(1).settle(seen, 0n)
    expect([(await openCharge(charge)).id, await used(day, 'total', '')]).toEqual([seen.id, '10'])
  })

  it('keeps a budget whole while requests and settlements come at once', async () => {
    const day = newDay()
    const first = Array.from({ length: 20 }, () => chargeOn(day))
    await Promise.all(first.map((charge, index) => storeOf(index).reserve(charge, none, false)))
    const charges = await Promise.all(first.map(openCharge))
    await Promise.all([
      ...charges.map((open, index) => storeOf(index).settle(open, 1n)),
      ...Array.from({ length: 20 }, (_, index) => storeOf(index).reserve(chargeOn(day), none, false)),
    ])
    expect(await used(day, 'total', '')).toBe('220')
  })
})

it('forgets budgets and settled charges that are old', async () => {
  const day = '2029-01-01'
  await storeOf(0).reserve(chargeOn(day), none, false)
  await storeOf(0).prune({ day: '2029-01-02', settledAt: new Date() })
  expect(await used(day, 'total', '')).toBeUndefined()
})
