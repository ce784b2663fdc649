import { randomUUID } from 'node:crypto'
import { AppError, prepared, type SecretBox, type Sql, type SqlDatabase } from '@tandem/service-kit'
import { bytesToHex, hexToBytes } from 'viem'
import { type Settlement, targetOf } from '../domain/settlement.ts'
import {
  advance,
  finalStates,
  openStates,
  type SettlementEventName,
  type SettlementState,
} from '../domain/settlement-state.ts'
import type { Clock, SettlementChanges, SettlementStore } from '../usecases/ports.ts'
import {
  close,
  eraseRaw,
  giveNonce,
  isSame,
  keyOf,
  listOf,
  lockSlot,
  lockSlotsOf,
  makeSlotStore,
  membersOf,
  openSlotOf,
} from './nonce-slots.ts'
import { secretPlace } from './sealed.ts'
import {
  type SettlementRow,
  type SlotRow,
  settlementColumns,
  settlementOf,
  slotOf,
  storedWork,
} from './settlement.rows.ts'

const findOne = prepared(`SELECT ${settlementColumns} FROM settlements s WHERE s.id = $1::uuid`)
const findOfOrder = prepared(
  `SELECT ${settlementColumns} FROM settlements s WHERE s.order_id = $1::uuid AND s.kind = $2`,
)
const insertNew = prepared(`
INSERT INTO settlements AS s (id, kind, order_id, chain, vault, commitment_hash, cancel_after, payload, secret_ct,
                              secret_key_id, state, next_step_at, created_at, updated_at)
VALUES ($1::uuid, $2, $3::uuid, $4, $5, $6, $7, $8::jsonb, $9, $10, 'accepted', $11, $11, $11)
ON CONFLICT (order_id, kind) DO NOTHING RETURNING ${settlementColumns}`)
const leaseDue = prepared(`
UPDATE settlements AS s SET next_step_at = $1::timestamptz + make_interval(secs => $2)
 WHERE id IN (SELECT id FROM settlements WHERE state IN (${listOf(openStates)}) AND next_step_at <= $1::timestamptz
               ORDER BY next_step_at LIMIT $3 FOR UPDATE SKIP LOCKED)
RETURNING ${settlementColumns}`)
const leaseThis = prepared(`
UPDATE settlements AS s SET next_step_at = $1::timestamptz + make_interval(secs => $2)
 WHERE s.id = $3::uuid AND s.state IN (${listOf(openStates)}) AND s.next_step_at <= $1::timestamptz
RETURNING ${settlementColumns}`)
const postponeOne = prepared(
  'UPDATE settlements SET next_step_at = $2, last_reason = $3, reverts = reverts + $4::int WHERE id = $1::uuid',
)
const takeFirst = prepared(`
WITH held AS (
  SELECT id FROM settlements s WHERE s.id = $5::uuid AND s.state = 'accepted' AND s.version = $6
     AND NOT EXISTS (SELECT 1 FROM slot_members m WHERE m.settlement_id = s.id AND m.is_open) FOR UPDATE),
${giveNonce},
moved AS (
  UPDATE settlements AS s SET state = 'slotted', version = s.version + 1, updated_at = $4::timestamptz,
         last_reason = 'nonce ' || slot.nonce || ' of ' || $2::text
    FROM slot WHERE s.id = $5::uuid RETURNING ${settlementColumns}, s.last_reason, slot.nonce),
logged AS (
  INSERT INTO settlement_events (settlement_id, from_state, to_state, reason, created_at)
  SELECT id, 'accepted', 'slotted', last_reason, $4::timestamptz FROM moved)
SELECT *, $1::text AS chain, $2::text AS signer FROM moved`)

const begin = `begun AS (
  UPDATE tx_attempts SET broadcast_started_at = $6::timestamptz FROM moved
   WHERE hash = $7 AND broadcast_started_at IS NULL)`
