import { randomUUID } from 'node:crypto'
import {
  AppError,
  batched,
  perRow,
  prepared,
  type SecretBox,
  type Sql,
  type SqlDatabase,
  statementLimits,
} from '@tandem/service-kit'
import { bytesToHex, hexToBytes } from 'viem'
import { type Settlement, targetOf } from '../domain/settlement.ts'
import {
  advance,
  finalStates,
  openStates,
  type SettlementEventName,
  type SettlementState,
} from '../domain/settlement-state.ts'
import { type Clock, isSameSlot, type SettlementChanges, type SettlementStore } from '../usecases/ports.ts'
import { eraseRaw, keyOf, leaveSlots, lockSlotsOf, makeSlotStore, openSlotsOf, takeNonce } from './nonce-slots.ts'
import { secretPlace } from './sealed.ts'
import {
  type ProgressRow,
  progressColumns,
  progressed,
  type SettlementRow,
  settlementColumns,
  settlementOf,
  slotOf,
  storedWork,
} from './settlement.rows.ts'
import * as statements from './settlement.statements.ts'
import { changedColumns, listOf, type Move } from './settlement.statements.ts'

const leaseDue = prepared(`
WITH due AS MATERIALIZED (
  SELECT id FROM settlements WHERE chain = $3 AND state IN (${listOf(openStates)}) AND next_step_at <= now()
   ORDER BY next_step_at LIMIT $2 FOR UPDATE SKIP LOCKED)
UPDATE settlements AS s SET next_step_at = now() + make_interval(secs => $1)
  FROM due WHERE s.id = due.id
RETURNING ${settlementColumns}, s.next_step_at AS leased_until`)
const lockAsRead = 'SELECT 1 FROM settlements WHERE id = $1::uuid AND state = $2 AND version = $3 FOR UPDATE'
const wakeThese = prepared(`
WITH held AS MATERIALIZED (SELECT id FROM settlements WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE)
UPDATE settlements AS s SET next_step_at = now() FROM held WHERE s.id = held.id`)

/**
 * Moves the settlements `$1` (in order) that a nonce (`$2` to `$4`) serves from `slotted` to `$5`, for `$6`, at `$7`, and
 * begins to send the bytes `$8`, before `$10` by the database's clock. All of them, or nobody: when it serves others too, or one of them has moved, or the bytes are
 * not stored. Whatever may change that is locked, and looked at once more: the nonce first, as everybody does.
 */
const revealSlotted = prepared(`
WITH served AS MATERIALIZED (
  SELECT m.settlement_id AS id FROM nonce_slots n JOIN slot_members m USING (chain, signer, nonce)
   WHERE (n.chain, n.signer, n.nonce) = ($2, $3, $4::bigint) AND m.is_open
   ORDER BY m.settlement_id FOR NO KEY UPDATE OF n, m),
stored AS MATERIALIZED (
  SELECT hash FROM tx_attempts WHERE hash = $8 AND raw_ct IS NOT NULL AND EXISTS (SELECT 1 FROM served) FOR NO KEY UPDATE),
held AS MATERIALIZED (
  SELECT s.id FROM served JOIN settlements s USING (id) WHERE s.state = 'slotted' AND EXISTS (SELECT 1 FROM stored)
   ORDER BY s.id FOR NO KEY UPDATE OF s),
moved AS (
  UPDATE settlements AS s SET state = $5, version = s.version + 1, last_reason = $6, updated_at = $7::timestamptz,
         revealed_at = $7::timestamptz,
         next_step_at = clock_timestamp() + make_interval(secs => $9::float8 / 1000)
    FROM held
   WHERE s.id = held.id AND clock_timestamp() < $10::timestamptz
     AND $1::uuid[] = (SELECT array_agg(id ORDER BY id) FROM served)
     AND $1::uuid[] = (SELECT array_agg(id ORDER BY id) FROM held)
  RETURNING ${progressColumns}),
begun AS (
  UPDATE tx_attempts SET broadcast_started_at = $7::timestamptz
   WHERE hash = (SELECT hash FROM stored) AND EXISTS (SELECT 1 FROM moved)),
logged AS (
  INSERT INTO settlement_events (settlement_id, from_state, to_state, reason, created_at)
  SELECT id, 'slotted', $5::text, $6::text, $7::timestamptz FROM moved)
SELECT * FROM moved ORDER BY id`)

