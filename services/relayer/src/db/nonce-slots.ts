import { AppError, perRow, prepared, type SecretBox, type Sql, type SqlDatabase } from '@tandem/service-kit'
import { type Address, bytesToHex, hexToBytes } from 'viem'
import { transferGas } from '../domain/filling.ts'
import { finalStates, openStates } from '../domain/settlement-state.ts'
import {
  type Clock,
  type HeldSlot,
  isSameSlot,
  type OwnSlot,
  type Payer,
  type SettlementStore,
  type Slot,
} from '../usecases/ports.ts'
import { rawPlace } from './sealed.ts'
import { type AttemptRow, attemptColumns, attemptOf, type SlotRow, slotOf } from './settlement.rows.ts'
import * as statements from './settlement.statements.ts'
import { countedOn, listOf } from './settlement.statements.ts'

/**
 * The signer's next nonce (`$1`, `$2`), for a settlement (`$5`): it counts on from what was given out, and not below
 * what the chain has mined (`$3`). `$4`: the time.
 */
const takeNext = `
WITH counter AS (
  INSERT INTO signers AS c (chain, address, next_nonce) VALUES ($1, $2, $3::bigint + 1)
  ON CONFLICT (chain, address) DO UPDATE SET next_nonce = ${countedOn('$3::bigint')} + 1
  RETURNING c.next_nonce - 1 AS nonce),
slot AS (
  INSERT INTO nonce_slots (chain, signer, nonce, created_at, reserved_wei) SELECT $1, $2, nonce, $4::timestamptz, $6::numeric FROM counter
  RETURNING chain, signer, nonce),
served AS (
  INSERT INTO slot_members (chain, signer, nonce, settlement_id, beside)
  SELECT slot.*, $5::uuid, (SELECT coalesce(max(beside) + 1, 0) FROM slot_members WHERE settlement_id = $5::uuid AND is_open)
    FROM slot)
SELECT * FROM slot`

const slotsOfSettlement = prepared(`
SELECT m.chain, m.signer, m.nonce, array_agg(o.settlement_id::text ORDER BY o.settlement_id) AS members
  FROM slot_members m JOIN slot_members o USING (chain, signer, nonce)
 WHERE m.settlement_id = $1::uuid AND m.is_open AND o.is_open GROUP BY 1, 2, 3, m.beside ORDER BY m.beside`)

const attemptsOfSlot = prepared(`
SELECT ${attemptColumns} FROM tx_attempts a WHERE a.chain = $1 AND a.signer = $2 AND a.nonce = $3 ORDER BY a.number`)

type SlotStore = Pick<
  SettlementStore,
  | 'history'
  | 'membersOf'
  | 'attemptsOf'
  | 'keepAlone'
  | 'saveAttempt'
  | 'openRaw'
  | 'markBroadcast'
  | 'markSent'
  | 'closeSlot'
  | 'abandonedSlots'
  | 'hasOpenNonces'
  | 'signerQueues'
  | 'wakeMined'
  | 'reopenSlots'
>