const revealOne = prepared(`${moveBy(', revealed_at = $6::timestamptz')}, ${begin} SELECT * FROM moved`)
/** Of one that never shared a nonce: nobody else decides whether its bytes are still needed. */
const confirmAlone = prepared(`
${moveBy(
  ', secret_ct = NULL, secret_key_id = NULL',
  `
     AND NOT EXISTS (SELECT 1 FROM slot_members m JOIN slot_members o USING (chain, signer, nonce)
                      WHERE m.settlement_id = s.id AND o.settlement_id <> s.id)`,
)},
slot AS (
  UPDATE nonce_slots SET closed_hash = $7 FROM moved WHERE chain = $8 AND signer = $9 AND nonce = $10::bigint),
served AS (
  UPDATE slot_members SET is_open = false FROM moved WHERE settlement_id = moved.id AND is_open),
erased AS (
  UPDATE tx_attempts a SET raw_ct = NULL, outcome = CASE WHEN a.hash = $7 THEN 'mined' ELSE a.outcome END
    FROM moved, slot_members m
   WHERE m.settlement_id = moved.id AND (a.chain, a.signer, a.nonce) = (m.chain, m.signer, m.nonce))
SELECT * FROM moved`)

const changedColumns: Readonly<Record<keyof SettlementChanges, string>> = {
  txHash: 'tx_hash',
  minedBlock: 'mined_block',
  minedBlockHash: 'mined_block_hash',
  errorCode: 'error_code',
  nextStepAt: 'next_step_at',
}

