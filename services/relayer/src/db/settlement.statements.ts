import { prepared, rowStatement } from '@tandem/service-kit'
import type { Address, Hex } from 'viem'
import { transferGas } from '../domain/filling.ts'
import { mostForeignNonces } from '../domain/nonce-gaps.ts'
import type { SettlementState } from '../domain/settlement-state.ts'
import type { SettlementChanges } from '../usecases/ports.ts'
import {
  attemptColumns,
  type HistoryRow,
  type ProgressRow,
  progressColumns,
  type SecretRow,
  type SettlementRow,
  type SlotRow,
  settlementColumns,
} from './settlement.rows.ts'

/*
 * What every settlement does on its way, each statement for many of them at once. Rows are locked by their ids, in
 * order, whoever asks; what a statement finds changed by somebody else it leaves out, and returns no row for it.
 */

export const listOf = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ')

export const findById = rowStatement<{ id: string }, SettlementRow>(
  { id: 'uuid' },
  (asked) => `WITH ${asked} SELECT q.place, ${settlementColumns} FROM asked q JOIN settlements s ON s.id = q.id`,
)

export const findOfOrder = rowStatement<{ order_id: string; kind: string }, SettlementRow>(
  { order_id: 'uuid', kind: 'text' },
  (asked) => `
WITH ${asked}
SELECT q.place, ${settlementColumns} FROM asked q JOIN settlements s ON (s.order_id, s.kind) = (q.order_id, q.kind)`,
)

export const findSecret = rowStatement<{ id: string }, SecretRow>(
  { id: 'uuid' },
  (asked) => `
WITH ${asked} SELECT q.place, s.secret_ct, s.secret_key_id FROM asked q JOIN settlements s ON s.id = q.id`,
)

interface NewSettlement {
  id: string
  kind: string
  order_id: string
  chain: string
  vault: string
  commitment_hash: Hex
  cancel_after: number
  payload: string
  secret_ct: Uint8Array | null
  secret_key_id: string | null
  at: Date
}

export const insertNew = rowStatement<NewSettlement, SettlementRow>(
  {
    ...{ id: 'uuid', kind: 'text', order_id: 'uuid', chain: 'text', vault: 'text', commitment_hash: 'text' },
    ...{ cancel_after: 'bigint', payload: 'jsonb', secret_ct: 'bytea', secret_key_id: 'text', at: 'timestamptz' },
  },
  (asked) => `
WITH ${asked},
inserted AS (
  INSERT INTO settlements AS s (id, kind, order_id, chain, vault, commitment_hash, cancel_after, payload, secret_ct,
                                secret_key_id, state, next_step_at, created_at, updated_at)
  SELECT id, kind, order_id, chain, vault, commitment_hash, cancel_after, payload, secret_ct, secret_key_id, 'accepted',
         now(), at, at
    FROM asked ORDER BY order_id, kind
  ON CONFLICT (order_id, kind) DO NOTHING RETURNING ${settlementColumns})
SELECT q.place, s.* FROM inserted s JOIN asked q ON q.id = s.id`,
)

/** A claim that was rejected, as if it had just come; what was said of it before stays in its events. */
export const reopenRejected = prepared(`
WITH moved AS (
  UPDATE settlements AS s
     SET state = $3, version = s.version + 1, updated_at = $4, next_step_at = now(), chain = $5, vault = $6,
         commitment_hash = $7, cancel_after = $8, payload = $9::jsonb, secret_ct = $10, secret_key_id = $11,
         error_code = NULL, reverts = 0, last_reason = 'posted again'
   WHERE s.id = $1::uuid AND s.version = $2 AND s.state = 'rejected' RETURNING ${settlementColumns}),
logged AS (
  INSERT INTO settlement_events (settlement_id, from_state, to_state, reason, created_at)
  SELECT id, 'rejected', state, 'posted again', $4::timestamptz FROM moved)
SELECT * FROM moved`)

/** Every time that leases and steps are compared with is the database's: hosts' clocks differ. */
const afterDelay = 'clock_timestamp() + make_interval(secs => q.delay_ms / 1000)'