/** Nonces, whom they serve, and what was signed for them. */
export function makeSlotStore(sql: SqlDatabase, box: SecretBox, now: Clock): SlotStore {
  const at = () => new Date(now())
  const historyRows = perRow(sql, statements.historyOf)
  const saveAttempt = perRow(sql, statements.saveAttempt)
  const saveHeld = perRow(sql, statements.saveHeld)
  const markSent = perRow(sql, statements.markSent)
  const closeOne = perRow(sql, statements.closeOne)
  return {
    history: async (id) => {
      const rows = await historyRows({ id })
      const all = rows.flatMap((row) => (row.hash === null ? [] : [attemptOf({ ...row, hash: row.hash })]))
      const slots: OwnSlot[] = []
      for (const row of rows) {
        const slot = slotOf(row)
        if (!row.is_open || slots.some((one) => isSameSlot(one, slot))) continue
        const attempts = all.filter((attempt) => isSameSlot(attempt.slot, slot))
        slots.push({ ...slot, isFirst: row.is_first, isShared: row.is_shared, attempts })
      }
      return { slots, all }
    },
    membersOf: (slot) => membersOf(sql, slot),
    attemptsOf: async (slot) => (await sql.query<AttemptRow>(attemptsOfSlot, keyOf(slot))).map(attemptOf),
    keepAlone: (slot, id) =>
      sql.transaction(async (tx) => {
        await lockSlot(tx, slot)
        // Another one of the batch may have been here since this one read whom the nonce serves.
        const members = await membersOf(tx, slot)
        if (!members.includes(id)) return undefined
        const [found] = await tx.query<{ is_sent: boolean; is_slotted: boolean }>(
          `SELECT EXISTS (SELECT 1 FROM tx_attempts WHERE chain = $1 AND signer = $2 AND nonce = $3
                             AND broadcast_started_at IS NOT NULL) AS is_sent,
                  EXISTS (SELECT 1 FROM settlements WHERE id = $4::uuid AND state = 'slotted') AS is_slotted`,
          [...keyOf(slot), id],
        )
        if (found === undefined || found.is_sent || !found.is_slotted) return { ...slot, members }
        await tx.query('DELETE FROM tx_attempts WHERE chain = $1 AND signer = $2 AND nonce = $3', keyOf(slot))
        await tx.query(
          `UPDATE slot_members SET is_open = false
            WHERE chain = $1 AND signer = $2 AND nonce = $3 AND settlement_id <> $4::uuid`,
          [...keyOf(slot), id],
        )
        return { ...slot, members: [id] }
      }),
    async saveAttempt(slot, { hash, number, raw, maxFeePerGas, maxPriorityFeePerGas, gasLimit, signedBlock }, holders) {
      const values = {
        ...{ chain: slot.chain, signer: slot.signer, nonce: slot.nonce, hash, number },
        ...{ raw_ct: box.seal(hexToBytes(raw), rawPlace(hash)), raw_key_id: box.keyId, created_at: at() },
        ...{ max_fee_per_gas: maxFeePerGas, max_priority_fee: maxPriorityFeePerGas, gas_limit: gasLimit },
        signed_block: signedBlock,
      }
      const saved =
        typeof holders === 'string'
          ? await saveAttempt({ ...values, is_abandoned: holders === 'nobody' })
          : await saveHeld({ ...values, settlements: [...holders].sort().join() })
      return saved.length > 0
    },
    async openRaw(hash) {
      const [row] = await sql.query<{ raw_ct: Uint8Array | null; raw_key_id: string }>(
        'SELECT raw_ct, raw_key_id FROM tx_attempts WHERE hash = $1',
        [hash],
      )
      if (row === undefined || row.raw_ct === null) throw new AppError('INTERNAL', 'the signed transaction is erased')
      return bytesToHex(box.open(row.raw_ct, rawPlace(hash), row.raw_key_id))
    },
    markBroadcast: async (hash) => {
      const marked = await sql.query(
        `UPDATE tx_attempts SET broadcast_started_at = coalesce(broadcast_started_at, $2)
          WHERE hash = $1 AND raw_ct IS NOT NULL RETURNING 1`,
        [hash, at()],
      )
      return marked.length > 0
    },
    async markSent(hash, { provider, errorClass }) {
      await markSent({ hash, at: at(), provider, error_class: errorClass })
    },
    async closeSlot(slot, hash, outcome) {
      const { chain, signer, nonce } = slot
      await closeOne({ chain, signer, nonce, hash, outcome })
    },
    async hasOpenNonces(chain) {
      return (await sql.query(hasOpen, [chain])).length > 0
    },
    async abandonedSlots(chain) {
      // Whatever ended the last claim that a nonce served, and whoever died meanwhile: the nonce must not stay empty.
      await sql.query(
        `UPDATE nonce_slots AS n SET abandoned_at = $1::timestamptz
          WHERE n.chain = $2 AND n.closed_hash IS NULL AND n.abandoned_at IS NULL AND NOT EXISTS (
            SELECT 1 FROM slot_members m JOIN settlements s ON s.id = m.settlement_id
             WHERE (m.chain, m.signer, m.nonce) = (n.chain, n.signer, n.nonce)
               AND m.is_open AND s.state IN (${listOf(openStates)})
            OFFSET 0)`, // For each nonce by its key, and never all settlements first.
        [at(), chain],
      )
      const rows = await sql.query<SlotRow>(
        `SELECT chain, signer, nonce FROM (
           SELECT chain, signer, nonce, row_number() OVER (PARTITION BY signer ORDER BY nonce) AS place FROM nonce_slots
            WHERE chain = $1 AND closed_hash IS NULL AND abandoned_at <= $2) AS n
          WHERE place <= 100 ORDER BY nonce`,
        [chain, at()],
      )
      return rows.map(slotOf)
    },
    async reopenSlots({ chain, address }, minedNonce, afterMs) {
      const times = [-reorgsMs, -afterMs, afterMs].map((ms) => new Date(now() + ms))
      await sql.query(reopen, [chain, address, minedNonce, ...times])
    },
    async signerQueues(chain, signers) {
      const values = [chain, signers.map(({ signer }) => signer), signers.map(({ minedNonce }) => minedNonce)]
      const rows = await sql.query<QueueRow>(queuesOf, values)
      return new Map(
        rows.map(({ signer, queued, reserved, first_signed_block: block }) => [
          signer,
          { queued, reserved: BigInt(reserved), firstSignedBlock: block === null ? null : BigInt(block) },
        ]),
      )
    },
    async wakeMined({ chain, address }, { from, below }) {
      await sql.query(wakeMined, [chain, address, from, below])
    },
  }
}