/** Settlements, nonces and signed transactions in PostgreSQL: the truth that survives everything else. */
export function makeSettlementStore(sql: SqlDatabase, box: SecretBox, now: Clock): SettlementStore {
  const at = () => new Date(now())
  const findByOrder: SettlementStore['findByOrder'] = async (orderId, kind) =>
    firstOf(await sql.query<SettlementRow>(findOfOrder, [orderId, kind]))

  const store: SettlementStore = {
    ...makeSlotStore(sql, box, now),
    find: async (id) => firstOf(await sql.query<SettlementRow>(findOne, [id])),
    findByOrder,
    async insert({ orderId, work, commitmentHash, secret }) {
      const id = randomUUID()
      const { chain, vault, terms } = targetOf(work)
      const sealed = secret === null ? null : box.seal(hexToBytes(secret), secretPlace(id))
      const inserted = firstOf(
        await sql.query<SettlementRow>(insertNew, [
          ...[
            id,
            work.kind,
            orderId,
            chain,
            vault,
            commitmentHash,
            terms.cancelAfter,
            JSON.stringify(storedWork(work)),
          ],
          ...[sealed, sealed === null ? null : box.keyId, at()],
        ]),
      )
      if (inserted !== undefined) return { settlement: inserted, isNew: true }
      const settlement = await findByOrder(orderId, work.kind)
      if (settlement === undefined) throw new Error('the settlement that was stored is gone')
      return { settlement, isNew: false }
    },
    async openSecret(id) {
      const [row] = await sql.query<{ secret_ct: Uint8Array | null; secret_key_id: string | null }>(
        'SELECT secret_ct, secret_key_id FROM settlements WHERE id = $1::uuid',
        [id],
      )
      if (row === undefined || row.secret_ct === null || row.secret_key_id === null)
        throw new AppError('INTERNAL', 'the secret of this claim is erased')
      const plain = box.open(row.secret_ct, secretPlace(id), row.secret_key_id)
      const secret = bytesToHex(plain)
      plain.fill(0)
      return secret
    },
    lease: async (limit, leaseMs) =>
      (await sql.query<SettlementRow>(leaseDue, [at(), leaseMs / 1000, limit])).map(settlementOf),
    leaseOne: async (id, leaseMs) => firstOf(await sql.query<SettlementRow>(leaseThis, [at(), leaseMs / 1000, id])),
    async postpone(id, delayMs, reason, { isRevert = false } = {}) {
      await sql.query(postponeOne, [id, new Date(now() + delayMs), reason, isRevert ? 1 : 0])
    },
    async wake(ids) {
      await sql.query('UPDATE settlements SET next_step_at = $2 WHERE id = ANY($1::uuid[])', [ids, at()])
    },
    advance(settlement, event, reason, changes = {}) {
      const { id, state, version } = settlement
      const to = stateAfter(state, event)
      const isFinal = finalStates.includes(to)
      const keys = Object.keys(changes) as (keyof SettlementChanges)[]
      const values = [id, state, version, to, reason, at(), ...keys.map((key) => changes[key])]
      const move = async (db: Sql) => firstOf(await db.query<SettlementRow>(moveOne(keys, isFinal), values))
      if (!isFinal) return move(sql)
      return sql.transaction(async (tx) => {
        // Two claims of a batch that end at the same moment meet here: the second one sees that it is the last.
        await lockSlotsOf(tx, id)
        const moved = await move(tx)
        if (moved !== undefined) await eraseRaw(tx, id)
        return moved
      })
    },
    async reveal(settlement, hash, reason) {
      const { id, state, version } = settlement
      const to = stateAfter(state, 'broadcast_started')
      return firstOf(await sql.query<SettlementRow>(revealOne, [id, state, version, to, reason, at(), hash]))
    },
    async confirm(settlement, slot, reason) {
      const { id, state, version, txHash } = settlement
      const to = stateAfter(state, 'depth_reached')
      if (slot !== undefined) {
        const values = [id, state, version, to, reason, at(), txHash, ...keyOf(slot)]
        const confirmed = firstOf(await sql.query<SettlementRow>(confirmAlone, values))
        if (confirmed !== undefined) return confirmed
        await sql.query(close, [...keyOf(slot), txHash, 'mined'])
      }
      return store.advance(settlement, 'depth_reached', reason)
    },
    async takeFirstSlot({ id, version }, { chain, address }, minedNonce) {
      const values = [chain, address, minedNonce, at(), id, version]
      const [row] = await sql.query<SettlementRow & SlotRow>(takeFirst, values)
      return row === undefined ? undefined : { settlement: settlementOf(row), slot: { ...slotOf(row), members: [id] } }
    },
    takeSlot: (id, signer, minedNonce) =>
      sql.transaction(async (tx) => {
        // The settlement first: two workers with one settlement meet here, and the second finds the first one's nonce.
        await tx.query('SELECT 1 FROM settlements WHERE id = $1::uuid FOR UPDATE', [id])
        return (await openSlotOf(tx, id)) ?? takeNonce(tx, [id], signer, minedNonce)
      }),
    takeSharedSlot: (ids, signer, minedNonce) =>
      sql.transaction(async (tx) => {
        // In one order for everybody, so that two workers never wait for each other.
        await tx.query('SELECT 1 FROM settlements WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE', [ids])
        // A statement of its own, which sees what was done until the locks were had. A claim whose process ended before it
        // was moved may have a nonce already.
        const free = await tx.query<{ id: string }>(
          `SELECT id::text FROM settlements AS s WHERE id = ANY($1::uuid[]) AND state = 'accepted'
              AND NOT EXISTS (SELECT 1 FROM slot_members m WHERE m.settlement_id = s.id AND m.is_open)
            ORDER BY id`,
          [ids],
        )
        if (free.length < 2) return undefined
        const members = free.map(({ id }) => id)
        const slot = await takeNonce(tx, members, signer, minedNonce)
        const reason = `nonce ${slot.nonce} of ${slot.signer}, with ${members.length - 1} others`
        return { slot, settlements: await moveAll(tx, members, 'accepted', 'nonce_assigned', reason, at()) }
      }),
    revealShared: (slot, hash, reason) =>
      sql.transaction(async (tx) => {
        await lockSlot(tx, slot)
        const ids = [...slot.members]
        if (!isSame(await membersOf(tx, slot), ids)) return undefined
        const revealed = await moveAll(tx, ids, 'slotted', 'broadcast_started', reason, at())
        // One that moved on meanwhile must not be revealed with the others: none of them is.
        if (revealed.length !== ids.length) throw new Error('a claim of the batch moved while it was locked')
        await tx.query('UPDATE tx_attempts SET broadcast_started_at = $2 WHERE hash = $1', [hash, at()])
        return revealed
      }),
    async counts() {
      const rows = await sql.query<{ state: string; count: string }>(
        `SELECT state, count(*) FROM settlements WHERE state IN (${listOf(openStates)}) GROUP BY state`,
        [],
      )
      return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
    },
  }
  return store

  async function takeNonce(
    tx: Sql,
    ids: readonly string[],
    { chain, address }: { chain: string; address: string },
    minedNonce: bigint,
  ) {
    const [row] = await tx.query<SlotRow>(
      `WITH held AS (SELECT unnest($5::uuid[]) AS id), ${giveNonce}
       SELECT $1::text AS chain, $2::text AS signer, nonce FROM slot`,
      [chain, address, minedNonce, at(), ids],
    )
    if (row === undefined) throw new Error('the signer has no row')
    return { ...slotOf(row), members: ids }
  }
}