/** One that was woken meanwhile stays due. */
export const postponeOne = rowStatement<{
  id: string
  delay_ms: number
  reason: string
  reverts: number
  error_code: string | null
}>(
  {
    ...{ id: 'uuid', delay_ms: 'float8', reason: 'text', reverts: 'int', error_code: 'text' },
  },
  (asked) => `
WITH ${asked},
held AS (SELECT s.id FROM settlements s JOIN asked q ON q.id = s.id ORDER BY s.id FOR NO KEY UPDATE OF s)
UPDATE settlements AS s SET last_reason = q.reason, reverts = s.reverts + q.reverts,
       error_code = coalesce(q.error_code, s.error_code),
       next_step_at = CASE WHEN s.next_step_at <= now() THEN s.next_step_at ELSE ${afterDelay} END
  FROM asked q JOIN held ON held.id = q.id WHERE s.id = q.id`,
)

/** A settlement as it was read, and where it goes. */
export interface Move {
  id: string
  state: SettlementState
  version: number
  to_state: SettlementState
  reason: string
  at: Date
}
const move = {
  ...{ id: 'uuid', state: 'text', version: 'int', to_state: 'text', reason: 'text', at: 'timestamptz' },
} as const

/**
 * Moves those that still are as they were read. `sets` and `condition` may use the row `q` that asks for it. What is
 * joined is locked with them, by its alias.
 */
const moved = (sets: string, { condition = '', join = '', alias = 's' } = {}) => `
held AS (
  SELECT s.id FROM settlements s JOIN asked q ON q.id = s.id${join}
   WHERE s.state = q.state AND s.version = q.version${condition} ORDER BY s.id FOR NO KEY UPDATE OF ${alias}),
moved AS (
  UPDATE settlements AS s
     SET state = q.to_state, version = s.version + 1, last_reason = q.reason, updated_at = q.at${sets}
    FROM asked q JOIN held ON held.id = q.id WHERE s.id = q.id AND s.state = q.state AND s.version = q.version
  RETURNING q.place, ${progressColumns}),
logged AS (
  INSERT INTO settlement_events (settlement_id, from_state, to_state, reason, created_at)
  SELECT q.id, q.state, q.to_state, q.reason, q.at FROM moved JOIN asked q USING (place))`

/** What changes with a transition, beside the state: columns and their types. */
export const changedColumns = {
  txHash: ['tx_hash', 'text'],
  minedBlock: ['mined_block', 'bigint'],
  minedBlockHash: ['mined_block_hash', 'text'],
  errorCode: ['error_code', 'text'],
} as const

const eraseSecret = ', secret_ct = NULL, secret_key_id = NULL'

/** One transition; a final one erases the secret. */
export const moveOne = (changes: readonly (keyof SettlementChanges)[], isFinal: boolean) => {
  const columns = changes.flatMap((key) => (key === 'nextStepInMs' ? [] : [changedColumns[key]]))
  const delay = changes.includes('nextStepInMs') ? `, next_step_at = ${afterDelay}` : ''
  const sets = columns.map(([name]) => `, ${name} = q.${name}`).join('') + delay
  return rowStatement<Move & Record<string, unknown>, ProgressRow>(
    { ...move, ...Object.fromEntries(columns), ...(delay === '' ? {} : { delay_ms: 'float8' }) },
    (asked) => `WITH ${asked}, ${moved(isFinal ? sets + eraseSecret : sets)} SELECT * FROM moved`,
  )
}

/**
 * Requires the signed bytes to exist, and locks them against concurrent deletion. Requires the judgement to be fresh by the
 * database's clock: a worker that was frozen after it, for however long, reveals nothing.
 */
export const revealOne = rowStatement<Move & { hash: Hex; delay_ms: number; not_after: Date }, ProgressRow>(
  { ...move, hash: 'text', delay_ms: 'float8', not_after: 'timestamptz' },
  (asked) => `
WITH ${asked}, ${moved(`, revealed_at = q.at, next_step_at = ${afterDelay}`, {
    join: ' JOIN tx_attempts b ON b.hash = q.hash AND b.raw_ct IS NOT NULL',
    condition: ' AND clock_timestamp() < q.not_after',
    alias: 's, b',
  })},
begun AS (
  UPDATE tx_attempts t SET broadcast_started_at = q.at FROM moved JOIN asked q USING (place)
   WHERE t.hash = q.hash AND t.broadcast_started_at IS NULL)
SELECT * FROM moved`,
)

type NonceKey = { chain: string; signer: Address; nonce: bigint }

