import { randomUUID } from 'node:crypto'
import type { RequestFailure } from '@tandem/contracts'
import { batched, command, preparedCommand, type Sql, statementLimits } from '@tandem/service-kit'
import type { Hex } from 'viem'
import type { Database, Prisma } from '../../db/client.ts'
import { prepared } from '../../db/statements.ts'
import { finalStates } from '../../transactions/domain/request-lifecycle.ts'
import type { BudgetName, Limits, Scope, Shortage } from '../domain/budget.ts'
import {
  type AskedCharge,
  type BudgetKey,
  budgetsOf,
  type Charge,
  nameOfBudget,
  nameOfWork,
  type Taken,
  takeCharges,
} from '../domain/take-charges.ts'
import type { BudgetStore, EndedCharge } from '../ports.ts'

/* Each transaction locks its budgets first, in the order of their keys. */

const key = 'day, chain, purpose, scope, subject'
const given = '$1::date[], $2::text[], $3::text[], $4::text[], $5::text[]'

const addBudgets = command(`
INSERT INTO sponsor_budgets (${key}) SELECT * FROM unnest(${given}) ON CONFLICT DO NOTHING`)

const lockBudgets = prepared('lockedBudget day used')(`
SELECT day::text AS day, chain, purpose, scope, subject, used_wei::text AS used FROM sponsor_budgets
 WHERE (${key}) IN (SELECT * FROM unnest(${given})) ORDER BY ${key} FOR NO KEY UPDATE`)

const addToBudgets = preparedCommand(`
UPDATE sponsor_budgets b SET used_wei = greatest(0, b.used_wei + a.more)
  FROM unnest(${given}, $6::numeric[]) AS a (${key}, more)
 WHERE (b.day, b.chain, b.purpose, b.scope, b.subject) = (a.day, a.chain, a.purpose, a.scope, a.subject)`)

/** Renews the charge of work that is posted again, which keeps its charge: see {@link isOver}. */
const renewCharges = prepared('openWork')(`
UPDATE sponsor_charges c SET created_at = $3 FROM unnest($1::uuid[], $2::text[]) AS a (order_id, kind)
 WHERE (c.order_id, c.kind) = (a.order_id, a.kind) AND c.settled_at IS NULL RETURNING c.order_id, c.kind`)

const addCharges = prepared('addedCharge')(`
INSERT INTO sponsor_charges (id, order_id, kind, day, chain, purpose, address, wei, created_at)
SELECT *, $9::timestamptz FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::date[], $5::text[], $6::text[], $7::text[],
                                      $8::numeric[])
ON CONFLICT DO NOTHING RETURNING id`)

const settleCharges = prepared('settledCharge')(`
UPDATE sponsor_charges c SET wei = a.wei, settled_at = $4
  FROM unnest($1::uuid[], $2::timestamptz[], $3::numeric[]) AS a (id, seen, wei)
 WHERE c.id = a.id AND c.created_at = a.seen AND c.settled_at IS NULL RETURNING c.id`)

/** The error of a request that only its user can finish. The relayer sends no more transactions for it, so its cost is final. */
const waitsForUser: RequestFailure = 'PAYOUT_REVERTS'
/** How long a charge stays open without an open request: its work may be about to be stored. */
const abandonedAfter = "interval '10 minutes'"
const states = finalStates.map((state) => `'${state}'`).join(', ')
/**
 * Whether the work of a charge `c` is over, judged by its request `s` if it has one. Money is set aside before a request is
 * posted again: a request that had ended by then has not begun yet.
 */
const isOver = `(s.state IN (${states}) AND s.updated_at >= c.created_at OR s.error_code = '${waitsForUser}'
         OR (s.id IS NULL OR s.state IN (${states})) AND c.created_at < now() - ${abandonedAfter})`