const hasOpen = prepared('SELECT 1 FROM nonce_slots WHERE chain = $1 AND closed_hash IS NULL LIMIT 1')

interface QueueRow {
  signer: Address
  queued: number
  reserved: string
  first_signed_block: string | null
}

/** Of each signer (`$2`) the nonces that the chain has not used (from `$3` on), and since which block the first one waits. */
const queuesOf = prepared(`
WITH waiting AS (
  SELECT n.signer, n.nonce, n.reserved_wei FROM unnest($2::text[], $3::bigint[]) AS a (signer, mined)
    JOIN nonce_slots n ON n.chain = $1 AND n.signer = a.signer AND n.nonce >= a.mined AND n.closed_hash IS NULL),
queues AS (
  SELECT signer, count(*)::int AS queued, sum(reserved_wei)::text AS reserved, min(nonce) AS first FROM waiting GROUP BY signer)
SELECT q.signer, q.queued, q.reserved,
       (SELECT min(t.signed_block) FROM tx_attempts t
         WHERE t.chain = $1 AND t.signer = q.signer AND t.nonce = q.first AND t.broadcast_started_at IS NOT NULL)
         AS first_signed_block
  FROM queues q`)

/** No reorg reaches back so far. */
const reorgsMs = 7_200_000

const reopen = prepared(`
WITH held AS MATERIALIZED (
  SELECT chain, signer, nonce FROM nonce_slots
   WHERE chain = $1 AND signer = $2 AND nonce >= $3::bigint AND closed_hash IS NOT NULL
     AND created_at BETWEEN $4::timestamptz AND $5::timestamptz ORDER BY nonce FOR UPDATE)
UPDATE nonce_slots AS n SET closed_hash = NULL, abandoned_at = $6 FROM held
 WHERE (n.chain, n.signer, n.nonce) = (held.chain, held.signer, held.nonce)`)

const wakeMined = prepared(`
WITH served AS MATERIALIZED (
  SELECT settlement_id AS id FROM slot_members
   WHERE chain = $1 AND signer = $2 AND nonce >= $3::bigint AND nonce < $4::bigint AND is_open),
held AS MATERIALIZED (
  SELECT s.id FROM settlements s WHERE s.id = ANY(ARRAY(SELECT id FROM served)) AND s.state = 'revealed'
     AND s.next_step_at > now() ORDER BY s.id FOR NO KEY UPDATE)
UPDATE settlements AS s SET next_step_at = now() FROM held WHERE s.id = held.id`)

export const keyOf = ({ chain, signer, nonce }: Slot): [string, Address, bigint] => [chain, signer, nonce]

/** Whoever changes whom a nonce serves waits here, and for whoever stores or reveals for them. */
async function lockSlot(tx: Sql, slot: Slot): Promise<void> {
  await tx.query('SELECT 1 FROM nonce_slots WHERE chain = $1 AND signer = $2 AND nonce = $3 FOR UPDATE', keyOf(slot))
}

