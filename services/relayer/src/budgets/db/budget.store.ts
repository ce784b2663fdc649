import { randomUUID } from 'node:crypto'
import type { RequestFailure } from '@tandem/contracts'
import { command, type Given, perRow, rowStatement, type SqlDatabase } from '@tandem/service-kit'
import type { Hex } from 'viem'
import { prepared, statement } from '../../db/statements.ts'
import { finalStates } from '../../transactions/domain/request-lifecycle.ts'
import type { Limits, Scope, Shortage } from '../domain/budget.ts'
import type { BudgetStore, Charge, EndedCharge } from '../ports.ts'

const askedCharge = {
  ...({ id: 'uuid', order_id: 'uuid', kind: 'text', day: 'date', chain: 'text', purpose: 'text' } as const),
  ...({ address: 'text', wei: 'numeric', address_most: 'numeric', total_most: 'numeric' } as const),
  ...({ is_forced: 'boolean', at: 'timestamptz' } as const),
} as const

const key = 'day, chain, purpose, scope, subject'
const keyOf = (alias: string) => `${alias}.day, ${alias}.chain, ${alias}.purpose, ${alias}.scope, ${alias}.subject`

const scoped = (from: string, more = '') => `
scoped AS (
  SELECT c.id, c.day, c.chain, c.purpose, x.*${more}
    FROM ${from} c CROSS JOIN LATERAL (VALUES
           ('address', c.address), ('total', '')) AS x (scope, subject))`
/** Locked in the same order by every process. */
const held = `
held AS MATERIALIZED (
  SELECT ${keyOf('b')}, b.used_wei FROM sponsor_budgets b
   WHERE (${keyOf('b')}) IN (SELECT ${key} FROM scoped) ORDER BY ${keyOf('b')} FOR NO KEY UPDATE)`

const makeRows = rowStatement(askedCharge, (asked) =>
  command(`
WITH ${asked}, ${scoped('asked')}
INSERT INTO sponsor_budgets (${key}) SELECT DISTINCT ${key} FROM scoped ORDER BY ${key} ON CONFLICT DO NOTHING`),
)

/**
 * Locks the budgets in one order, and takes the charges that fit into both of their budgets. Two statements at once
 * wait for each other there.
 */
const reserveOne = rowStatement(askedCharge, (asked) =>
  statement('reserved found fits is_known')(`
WITH ${asked},
${scoped(
  'asked',
  `, c.place, c.wei, c.is_forced,
         CASE x.scope WHEN 'address' THEN c.address_most ELSE c.total_most END AS most`,
)}, ${held},
summed AS (
  SELECT s.*, s.is_forced OR s.most IS NULL OR h.used_wei + sum(s.wei) OVER (
           PARTITION BY ${keyOf('s')} ORDER BY s.place) <= s.most AS has_room
    FROM scoped s JOIN held h USING (${key})),
fitting AS (
  SELECT place, count(*) AS found, bool_and(has_room) AS fits, min(scope) FILTER (WHERE NOT has_room) AS spent
    FROM summed GROUP BY place),
charged AS (
  INSERT INTO sponsor_charges (id, order_id, kind, day, chain, purpose, address, wei, created_at)
  SELECT id, order_id, kind, day, chain, purpose, address, wei, at
    FROM asked JOIN fitting USING (place) WHERE fits AND found = 2 ORDER BY order_id, kind
  ON CONFLICT DO NOTHING RETURNING id),
renewed AS (
  UPDATE sponsor_charges c SET created_at = q.at FROM asked q
   WHERE (c.order_id, c.kind) = (q.order_id, q.kind) AND c.settled_at IS NULL),
raised AS (
  UPDATE sponsor_budgets b SET used_wei = b.used_wei + t.wei
    FROM (SELECT ${key}, sum(wei) AS wei FROM scoped JOIN charged USING (id) GROUP BY ${key}) AS t
   WHERE (${keyOf('b')}) = (${keyOf('t')}))
SELECT place, found, fits, spent, EXISTS (
         SELECT 1 FROM sponsor_charges c WHERE (c.order_id, c.kind) = (q.order_id, q.kind) AND c.settled_at IS NULL) AS is_known
  FROM fitting JOIN asked q USING (place)`),
)