const endedCharges = prepared('endedCharge id chain reserved created_at shares')(`
WITH ended AS (
  SELECT c.id, c.chain, c.wei, c.created_at, s.id AS request_id
    FROM sponsor_charges c LEFT JOIN requests s ON (s.order_id, s.kind) = (c.order_id, c.kind)
   WHERE c.settled_at IS NULL
     AND ${isOver}
     AND NOT EXISTS (
       SELECT 1 FROM nonce_members m JOIN nonces n USING (chain, signer, nonce)
        WHERE m.request_id = s.id AND n.closed_hash IS NULL)
   ORDER BY c.created_at LIMIT $1)
SELECT e.id, e.chain, e.wei::text AS reserved, e.created_at, a.hash, (a.gas_limit * a.max_fee_per_gas)::text AS most,
       (SELECT count(*)::int FROM nonce_members o WHERE (o.chain, o.signer, o.nonce) = (n.chain, n.signer, n.nonce)) AS shares
  FROM ended e
  LEFT JOIN nonce_members m ON m.request_id = e.request_id
  LEFT JOIN nonces n ON (n.chain, n.signer, n.nonce) = (m.chain, m.signer, m.nonce)
  LEFT JOIN tx_attempts a ON a.hash = n.closed_hash AND a.outcome IS DISTINCT FROM 'dropped'
 ORDER BY e.created_at, e.id`)

/** The budgets in PostgreSQL, which all replicas share. Amounts are in wei. */
export function makeBudgetStore({ prisma, sql }: Pick<Database, 'prisma' | 'sql'>, now: () => number): BudgetStore {
  const at = () => new Date(now())
  const reserve = batched<AskedCharge, Taken>({
    doMany: (asked) => sql.transaction((tx) => reserveAll(tx, asked, at())),
    // Only one transaction runs at a time, because a second one would only wait for the locks of the budgets.
    maxRunning: 1,
    maxInputs: 100,
  })
  const settle = batched<Settled, void>({
    async doMany(settled) {
      // The charges are read before the transaction: nothing that is read here changes while a charge is not settled.
      const charges = await prisma.sponsorCharge.findMany({ where: { id: { in: settled.map(({ id }) => id) } } })
      await sql.transaction((tx) => settleAll(tx, { settled, charges: charges.map(chargeOf), at: at() }))
      return settled.map(() => undefined)
    },
    ...statementLimits,
  })

  async function shortageOf(charge: Charge, scope: Scope, limits: Limits): Promise<Shortage> {
    const { chain, purpose, address } = charge
    const day = new Date(charge.day)
    const [budget, open] = await Promise.all([
      prisma.sponsorBudget.findUnique({
        where: {
          day_chain_purpose_scope_subject: { day, chain, purpose, scope, subject: scope === 'address' ? address : '' },
        },
      }),
      prisma.sponsorCharge.aggregate({
        where: { settledAt: null, day, chain, purpose, ...(scope === 'address' && { address }) },
        _sum: { wei: true },
      }),
    ])
    return { scope, limit: limits[scope] ?? 0n, used: weiOf(budget?.usedWei), reserved: weiOf(open._sum.wei) }
  }

  return {
    async reserve(charge, limits, isForced) {
      const taken = await reserve({ ...charge, limits, isForced })
      return taken === 'taken' || taken === 'known' ? undefined : shortageOf(charge, taken, limits)
    },
    async ended(limit) {
      const charges = new Map<string, EndedCharge & { transactions: { hash: Hex; most: bigint; shares: number }[] }>()
      for (const row of await sql.query(endedCharges, [limit])) {
        const { id, chain, reserved, created_at: createdAt } = row
        const charge = charges.get(id) ?? { id, chain, reserved: BigInt(reserved), createdAt, transactions: [] }
        charges.set(id, charge)
        if (row.hash !== null && row.most !== null)
          charge.transactions.push({ hash: row.hash, most: BigInt(row.most), shares: row.shares })
      }
      return [...charges.values()]
    },
    settle: ({ id, createdAt }, wei) => settle({ id, createdAt, wei }),
    async uses(day) {
      const rows = await prisma.sponsorBudget.findMany({ where: { day: new Date(day), scope: 'total' } })
      return rows.map(({ chain, purpose, usedWei }) => ({
        chain,
        purpose: purpose as BudgetName,
        used: weiOf(usedWei),
      }))
    },
    async prune({ day, settledAt }) {
      await prisma.sponsorBudget.deleteMany({ where: { day: { lt: new Date(day) } } })
      await prisma.sponsorCharge.deleteMany({ where: { settledAt: { lt: settledAt } } })
    },
  }
}

const weiOf = (decimal: { toFixed(digits: number): string } | null | undefined): bigint =>
  BigInt(decimal?.toFixed(0) ?? 0)