/** Whom a nonce still serves, in order. */
async function membersOf(db: Sql, slot: Slot): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT settlement_id::text AS id FROM slot_members
      WHERE chain = $1 AND signer = $2 AND nonce = $3 AND is_open ORDER BY settlement_id`,
    keyOf(slot),
  )
  return rows.map(({ id }) => id)
}

/** The nonces that serve a settlement, in the order in which they were taken. */
export async function openSlotsOf(db: Sql, id: string): Promise<HeldSlot[]> {
  const rows = await db.query<SlotRow & { members: string[] }>(slotsOfSettlement, [id])
  return rows.map((row) => ({ ...slotOf(row), members: row.members }))
}

/** Gives a settlement that is locked the signer's next nonce, beside those that it has. */
export async function takeNonce(
  tx: Sql,
  id: string,
  { chain, address, reserve }: Payer,
  { minedNonce, at }: { minedNonce: bigint; at: Date },
): Promise<HeldSlot> {
  const [row] = await tx.query<SlotRow>(takeNext, [chain, address, minedNonce, at, id, reserve])
  if (row === undefined) throw new Error('the signer has no row')
  return { ...slotOf(row), members: [id] }
}

/** Locks the nonces that settlements ever had, in one order for everybody. */
export async function lockSlotsOf(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx.query(lockOfSettlements, [ids])
}

const lockOfSettlements = prepared(`
SELECT 1 FROM nonce_slots WHERE (chain, signer, nonce) IN
   (SELECT chain, signer, nonce FROM slot_members WHERE settlement_id = ANY($1::uuid[]))
 ORDER BY chain, signer, nonce FOR UPDATE`)

/**
 * Takes settlements off the nonces that they have open: all, all but one, or one only. What was signed for those and never
 * left must never leave: it may hold their secrets.
 */
export async function leaveSlots(
  tx: Sql,
  ids: readonly string[],
  at: Date,
  which: { but?: Slot; only?: Slot } = {},
): Promise<void> {
  const named = which.but ?? which.only
  const key = named === undefined ? [null, null, null] : keyOf(named)
  await tx.query(leaveOpen, [ids, at, ...key, which.only === undefined])
}

/** Most nonces are locked by now ({@link lockSlotsOf}), but for one that was taken since. */
const leaveOpen = prepared(`
WITH held AS MATERIALIZED (
  SELECT n.chain, n.signer, n.nonce FROM nonce_slots n JOIN slot_members m USING (chain, signer, nonce)
   WHERE m.settlement_id = ANY($1::uuid[]) AND m.is_open
     AND ((n.chain, n.signer, n.nonce) IS DISTINCT FROM ($3::text, $4::text, $5::bigint)) = $6::boolean
   ORDER BY n.chain, n.signer, n.nonce, m.settlement_id FOR UPDATE OF n, m),
ended AS (UPDATE slot_members SET is_open = false WHERE settlement_id = ANY($1::uuid[]) AND is_open
             AND (chain, signer, nonce) IN (SELECT chain, signer, nonce FROM held)),
thrown AS (
  DELETE FROM tx_attempts
   WHERE (chain, signer, nonce) IN (SELECT chain, signer, nonce FROM held) AND broadcast_started_at IS NULL)
UPDATE nonce_slots AS n SET abandoned_at = $2
 WHERE (chain, signer, nonce) IN (SELECT chain, signer, nonce FROM held)
   AND NOT EXISTS (SELECT 1 FROM slot_members m
        WHERE (m.chain, m.signer, m.nonce) = (n.chain, n.signer, n.nonce)
          AND m.is_open AND m.settlement_id <> ALL($1::uuid[]))`)

/** Erases what was signed for nonces that serve nobody any more, but what fills them. A batch holds every one's secret. */
export async function eraseRaw(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx.query(eraseOfSettlements, [ids])
}

const eraseOfSettlements = prepared(`
WITH held AS MATERIALIZED (
  SELECT a.hash FROM tx_attempts a
   WHERE (a.chain, a.signer, a.nonce) IN (
           SELECT chain, signer, nonce FROM slot_members WHERE settlement_id = ANY($1::uuid[]))
     AND a.raw_ct IS NOT NULL AND a.gas_limit <> ${transferGas}
     AND NOT EXISTS (SELECT 1 FROM slot_members o JOIN settlements s ON s.id = o.settlement_id
          WHERE (o.chain, o.signer, o.nonce) = (a.chain, a.signer, a.nonce)
            AND s.state NOT IN (${listOf(finalStates)}))
   ORDER BY a.hash FOR NO KEY UPDATE OF a)
UPDATE tx_attempts a SET raw_ct = NULL FROM held WHERE a.hash = held.hash`)
