import { command, perRow, type SecretBox, type Sql } from '@tandem/service-kit'
import type { Database, Prisma } from '../../db/client.ts'
import { prepared, statement } from '../../db/statements.ts'
import { requestColumns } from '../../transactions/db/request.rows.ts'
import type { Clock } from '../../transactions/ports.ts'
import type { WorkRequest } from '../domain/work.ts'
import type { Submission, WaitingLimit, WaitingStore } from '../ports.ts'
import { firstOf, insertWork, newRow, reopenIn } from './relayer.store.ts'
import { storedWork, workFormat } from './work.rows.ts'

const columns = requestColumns(workFormat)

/** The number of the advisory lock under which claims of unpaid orders are counted and added. */
const waitingLock = 56_002
const lockWaiting = command(`SELECT pg_advisory_xact_lock(${waitingLock})`)

const countUnpaid = statement('unpaidWaiting of_client of_all')(`
SELECT count(*) FILTER (WHERE client_hash = $1)::int AS of_client, count(*)::int AS of_all
  FROM requests WHERE state = 'waiting' AND client_hash IS NOT NULL AND id IS DISTINCT FROM $2::uuid`)

const lockOfOrder = statement('work')(`
SELECT NULL::bigint AS place, ${columns} FROM requests s WHERE s.order_id = $1::uuid AND s.kind = 'claim' FOR UPDATE`)

const leaseDue = prepared('leased')(`
WITH due AS MATERIALIZED (
  SELECT id FROM requests WHERE state = 'waiting' AND next_step_at <= now()
   ORDER BY next_step_at LIMIT $2 FOR UPDATE SKIP LOCKED)
UPDATE requests AS s SET next_step_at = now() + make_interval(secs => $1)
  FROM due WHERE s.id = due.id
RETURNING ${columns}, s.next_step_at AS leased_until`)

/** Makes waiting claims due. Their rows are locked by id, as the statements of the workers lock them. */
const wakeWhere = (which: string) =>
  command(`
WITH held AS MATERIALIZED (SELECT id FROM requests WHERE state = 'waiting'${which} ORDER BY id FOR NO KEY UPDATE)
UPDATE requests AS s SET next_step_at = date_trunc('milliseconds', now()) FROM held WHERE s.id = held.id`)
const wakeOrders = wakeWhere(" AND kind = 'claim' AND order_id = ANY($1::uuid[])")
const wakeAll = wakeWhere('')

/** Keeps claims that wait in the table of requests, with their secrets encrypted. */
export function makeWaitingStore(
  { prisma, sql }: Pick<Database, 'prisma' | 'sql'>,
  box: SecretBox,
  now: Clock,
): WaitingStore {
  const at = () => new Date(now())
  return {
    add: (submission, unpaid) =>
      sql.transaction(async (tx) => {
        const existing = firstOf(await tx.query(lockOfOrder, [submission.orderId]))
        if (existing !== undefined && existing.state !== 'waiting' && existing.state !== 'rejected')
          return { request: existing, isNew: false }
        const over = unpaid === null ? undefined : await limitReached(tx, unpaid, existing)
        if (over !== undefined) return over
        const clientHash = unpaid?.clientHash ?? null
        const waiting =
          existing === undefined
            ? await insert(tx, submission, { box, at: at(), clientHash })
            : await reopenIn(tx, existing, submission, { box, at: at(), event: 'posted_to_wait', clientHash })
        if (waiting !== undefined) return { request: waiting, isNew: existing?.state !== 'waiting' }
        const other = firstOf(await tx.query(lockOfOrder, [submission.orderId]))
        if (other === undefined) throw new Error('the claim that was stored is gone')
        return { request: other, isNew: false }
      }),
    lease: async (limit, leaseMs) => (await sql.query(leaseDue, [leaseMs / 1000, limit])).map(workFormat.entityOf),
    async newestOrder() {
      const where = { state: 'waiting' }
      const newest = await prisma.request.findFirst({
        where,
        orderBy: { createdAt: 'desc' },
        select: { orderId: true },
      })
      return newest?.orderId
    },
    wakeOrders: async (orderIds) => {
      await sql.query(wakeOrders, [orderIds])
    },
    wakeAll: async () => {
      await sql.query(wakeAll, [])
    },
    refresh: async ({ id, version }, work) => {
      const data = { payload: storedWork(work) as Prisma.InputJsonObject, clientHash: null }
      await prisma.request.updateMany({ where: { id, version, state: 'waiting' }, data })
    },
  }
}

const insert = async (
  tx: Sql,
  submission: Submission,
  o: { box: SecretBox; at: Date; clientHash: string | null },
): Promise<WorkRequest | undefined> =>
  firstOf(await perRow(tx, insertWork)(newRow(submission, { ...o, state: 'waiting' })))

/**
 * The limit that is reached; undefined when there is room. The count is under one lock for all, so that no two requests take the
 * last place. A claim that waits already takes no second place.
 */
async function limitReached(
  tx: Sql,
  { clientHash, most }: NonNullable<Parameters<WaitingStore['add']>[1]>,
  existing: WorkRequest | undefined,
): Promise<{ limit: WaitingLimit } | undefined> {
  await tx.query(lockWaiting, [])
  const [counted] = await tx.query(countUnpaid, [clientHash, existing?.id ?? null])
  if (counted === undefined) throw new Error('a count answers one row')
  if (counted.of_client >= most.client) return { limit: { of: 'client', most: most.client } }
  return counted.of_all >= most.all ? { limit: { of: 'all', most: most.all } } : undefined
}