/** @throws Error when the event cannot happen in this state. */
function stateAfter(state: SettlementState, event: SettlementEventName): SettlementState {
  const to = advance(state, event)
  if (to === undefined) throw new Error(`"${event}" cannot happen to a settlement that is ${state}`)
  return to
}

/** One transition, if the settlement still is as it was read. A final one erases the secret. */
function moveOne(changes: readonly (keyof SettlementChanges)[], isFinal: boolean): string {
  const sets = changes.map((key, index) => `, ${changedColumns[key]} = $${index + 7}`).join('')
  return prepared(`${moveBy(isFinal ? `${sets}, secret_ct = NULL, secret_key_id = NULL` : sets)} SELECT * FROM moved`)
}

/** `$1` to `$6`: id, state and version as they were read, the new state, the reason, the time. */
function moveBy(sets: string, condition = ''): string {
  return `
WITH moved AS (
  UPDATE settlements AS s SET state = $4, version = s.version + 1, last_reason = $5, updated_at = $6::timestamptz${sets}
   WHERE s.id = $1::uuid AND s.state = $2 AND s.version = $3${condition} RETURNING ${settlementColumns}),
logged AS (
  INSERT INTO settlement_events (settlement_id, from_state, to_state, reason, created_at)
  SELECT id, $2::text, $4::text, $5::text, $6::timestamptz FROM moved)`
}

/** Moves several by the table, those that are in this state, and returns them in order. Never to a final state. */
async function moveAll(
  tx: Sql,
  ids: readonly string[],
  from: SettlementState,
  event: SettlementEventName,
  reason: string,
  at: Date,
): Promise<Settlement[]> {
  const to = stateAfter(from, event)
  if (finalStates.includes(to)) throw new Error(`"${event}" cannot move several that are ${from}`)
  const rows = await tx.query<SettlementRow>(
    prepared(`
WITH moved AS (
  UPDATE settlements AS s SET state = $3, version = s.version + 1, last_reason = $4, updated_at = $5::timestamptz
         ${to === 'revealed' ? ', revealed_at = $5::timestamptz' : ''}
   WHERE s.id = ANY($1::uuid[]) AND s.state = $2 RETURNING ${settlementColumns}),
logged AS (
  INSERT INTO settlement_events (settlement_id, from_state, to_state, reason, created_at)
  SELECT id, $2::text, $3::text, $4::text, $5::timestamptz FROM moved)
SELECT * FROM moved ORDER BY id`),
    [ids, from, to, reason, at],
  )
  return rows.map(settlementOf)
}

const firstOf = ([row]: readonly SettlementRow[]): Settlement | undefined =>
  row === undefined ? undefined : settlementOf(row)
