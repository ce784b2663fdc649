import { randomUUID } from 'node:crypto'
import { AppError, perRow, rowStatement, type SecretBox, type Sql } from '@tandem/service-kit'
import { type Address, bytesToHex, hexToBytes } from 'viem'
import type { Database } from '../../db/client.ts'
import { secretPlace } from '../../db/sealed-places.ts'
import { prepared, statement } from '../../db/statements.ts'
import { dueAtOnce, type RequestRow, requestColumns } from '../../transactions/db/request.rows.ts'
import { listOf, lockAsRead } from '../../transactions/db/request.statements.ts'
import { makeTransactionStore, type TransactionStore } from '../../transactions/db/request.store.ts'
import type { ReasonCode } from '../../transactions/domain/reasons.ts'
import { advance, openStates, type RequestState } from '../../transactions/domain/request-lifecycle.ts'
import type { Clock } from '../../transactions/ports.ts'
import { isJob, targetOf, type Work, type WorkRequest } from '../domain/work.ts'
import type { Submission, WorkStore } from '../ports.ts'
import { storedWork, workFormat } from './work.rows.ts'

export type RelayerStore = WorkStore & TransactionStore

type Databases = Pick<Database, 'prisma' | 'sql'>

/** Stores every request, its nonces and its transactions. Archived requests are found as well. */
export const makeRelayerStore = (database: Databases, box: SecretBox, now: Clock): RelayerStore => ({
  ...makeTransactionStore(database, box, now, workFormat),
  ...makeWorkStore(database, box, now),
})

/*
 * Hand-written SQL, because each claim passes here, and callers of the same moment share one statement (ADR 0005). A
 * request that is posted again is locked, and changed only while none of its nonces is open.
 */

const workColumns = requestColumns(workFormat)

/** One statement reads both tables, so that a request is found also while it is being archived. */
const keptOrArchived = (asked: string, isAsked: string, isAskedOfArchive = isAsked) =>
  statement('foundWork id state version reverts updated_at created_at order_id payload commitment_hash')(`
WITH ${asked}
SELECT q.place, found.* FROM asked q CROSS JOIN LATERAL (
  SELECT ${workColumns}, false AS is_archived FROM requests s WHERE ${isAsked}
  UNION ALL
  SELECT ${workColumns}, true FROM request_archive s WHERE ${isAskedOfArchive}) AS found
 ORDER BY found.is_archived, found.updated_at DESC`)

const byId = rowStatement({ id: 'uuid' }, (asked) => keptOrArchived(asked, 's.id = q.id'))

/** An archived request that was rejected is not found, so that its claim is checked as if it were new. */
const byOrder = rowStatement({ order_id: 'uuid', kind: 'text' }, (asked) => {
  const isAsked = '(s.order_id, s.kind) = (q.order_id, q.kind)'
  return keptOrArchived(asked, isAsked, `${isAsked} AND s.state <> 'rejected'`)
})

const readSecret = rowStatement({ id: 'uuid' }, (asked) =>
  statement('secret')(`
WITH ${asked} SELECT q.place, s.secret_ct, s.secret_key_id FROM asked q JOIN requests s ON s.id = q.id`),
)

export const insertWork = rowStatement(
  {
    id: 'uuid',
    kind: 'text',
    order_id: 'uuid',
    chain: 'text',
    vault: 'text',
    commitment_hash: 'text',
    cancel_after: 'bigint',
    payload: 'jsonb',
    secret_ct: 'bytea',
    secret_key_id: 'text',
    pulls_from: 'text',
    state: 'text',
    client_hash: 'text',
    at: 'timestamptz',
  },
  (asked) =>
    statement('work')(`
WITH ${asked},
inserted AS (
  INSERT INTO requests AS s (id, kind, order_id, chain, vault, commitment_hash, cancel_after, payload, secret_ct,
                                secret_key_id, pulls_from, state, client_hash, next_step_at, created_at, updated_at)
  SELECT id, kind, order_id, chain, vault, commitment_hash, cancel_after, payload, secret_ct, secret_key_id, pulls_from,
         state, client_hash, ${dueAtOnce}, at, at
    FROM asked ORDER BY order_id, kind
  ON CONFLICT (order_id, kind) DO NOTHING RETURNING ${workColumns})
SELECT q.place, s.* FROM inserted s JOIN asked q ON q.id = s.id`),
)