export type ConfirmedAlone = Move & NonceKey & { hash: Hex | null }

/** Of one that never shared a nonce, and has no other one: nobody else decides whether its bytes are still needed. */
export const confirmAlone = rowStatement<ConfirmedAlone, ProgressRow>(
  { ...move, hash: 'text', chain: 'text', signer: 'text', nonce: 'bigint' },
  (asked) => `
WITH ${asked}, ${moved(eraseSecret, {
    condition: `
     AND NOT EXISTS (SELECT 1 FROM slot_members m WHERE m.settlement_id = s.id AND m.is_open
                        AND (m.chain, m.signer, m.nonce) <> (q.chain, q.signer, q.nonce))
     AND NOT EXISTS (SELECT 1 FROM slot_members m JOIN slot_members o USING (chain, signer, nonce)
                      WHERE m.settlement_id = s.id AND o.settlement_id <> s.id)`,
  })},
slot AS (
  UPDATE nonce_slots n SET closed_hash = q.hash FROM moved JOIN asked q USING (place)
   WHERE (n.chain, n.signer, n.nonce) = (q.chain, q.signer, q.nonce)),
served AS (
  UPDATE slot_members m SET is_open = false FROM moved WHERE m.settlement_id = moved.id AND m.is_open),
bytes AS (
  SELECT t.hash, CASE WHEN t.hash = q.hash THEN 'mined' ELSE t.outcome END AS outcome
    FROM moved JOIN asked q USING (place) JOIN slot_members m ON m.settlement_id = moved.id
    JOIN tx_attempts t ON (t.chain, t.signer, t.nonce) = (m.chain, m.signer, m.nonce)
   WHERE t.gas_limit <> ${transferGas} ORDER BY t.hash FOR NO KEY UPDATE OF t),
erased AS (
  UPDATE tx_attempts t SET raw_ct = NULL, outcome = bytes.outcome FROM bytes WHERE t.hash = bytes.hash)
SELECT * FROM moved`,
)

interface FirstNonce {
  id: string
  /** As it was read. */
  version: number
  chain: string
  signer: Address
  mined: bigint
  /** Those of one group share a nonce. */
  together: string
  /** A group that is smaller gets none. */
  least: number
  /** What the group's transaction may cost, and what the signer has, wei: no group is taken that the rest does not pay for. */
  reserve: bigint
  balance: bigint
  at: Date
}

/**
 * Where the counter `c` goes on: at what it would give out next, or at what the chain has mined, unless that is further
 * away than another sender may have come. Such an answer is left to `repairNonces`.
 */
export const countedOn = (mined: string) =>
  `CASE WHEN ${mined} <= c.next_nonce + ${mostForeignNonces} THEN greatest(c.next_nonce, ${mined}) ELSE c.next_nonce END`

/**
 * Gives each group its signer's next nonce: it counts on from what was given out, and not below what the chain has mined. A settlement that has a nonce, or that moved, is left out of its group; one that is asked for twice gets one. Who
 * was given a nonce while this statement waited for his row is found only then: the nonce that was meant for him serves
 * nobody, and is filled as such.
 */