const settleOne = rowStatement({ id: 'uuid', seen: 'timestamptz', wei: 'numeric', at: 'timestamptz' }, (asked) =>
  command(`
WITH ${asked},
due AS (
  SELECT DISTINCT ON (c.id) c.*, q.wei - c.wei AS more, q.wei AS paid, q.at
    FROM asked q JOIN sponsor_charges c ON c.id = q.id AND c.created_at = q.seen
   WHERE c.settled_at IS NULL ORDER BY c.id, q.place),
${scoped('due', ', c.more')}, ${held},
settled AS (
  UPDATE sponsor_charges c SET wei = d.paid, settled_at = d.at FROM due d
   WHERE c.id = d.id AND c.settled_at IS NULL AND c.created_at = d.created_at AND (SELECT count(*) FROM held) >= 0
  RETURNING c.id)
UPDATE sponsor_budgets b SET used_wei = greatest(0, b.used_wei + t.more)
  FROM (SELECT ${key}, sum(more) AS more FROM scoped JOIN settled USING (id) GROUP BY ${key}) AS t
 WHERE (${keyOf('b')}) = (${keyOf('t')})`),
)

/** Nothing more is paid for a request that waits for its user. */
const waitsForUser: RequestFailure = 'PAYOUT_REVERTS'
/** For unstored work, whose request may still run. */
const abandonedAfter = "interval '10 minutes'"
const states = finalStates.map((state) => `'${state}'`).join(', ')
/**
 * The work of a charge `c` is over, by its request `s` if there is one. Money is set aside before a request is posted
 * again: a request that had ended by then has not begun yet.
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

const selectShortage = statement('shortage used reserved')(`
SELECT b.used_wei::text AS used,
       (SELECT coalesce(sum(c.wei), 0)::text FROM sponsor_charges c
         WHERE c.settled_at IS NULL AND (c.day, c.chain, c.purpose) = (b.day, b.chain, b.purpose)
           AND (b.scope = 'total' OR c.address = b.subject)) AS reserved
  FROM sponsor_budgets b WHERE (${keyOf('b')}) = ($1::date, $2, $3, $4, $5)`)

const selectUses = statement('budgetUse used')(`
SELECT chain, purpose, used_wei::text AS used FROM sponsor_budgets
WHERE day = $1::date AND scope = 'total'`)
const deleteBudgets = command('DELETE FROM sponsor_budgets WHERE day < $1::date')
const deleteCharges = command('DELETE FROM sponsor_charges WHERE settled_at < $1')

/** In PostgreSQL, shared by replicas. Wei. */
export function makeBudgetStore(sql: SqlDatabase, now: () => number): BudgetStore {
  const makeRowsFor = perRow(sql, makeRows)
  const reserve = perRow(sql, reserveOne, { maxRunning: 1, maxInputs: 100 })
  const reserveAlone = perRow(sql, reserveOne, { maxRunning: 1, maxInputs: 1 })
  const settle = perRow(sql, settleOne)

  /** The first charge of a day makes its budgets. */
  async function reserveIn(run: typeof reserve, asked: Given<typeof askedCharge>) {
    const [answer] = await run(asked)
    if (answer?.found === '2') return answer
    await makeRowsFor(asked)
    const [again] = await run(asked)
    if (again?.found !== '2') throw new Error('a budget has no row')
    return again
  }

  async function shortageOf(charge: Charge, scope: Scope, limits: Limits): Promise<Shortage> {
    const { day, chain, purpose, address } = charge
    const subject = scope === 'address' ? address : ''
    const [row] = await sql.query(selectShortage, [day, chain, purpose, scope, subject])
    return { scope, limit: limits[scope] ?? 0n, used: BigInt(row?.used ?? 0), reserved: BigInt(row?.reserved ?? 0) }
  }

  return {
    async reserve(charge, limits, isForced) {
      const asked = { ...askedOf(charge), ...mostOf(limits), is_forced: isForced, at: new Date(now()) }
      const answer = await reserveIn(reserve, asked)
      if (answer.fits || answer.is_known) return undefined
      // A charge of the same batch may have been counted first, and then been refused.
      const alone = await reserveIn(reserveAlone, asked)
      return alone.fits || alone.is_known ? undefined : shortageOf(charge, alone.spent ?? 'total', limits)
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
    async settle({ id, createdAt }, wei) {
      await settle({ id, seen: createdAt, wei, at: new Date(now()) })
    },
    async uses(day) {
      const rows = await sql.query(selectUses, [day])
      return rows.map((row) => ({ ...row, used: BigInt(row.used) }))
    },
    async prune({ day, settledAt }) {
      await sql.query(deleteBudgets, [day])
      await sql.query(deleteCharges, [settledAt])
    },
  }
}

const askedOf = ({ orderId, kind, day, chain, purpose, address, wei }: Charge) => ({
  ...{ id: randomUUID(), order_id: orderId, kind, day, chain, purpose, address, wei },
})

const mostOf = ({ address, total }: Limits) => ({ address_most: address, total_most: total })