/** Bytes that left can be mined until their nonce is closed, whether or not the request still has it. */
const hasLiveNonce = `EXISTS (
         SELECT 1 FROM nonce_members m JOIN nonces n USING (chain, signer, nonce)
          WHERE m.request_id = s.id AND n.closed_hash IS NULL)`

/** Carries a request out again under a new submission. Its earlier reasons stay in its events. */
const reopenRequest = prepared('reopened')(`
WITH moved AS (
  UPDATE requests AS s
     SET state = $3, version = s.version + 1, updated_at = $4, next_step_at = ${dueAtOnce}, chain = $5, vault = $6,
         commitment_hash = $7, cancel_after = $8, payload = $9::jsonb, secret_ct = $10, secret_key_id = $11, pulls_from = $12,
         error_code = NULL, reverts = 0, last_reason = $16, last_reason_code = $15, client_hash = $17,
         tx_hash = NULL, mined_block = NULL, mined_block_hash = NULL,
         revealed_at = CASE WHEN $3 = 'revealed' THEN coalesce(s.revealed_at, $4::timestamptz) END
   WHERE s.id = $1::uuid AND s.version = $2 AND NOT ($14 AND ${hasLiveNonce}) RETURNING ${workColumns}),
logged AS (
  INSERT INTO request_events (request_id, from_state, to_state, event, reason, created_at)
  SELECT id, $13::text, state, $15::text, $16::text, $4::timestamptz FROM moved)
SELECT * FROM moved`)

/** The reasons of initiations that are never sent again. Such an initiation must not delay the others of its account. */
const neverSentAgain: readonly ReasonCode[] = ['not_sent_again', 'paid_reverts']
/** How many of an account's initiations are read at most. */
const maxPulls = 200

const selectPulls = prepared('pull is_in_flight')(`
SELECT ${workColumns}, ${hasLiveNonce} AS is_in_flight
  FROM requests s
 WHERE s.chain = $1 AND s.pulls_from = $2 AND s.state IN (${listOf(openStates)})
   AND coalesce(s.last_reason_code, '') NOT IN (${listOf(neverSentAgain)})
 ORDER BY is_in_flight DESC, s.reverts, s.created_at, s.id LIMIT ${maxPulls}`)

/** The values of {@link insertWork}, with the secret encrypted. */
export function newRow(
  { orderId, work, commitmentHash, secret }: Submission,
  o: { box: SecretBox; at: Date; state: RequestState; clientHash?: string | null },
) {
  const id = randomUUID()
  const { chain, vault, terms } = targetOf(work)
  return {
    id,
    kind: work.kind,
    order_id: orderId,
    chain,
    vault,
    commitment_hash: commitmentHash,
    cancel_after: terms.cancelAfter,
    payload: JSON.stringify(storedWork(work)),
    ...sealedSecret(o.box, id, secret),
    pulls_from: pullsFromOf(work),
    state: o.state,
    client_hash: o.clientHash ?? null,
    at: o.at,
  }
}

const sealedSecret = (box: SecretBox, id: string, secret: Submission['secret']) =>
  secret === null
    ? { secret_ct: null, secret_key_id: null }
    : { secret_ct: box.seal(hexToBytes(secret), secretPlace(id)), secret_key_id: box.keyId }

const reasonOf = { posted_again: 'posted again', posted_to_wait: 'posted to wait' } as const

/**
 * Carries a request out again, or has it wait again, with this submission in place of the old one.
 * @returns undefined when the request's state has changed since it was read, or, with `isAlone`, when it may still be
 * mined.
 */