export const takeFirst = rowStatement<FirstNonce, ProgressRow & SlotRow>(
  {
    ...{ id: 'uuid', version: 'int', chain: 'text', signer: 'text', mined: 'bigint', together: 'uuid', least: 'int' },
    ...{ reserve: 'numeric', balance: 'numeric', at: 'timestamptz' },
  },
  (asked) => `
WITH ${asked},
once AS (SELECT DISTINCT ON (id) * FROM asked ORDER BY id, place),
held AS (
  SELECT q.* FROM settlements s JOIN once q ON q.id = s.id
   WHERE s.state = 'accepted' AND s.version = q.version
     AND NOT EXISTS (SELECT 1 FROM slot_members m WHERE m.settlement_id = s.id AND m.is_open)
   ORDER BY s.id FOR NO KEY UPDATE OF s),
grouped AS (
  SELECT *, count(*) OVER mates AS size, min(place) OVER mates AS first FROM held
  WINDOW mates AS (PARTITION BY chain, signer, together)),
ranked AS (
  SELECT *, dense_rank() OVER (PARTITION BY chain, signer ORDER BY first) AS rank FROM grouped WHERE size >= least),
reserved AS (
  SELECT chain, signer, sum(n.reserved_wei) AS wei
    FROM nonce_slots n JOIN (SELECT chain, signer, max(mined) AS mined FROM ranked GROUP BY 1, 2) r USING (chain, signer)
   WHERE n.closed_hash IS NULL AND n.nonce >= r.mined GROUP BY 1, 2),
payable AS (
  SELECT r.* FROM (SELECT *, max(reserve) OVER (PARTITION BY chain, signer) AS most FROM ranked) r
    LEFT JOIN reserved USING (chain, signer) WHERE coalesce(reserved.wei, 0) + r.rank * r.most <= r.balance),
wanted AS (SELECT chain, signer, max(mined) AS mined, max(rank) AS count FROM payable GROUP BY chain, signer),
counter AS (
  INSERT INTO signers AS c (chain, address, next_nonce)
  SELECT chain, signer, mined + count FROM wanted ORDER BY chain, signer
  ON CONFLICT (chain, address) DO UPDATE SET next_nonce = (
    SELECT w.count + ${countedOn('w.mined')} FROM wanted w WHERE (w.chain, w.signer) = (c.chain, c.address))
  RETURNING c.chain, c.address AS signer, c.next_nonce),
numbered AS (
  SELECT payable.*, next_nonce - wanted.count + rank - 1 AS nonce
    FROM payable JOIN counter USING (chain, signer) JOIN wanted USING (chain, signer)),
slot AS (
  INSERT INTO nonce_slots (chain, signer, nonce, reserved_wei, created_at)
  SELECT DISTINCT chain, signer, nonce, reserve, at FROM numbered),
served AS (
  INSERT INTO slot_members (chain, signer, nonce, settlement_id) SELECT chain, signer, nonce, id FROM numbered
  ON CONFLICT DO NOTHING RETURNING settlement_id AS id),
moved AS (
  UPDATE settlements AS s SET state = 'slotted', version = s.version + 1, updated_at = q.at, last_reason =
         'nonce ' || q.nonce || ' of ' || q.signer || CASE WHEN q.size > 1 THEN ', with ' || q.size - 1 || ' others' ELSE '' END
    FROM numbered q JOIN served ON served.id = q.id WHERE s.id = q.id
  RETURNING q.place, q.chain, q.signer, q.nonce, q.at, s.last_reason, ${progressColumns}),
logged AS (
  INSERT INTO settlement_events (settlement_id, from_state, to_state, reason, created_at)
  SELECT id, 'accepted', 'slotted', last_reason, at FROM moved)
SELECT * FROM moved ORDER BY id`,
)

/** A row for each attempt, and for each nonce without one. */
export const historyOf = rowStatement<{ id: string }, HistoryRow>(
  { id: 'uuid' },
  (asked) => `
WITH ${asked}
SELECT q.place, ${attemptColumns}, m.chain, m.signer, m.nonce, m.is_open,
       NOT EXISTS (SELECT 1 FROM slot_members o WHERE (o.chain, o.signer, o.nonce) = (m.chain, m.signer, m.nonce)
                      AND o.is_open AND o.settlement_id < m.settlement_id) AS is_first,
       EXISTS (SELECT 1 FROM slot_members o WHERE (o.chain, o.signer, o.nonce) = (m.chain, m.signer, m.nonce)
                  AND o.is_open AND o.settlement_id <> m.settlement_id) AS is_shared
  FROM asked q JOIN slot_members m ON m.settlement_id = q.id
  LEFT JOIN tx_attempts a ON (a.chain, a.signer, a.nonce) = (m.chain, m.signer, m.nonce)
 ORDER BY q.place, a.created_at, a.number`,
)

/** A signed transaction, for a nonce that is not closed. */
interface NewAttempt extends NonceKey {
  hash: Hex
  number: number
  raw_ct: Uint8Array
  raw_key_id: string
  max_fee_per_gas: bigint
  max_priority_fee: bigint
  gas_limit: bigint
  signed_block: bigint
  created_at: Date
}
const attempt = {
  ...{ chain: 'text', signer: 'text', nonce: 'bigint', hash: 'text', number: 'int', raw_ct: 'bytea' },
  ...{ raw_key_id: 'text', max_fee_per_gas: 'numeric', max_priority_fee: 'numeric', gas_limit: 'numeric' },
  ...{ signed_block: 'bigint', created_at: 'timestamptz' },
} as const
const attemptFields = Object.keys(attempt).join(', ')