/** Settlements, nonces and signed transactions in PostgreSQL: the truth that survives everything else. */
export function makeSettlementStore(sql: SqlDatabase, box: SecretBox, now: Clock): SettlementStore {
  const at = () => new Date(now())
  const findById = perRow(sql, statements.findById)
  const findOfOrder = perRow(sql, statements.findOfOrder)
  const findSecret = perRow(sql, statements.findSecret)
  const insertNew = perRow(sql, statements.insertNew)
  const postponeOne = perRow(sql, statements.postponeOne)
  // One at a time: the next one would wait for this one's lock of the signer. A group is never taken apart.
  const takeFirst = perRow(sql, statements.takeFirst, { maxRunning: 1, maxInputs: 5_000 })
  const revealOne = perRow(sql, statements.revealOne)
  /** Ends those that come at once, in one transaction. Their nonces are locked before, by a statement of its own. */
  const ending = <R extends { id: string }>(
    end: (tx: Sql, rows: readonly R[]) => Promise<(ProgressRow | undefined)[]>,
  ) =>
    batched<R, ProgressRow | undefined>({
      doMany: (rows) =>
        sql.transaction(async (tx) => {
          // What follows finds whatever was signed until now, and the last one of a batch sees that it is the last.
          await lockSlotsOf(
            tx,
            rows.map(({ id }) => id),
          )
          return end(tx, rows)
        }),
      ...statementLimits,
    })
  const confirmAlone = ending<statements.ConfirmedAlone>((tx, rows) =>
    firstRows(rows, perRow(tx, statements.confirmAlone)),
  )
  const moveOn = perChanges((changes) => {
    const run = perRow(sql, statements.moveOne(changes, false))
    return async (row) => (await run(row))[0]
  })
  const finish = perChanges((changes) =>
    ending<MoveRow>(async (tx, rows) => {
      const moved = await firstRows(rows, perRow(tx, statements.moveOne(changes, true)))
      const ended = moved.flatMap((one) => one?.id ?? [])
      await leaveSlots(tx, ended, at())
      await eraseRaw(tx, ended)
      return moved
    }),
  )
  const findByOrder: SettlementStore['findByOrder'] = async (orderId, kind) =>
    firstOf(await findOfOrder({ order_id: orderId, kind }))

  const store: SettlementStore = {
    ...makeSlotStore(sql, box, now),
    find: async (id) => firstOf(await findById({ id })),
    findByOrder,
    async insert({ orderId, work, commitmentHash, secret }) {
      const id = randomUUID()
      const { chain, vault, terms } = targetOf(work)
      const sealed = secret === null ? null : box.seal(hexToBytes(secret), secretPlace(id))
      const inserted = firstOf(
        await insertNew({
          ...{ id, kind: work.kind, order_id: orderId, chain, vault, commitment_hash: commitmentHash, at: at() },
          ...{ cancel_after: terms.cancelAfter, payload: JSON.stringify(storedWork(work)) },
          ...{ secret_ct: sealed, secret_key_id: sealed === null ? null : box.keyId },
        }),
      )
      if (inserted !== undefined) return { settlement: inserted, isNew: true }
      const settlement = await findByOrder(orderId, work.kind)
      if (settlement === undefined) throw new Error('the settlement that was stored is gone')
      return { settlement, isNew: false }
    },
    async reopen(settlement, { work, commitmentHash, secret }) {
      const { id, state, version } = settlement
      const { chain, vault, terms } = targetOf(work)
      const [row] = await sql.query<SettlementRow>(statements.reopenRejected, [
        ...[id, version, stateAfter(state, 'posted_again'), at(), chain, vault, commitmentHash, terms.cancelAfter],
        ...[JSON.stringify(storedWork(work)), box.seal(hexToBytes(secret), secretPlace(id)), box.keyId],
      ])
      return row === undefined ? undefined : settlementOf(row)
    },
    async openSecret(id) {
      const [row] = await findSecret({ id })
      if (row === undefined || row.secret_ct === null || row.secret_key_id === null)
        throw new AppError('INTERNAL', 'the secret of this claim is erased')
      const plain = box.open(row.secret_ct, secretPlace(id), row.secret_key_id)
      const secret = bytesToHex(plain)
      plain.fill(0)
      return secret
    },
    lease: async (chain, limit, leaseMs) =>
      (await sql.query<SettlementRow>(leaseDue, [leaseMs / 1000, limit, chain])).map(settlementOf),
    async postpone(id, delayMs, reason, { isRevert = false, errorCode } = {}) {
      const said = { reason, reverts: isRevert ? 1 : 0, error_code: errorCode ?? null }
      await postponeOne({ id, delay_ms: delayMs, ...said })
    },
    async wake(ids) {
      await sql.query(wakeThese, [ids])
    },
    async advance(settlement, event, reason, changes = {}) {
      const move = moveTo(settlement, event, reason)
      return asMoved(settlement, await (finalStates.includes(move.to_state) ? finish : moveOn)(move, changes))
    },
    reveal: async (settlement, hash, { reason, delayMs, notAfter }) => {
      const move = moveTo(settlement, 'broadcast_started', reason)
      const [row] = await revealOne({ ...move, hash, delay_ms: delayMs, not_after: notAfter })
      return asMoved(settlement, row)
    },
    async confirm(settlement, slot, reason) {
      const { txHash } = settlement
      if (slot?.isShared === false) {
        const { chain, signer, nonce } = slot
        const move = moveTo(settlement, 'depth_reached', reason)
        const row = await confirmAlone({ ...move, hash: txHash, chain, signer, nonce })
        if (row !== undefined) return progressed(settlement, row)
      }
      if (slot !== undefined && txHash !== null) await store.closeSlot(slot, txHash, 'mined')
      return store.advance(settlement, 'depth_reached', reason)
    },
    async takeFirstSlot(settlement, { chain, address, reserve, balance }, minedNonce) {
      const { id, version } = settlement
      const signer = { chain, signer: address, mined: minedNonce, reserve, balance, at: at() }
      const [row] = await takeFirst({ id, version, ...signer, together: id, least: 1 })
      return row === undefined
        ? undefined
        : { settlement: progressed(settlement, row), slot: { ...slotOf(row), members: [id] } }
    },
    takeSlot: ({ id, state, version }, signer, minedNonce, beside = [], mayTake = true) =>
      sql.transaction(async (tx) => {
        // The settlement first: two workers with one settlement meet here, and the second finds the first one's nonce.
        const [held] = await tx.query(lockAsRead, [id, state, version])
        if (held === undefined) return undefined
        const open = await openSlotsOf(tx, id)
        const taken = open.find((slot) => !beside.some((one) => isSameSlot(one, slot)))
        if (taken !== undefined || !mayTake) return taken
        return takeNonce(tx, id, signer, { minedNonce, at: at() })
      }),
    leaveSlots: ({ id, state, version }, which) =>
      sql.transaction(async (tx) => {
        await lockSlotsOf(tx, [id])
        const [held] = await tx.query(lockAsRead, [id, state, version])
        if (held !== undefined) await leaveSlots(tx, [id], at(), which)
      }),
    async takeSharedSlot(group, { chain, address, reserve, balance }, minedNonce) {
      const together = group[0]?.id
      if (together === undefined) return undefined
      const signer = { chain, signer: address, mined: minedNonce, reserve, balance, at: at() }
      const taken = await Promise.all(
        group.map(async (settlement) => {
          const { id, version } = settlement
          const [row] = await takeFirst({ id, version, ...signer, together, least: 2 })
          return row === undefined ? undefined : { slot: slotOf(row), settlement: progressed(settlement, row) }
        }),
      )
      const [first, ...others] = taken.filter((one) => one !== undefined)
      if (first === undefined) return undefined
      const settlements = [first, ...others].map(({ settlement }) => settlement).sort(byId)
      return { slot: { ...first.slot, members: settlements.map(({ id }) => id) }, settlements }
    },
    async revealShared(slot, settlements, hash, { reason, delayMs, notAfter }) {
      const inOrder = [...settlements].sort(byId)
      const to = stateAfter('slotted', 'broadcast_started')
      const rows = await sql.query<ProgressRow>(revealSlotted, [
        ...[inOrder.map(({ id }) => id), ...keyOf(slot), to, reason, at(), hash, delayMs, notAfter],
      ])
      // All of them, in the same order, or none.
      return rows.length === 0 ? undefined : rows.map((row, index) => progressed(inOrder[index] as Settlement, row))
    },
    async counts() {
      const rows = await sql.query<{ state: string; count: string }>(
        `SELECT state, count(*) FROM settlements WHERE state IN (${listOf(openStates)}) GROUP BY state`,
        [],
      )
      return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
    },
  }
  return store

  function moveTo({ id, state, version }: Settlement, event: SettlementEventName, reason: string): Move {
    return { id, state, version, to_state: stateAfter(state, event), reason, at: at() }
  }
}