export async function reopenIn(
  tx: Sql,
  { id, state, version }: WorkRequest,
  { work, commitmentHash, secret }: Submission,
  o: { box: SecretBox; at: Date; event: keyof typeof reasonOf; isAlone?: boolean; clientHash?: string | null },
): Promise<WorkRequest | undefined> {
  const { chain, vault, terms } = targetOf(work)
  const to = advance(state, o.event)
  if (to === undefined) throw new Error(`a request that is ${state} cannot be ${reasonOf[o.event]}`)
  const { secret_ct: sealed, secret_key_id: keyId } = sealedSecret(o.box, id, secret)
  if ((await lockAsRead(tx, { id, state, version })) === undefined) return undefined
  const [row] = await tx.query(reopenRequest, [
    ...[id, version, to, o.at, chain, vault, commitmentHash, terms.cancelAfter],
    ...[JSON.stringify(storedWork(work)), sealed, keyId, pullsFromOf(work)],
    ...[state, o.isAlone ?? false, o.event, reasonOf[o.event], o.clientHash ?? null],
  ])
  return row === undefined ? undefined : workFormat.entityOf(row)
}

/** Stores the work of requests, with secrets encrypted. */
function makeWorkStore({ prisma, sql }: Databases, box: SecretBox, now: Clock): WorkStore {
  const at = () => new Date(now())
  const findById = perRow(sql, byId)
  const findOfOrder = perRow(sql, byOrder)
  const findSecret = perRow(sql, readSecret)
  const insertNew = perRow(sql, insertWork)
  const findByOrder: WorkStore['findByOrder'] = async (orderId, kind) =>
    firstOf(await findOfOrder({ order_id: orderId, kind }))

  return {
    find: async (id) => firstOf(await findById({ id })),
    findByOrder,
    async insert(submission) {
      const inserted = firstOf(await insertNew(newRow(submission, { box, at: at(), state: 'accepted' })))
      if (inserted !== undefined) return { request: inserted, isNew: true }
      const request = await findByOrder(submission.orderId, submission.work.kind)
      if (request === undefined) throw new Error('the request that was stored is gone')
      return { request, isNew: false }
    },
    reopen: (request, submission, { isAlone } = { isAlone: false }) =>
      sql.transaction((tx) => reopenIn(tx, request, submission, { box, at: at(), event: 'posted_again', isAlone })),
    async openSecret(id) {
      const [row] = await findSecret({ id })
      if (row === undefined || row.secret_ct === null || row.secret_key_id === null)
        throw new AppError('INTERNAL', 'the secret of this claim is erased')
      const plain = box.open(row.secret_ct, secretPlace(id), row.secret_key_id)
      const secret = bytesToHex(plain)
      plain.fill(0)
      return secret
    },
    async pullsBeside(chain, account) {
      const rows = await sql.query(selectPulls, [chain, accountName(account)])
      return rows.flatMap((row) => {
        const request = workFormat.entityOf(row)
        const { work } = request
        if (isJob(work) || work.kind !== 'initiation') return []
        return [{ request: { ...request, work }, isInFlight: row.is_in_flight === true }]
      })
    },
    mayBeMined: async (id) =>
      (await prisma.nonceMember.count({ where: { requestId: id, assigned: { closedHash: null } } })) > 0,
    async waitedFor(id) {
      const select = { lastReasonCode: true, lastReason: true }
      const { lastReasonCode: code = null, lastReason: text } =
        (await prisma.request.findUnique({ where: { id }, select })) ?? {}
      return code === null ? null : { code, text: text ?? code }
    },
  }
}

const accountName = ({ token, creator }: { token: Address; creator: Address }) => `${token} ${creator}`.toLowerCase()

/** The account that the work takes from; null when it takes from none. */
const pullsFromOf = (work: Work): string | null =>
  isJob(work) || work.kind !== 'initiation' || work.how.type === 'prefunded' ? null : accountName(work.source.terms)

export const firstOf = ([row]: readonly RequestRow[]): WorkRequest | undefined =>
  row === undefined ? undefined : workFormat.entityOf(row)