/** Those of `held`. */
const saved = `
saved AS (
  INSERT INTO tx_attempts (${attemptFields}) SELECT ${attemptFields} FROM asked WHERE place IN (SELECT place FROM held)
  ON CONFLICT DO NOTHING RETURNING hash)
SELECT place, hash FROM saved JOIN asked USING (hash)`

/** For a nonce that is open, abandoned or not as asked. A nonce is marked when the last one leaves it. */
export const saveAttempt = rowStatement<NewAttempt & { is_abandoned: boolean }, { hash: Hex }>(
  { ...attempt, is_abandoned: 'boolean' },
  (asked) => `
WITH ${asked},
held AS (
  SELECT place FROM asked q JOIN nonce_slots n USING (chain, signer, nonce)
   WHERE n.closed_hash IS NULL AND (n.abandoned_at IS NOT NULL) = q.is_abandoned
   ORDER BY n.chain, n.signer, n.nonce FOR NO KEY UPDATE OF n),
${saved}`,
)

/**
 * For a nonce that serves these alone, as `settlements` lists them: in order, by commas. Whoever leaves it waits, or is
 * waited for: their rows are locked, and looked at once more.
 */
export const saveHeld = rowStatement<NewAttempt & { settlements: string }, { hash: Hex }>(
  { ...attempt, settlements: 'text' },
  (asked) => `
WITH ${asked},
served AS (
  SELECT q.place, m.settlement_id AS id FROM asked q
    JOIN nonce_slots n USING (chain, signer, nonce) JOIN slot_members m USING (chain, signer, nonce)
   WHERE n.closed_hash IS NULL AND n.abandoned_at IS NULL AND m.is_open
   ORDER BY n.chain, n.signer, n.nonce, m.settlement_id FOR NO KEY UPDATE OF n, m),
held AS (
  SELECT place FROM asked q
   WHERE q.settlements = (SELECT string_agg(s.id::text, ',' ORDER BY s.id) FROM served s WHERE s.place = q.place)),
${saved}`,
)

export const markSent = rowStatement<{ hash: Hex; at: Date; provider: string; error_class: string | null }>(
  { hash: 'text', at: 'timestamptz', provider: 'text', error_class: 'text' },
  (asked) => `
WITH ${asked},
held AS (SELECT t.hash FROM tx_attempts t JOIN asked q ON q.hash = t.hash ORDER BY t.hash FOR NO KEY UPDATE OF t)
UPDATE tx_attempts t SET last_broadcast_at = q.at, provider = q.provider, error_class = q.error_class
  FROM asked q JOIN held ON held.hash = q.hash WHERE t.hash = q.hash`,
)

/** What was done already is not written again: every claim of a batch closes its nonce. */
export const closeOne = rowStatement<NonceKey & { hash: Hex; outcome: string }>(
  { chain: 'text', signer: 'text', nonce: 'bigint', hash: 'text', outcome: 'text' },
  (asked) => `
WITH ${asked},
once AS (SELECT DISTINCT ON (chain, signer, nonce) * FROM asked ORDER BY chain, signer, nonce, place),
held AS (
  SELECT q.* FROM once q JOIN nonce_slots n ON (n.chain, n.signer, n.nonce) = (q.chain, q.signer, q.nonce)
   ORDER BY n.chain, n.signer, n.nonce FOR NO KEY UPDATE OF n),
slot AS (
  UPDATE nonce_slots n SET closed_hash = q.hash FROM held q
   WHERE (n.chain, n.signer, n.nonce) = (q.chain, q.signer, q.nonce) AND n.closed_hash IS DISTINCT FROM q.hash),
served AS (
  UPDATE slot_members m SET is_open = false FROM held q
   WHERE (m.chain, m.signer, m.nonce) = (q.chain, q.signer, q.nonce) AND m.is_open),
bytes AS (
  SELECT t.hash, q.outcome FROM held q JOIN tx_attempts t ON t.hash = q.hash
   WHERE t.outcome IS DISTINCT FROM q.outcome ORDER BY t.hash FOR NO KEY UPDATE OF t)
UPDATE tx_attempts t SET outcome = bytes.outcome FROM bytes WHERE t.hash = bytes.hash`,
)