type MoveRow = Move & Record<string, unknown>

/** What a statement answers for each, of which it is asked for one row. */
const firstRows = async <In, Out>(rows: readonly In[], run: (row: In) => Promise<readonly Out[]>) =>
  (await Promise.all(rows.map(run))).map(([row]) => row)

/** Moves with what changes beside the state. Each set of changes is a statement of its own. */
function perChanges(
  make: (changes: (keyof SettlementChanges)[]) => (row: MoveRow) => Promise<ProgressRow | undefined>,
) {
  const made = new Map<string, ReturnType<typeof make>>()
  return (move: Move, changes: SettlementChanges): Promise<ProgressRow | undefined> => {
    const keys = (Object.keys(changes) as (keyof SettlementChanges)[]).sort()
    const run = made.get(keys.join()) ?? make(keys)
    made.set(keys.join(), run)
    return run({ ...move, ...Object.fromEntries(keys.map((key) => [nameOf(key), changes[key]])) })
  }
}

const nameOf = (key: keyof SettlementChanges) => (key === 'nextStepInMs' ? 'delay_ms' : changedColumns[key][0])

/** @throws Error when the event cannot happen in this state. */
function stateAfter(state: SettlementState, event: SettlementEventName): SettlementState {
  const to = advance(state, event)
  if (to === undefined) throw new Error(`"${event}" cannot happen to a settlement that is ${state}`)
  return to
}

const asMoved = (settlement: Settlement, row: ProgressRow | undefined): Settlement | undefined =>
  row === undefined ? undefined : progressed(settlement, row)

const byId = (a: Settlement, b: Settlement): number => (a.id < b.id ? -1 : 1)

const firstOf = ([row]: readonly SettlementRow[]): Settlement | undefined =>
  row === undefined ? undefined : settlementOf(row)