async function reserveAll(tx: Sql, asked: readonly AskedCharge[], at: Date): Promise<Taken[]> {
  const used = await lockedBudgets(tx, asked.flatMap(budgetsOf))
  const open = await tx.query(renewCharges, [asked.map(({ orderId }) => orderId), asked.map(({ kind }) => kind), at])
  const known = new Set(open.map(({ order_id: orderId, kind }) => nameOfWork({ orderId, kind })))
  const answers = takeCharges(asked, used, known)
  const taken = asked.flatMap((one, index) => (answers[index] === 'taken' ? [{ ...one, id: randomUUID() }] : []))
  if (taken.length === 0) return answers
  const added = new Set((await tx.query(addCharges, [...chargeColumns(taken), at])).map(({ id }) => id))
  await addUp(
    tx,
    taken.filter(({ id }) => added.has(id)).map((one) => ({ ...one, more: one.wei })),
  )
  return answers
}

interface Settled {
  id: string
  createdAt: Date
  wei: bigint
}

type StoredCharge = Parameters<typeof budgetsOf>[0] & { id: string; wei: bigint }

const chargeOf = ({ id, day, chain, purpose, address, wei }: Prisma.SponsorChargeGetPayload<object>): StoredCharge => ({
  ...{ id, chain, purpose: purpose as BudgetName, address },
  ...{ day: day.toISOString().slice(0, 10), wei: weiOf(wei) },
})

async function settleAll(
  tx: Sql,
  { settled, charges, at }: { settled: readonly Settled[]; charges: readonly StoredCharge[]; at: Date },
): Promise<void> {
  await lockedBudgets(tx, charges.flatMap(budgetsOf))
  const once = [...new Map(settled.map((one) => [one.id, one])).values()]
  const columns = [once.map(({ id }) => id), once.map(({ createdAt }) => createdAt), once.map(({ wei }) => wei)]
  const done = new Set((await tx.query(settleCharges, [...columns, at])).map(({ id }) => id))
  await addUp(
    tx,
    once.flatMap(({ id, wei }) => {
      const charge = charges.find((one) => one.id === id)
      return charge === undefined || !done.has(id) ? [] : [{ ...charge, more: wei - charge.wei }]
    }),
  )
}

/**
 * Locks the budgets. The first charge of a day adds their rows.
 * @returns what is used of each budget, in wei.
 */
async function lockedBudgets(tx: Sql, budgets: readonly BudgetKey[]): Promise<ReadonlyMap<string, bigint>> {
  const keys = inOrder(budgets)
  const lock = () => tx.query(lockBudgets, keyColumns(keys))
  let rows = await lock()
  if (rows.length < keys.length) {
    await tx.query(addBudgets, keyColumns(keys))
    rows = await lock()
  }
  return new Map(rows.map((row) => [nameOfBudget(row), BigInt(row.used)]))
}

type Addend = Parameters<typeof budgetsOf>[0] & { more: bigint }

async function addUp(tx: Sql, addends: readonly Addend[]): Promise<void> {
  const sums = new Map<string, bigint>()
  const budgets = addends.flatMap((one) => budgetsOf(one).map((budget) => ({ budget, more: one.more })))
  for (const { budget, more } of budgets) sums.set(nameOfBudget(budget), (sums.get(nameOfBudget(budget)) ?? 0n) + more)
  const keys = inOrder(budgets.map(({ budget }) => budget))
  await tx.query(addToBudgets, [...keyColumns(keys), keys.map((one) => sums.get(nameOfBudget(one)) ?? 0n)])
}

/** Each budget once, in the order in which every process locks them. */
const inOrder = (budgets: readonly BudgetKey[]): BudgetKey[] => {
  const named = new Map(budgets.map((one) => [nameOfBudget(one), one]))
  return [...named.keys()].sort().flatMap((name) => named.get(name) ?? [])
}

const keyColumns = (keys: readonly BudgetKey[]) => [
  keys.map(({ day }) => day),
  keys.map(({ chain }) => chain),
  keys.map(({ purpose }) => purpose),
  keys.map(({ scope }) => scope),
  keys.map(({ subject }) => subject),
]

const chargeColumns = (charges: readonly (Charge & { id: string })[]) => [
  charges.map(({ id }) => id),
  charges.map(({ orderId }) => orderId),
  charges.map(({ kind }) => kind),
  charges.map(({ day }) => day),
  charges.map(({ chain }) => chain),
  charges.map(({ purpose }) => purpose),
  charges.map(({ address }) => address),
  charges.map(({ wei }) => wei),
]
