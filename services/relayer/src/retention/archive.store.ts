import { command, perRow, preparedCommand, rowStatement, type SqlDatabase } from '@tandem/service-kit'
import { prepared, statement } from '../db/statements.ts'
import { type RequestRow, requestColumns } from '../transactions/db/request.rows.ts'
import { finalStates } from '../transactions/domain/request-lifecycle.ts'
import type { RelayerStore } from '../work/db/relayer.store.ts'
import { workFormat } from '../work/db/work.rows.ts'
import type { Work, WorkRequest } from '../work/domain/work.ts'

const workColumns = requestColumns(workFormat)
const requestOf = workFormat.entityOf

const states = finalStates.map((state) => `'${state}'`).join(', ')
const columns =
  'id, order_id, kind, state, commitment_hash, payload, version, revealed_at, tx_hash, mined_block, mined_block_hash, error_code, reverts, created_at, updated_at'

/**
 * Archives ended requests before `$1`, or the one `$1`, `$2` at most, with their attempts deleted. A request stays
 * while a nonce is open or its cost unsettled. Locked rows wait for the next round.
 */
const archiveWhere = (which: string) =>
  prepared('archived')(`
WITH old AS MATERIALIZED (
  SELECT s.* FROM requests s
   WHERE s.state IN (${states}) AND ${which}
     AND NOT EXISTS (SELECT 1 FROM nonce_members m JOIN nonces n USING (chain, signer, nonce)
                      WHERE m.request_id = s.id AND n.closed_hash IS NULL)
     AND NOT EXISTS (SELECT 1 FROM sponsor_charges c
                      WHERE (c.order_id, c.kind) = (s.order_id, s.kind) AND c.settled_at IS NULL)
   ORDER BY s.updated_at LIMIT $2 FOR UPDATE SKIP LOCKED)
INSERT INTO request_archive (${columns}, history)
SELECT ${columns}, jsonb_build_object(
         'events', (SELECT jsonb_agg(jsonb_build_array(e.to_state, e.reason, e.created_at) ORDER BY e.id)
                      FROM request_events e WHERE e.request_id = old.id),
         'transactions', (SELECT jsonb_agg(n.closed_hash ORDER BY n.created_at)
                            FROM nonce_members m JOIN nonces n USING (chain, signer, nonce)
                           WHERE m.request_id = old.id))
  FROM old RETURNING id`)

const archiveOld = archiveWhere('s.updated_at < $1::timestamptz')
const archiveThis = archiveWhere("s.id = $1::uuid AND s.updated_at < now() - interval '1 hour'")

const deleteEvents = command('DELETE FROM request_events WHERE request_id = ANY($1::uuid[])')
const deleteRequests = command('DELETE FROM requests WHERE id = ANY($1::uuid[])')
const deleteMembers = prepared('deletedMember')(`
DELETE FROM nonce_members WHERE request_id = ANY($1::uuid[]) RETURNING chain, signer, nonce`)

const keysOf = 'SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS k (chain, signer, nonce)'
const unserved = (alias: string) => `
   (${alias}.chain, ${alias}.signer, ${alias}.nonce) IN (${keysOf})
   AND NOT EXISTS (SELECT 1 FROM nonce_members m
                    WHERE (m.chain, m.signer, m.nonce) = (${alias}.chain, ${alias}.signer, ${alias}.nonce))`

const deleteAttempts = command(`DELETE FROM tx_attempts a WHERE ${unserved('a')}`)
const deleteNonces = command(`DELETE FROM nonces n WHERE ${unserved('n')}`)

/** Deletes the oldest `$2` repaired nonces before `$1`, which belong to no request. */
const pruneRepaired = preparedCommand(`
WITH old AS MATERIALIZED (
  SELECT n.chain, n.signer, n.nonce FROM nonces n
   WHERE n.abandoned_at IS NOT NULL AND n.closed_hash IS NOT NULL AND n.created_at < $1::timestamptz
     AND NOT EXISTS (SELECT 1 FROM nonce_members m WHERE (m.chain, m.signer, m.nonce) = (n.chain, n.signer, n.nonce))
   ORDER BY n.created_at LIMIT $2 FOR UPDATE SKIP LOCKED),
attempts AS (DELETE FROM tx_attempts WHERE (chain, signer, nonce) IN (SELECT * FROM old))
DELETE FROM nonces WHERE (chain, signer, nonce) IN (SELECT * FROM old) RETURNING 1`)

const pruneArchive = command(`
DELETE FROM request_archive WHERE id IN (
  SELECT id FROM request_archive WHERE updated_at < $1 ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING 1`)

const findArchived = rowStatement({ id: 'uuid' }, (asked) =>
  statement('archivedWork')(
    `WITH ${asked} SELECT q.place, ${workColumns} FROM asked q JOIN request_archive s ON s.id = q.id`,
  ),
)

/**
 * Kept or archived, in one statement: a request that is archived meanwhile is found. A rejected claim is checked anew.
 */
const findOfOrder = rowStatement({ order_id: 'uuid', kind: 'text' }, (asked) =>
  statement('workOfOrder id state version reverts updated_at created_at order_id payload commitment_hash')(`
WITH ${asked}
SELECT q.place, found.* FROM asked q CROSS JOIN LATERAL (
  SELECT ${workColumns}, false AS is_archived FROM requests s
   WHERE (s.order_id, s.kind) = (q.order_id, q.kind)
  UNION ALL
  SELECT ${workColumns}, true FROM request_archive s
   WHERE (s.order_id, s.kind) = (q.order_id, q.kind) AND s.state <> 'rejected') AS found
 ORDER BY found.is_archived, found.updated_at DESC`),
)

export interface Archive {
  find(id: string): Promise<WorkRequest | undefined>
  /** @returns nothing for an archived rejection. */
  findByOrder(orderId: string, kind: Work['kind']): Promise<WorkRequest | undefined>
  /** @returns `most` when there may be more. */
  archive(endedBefore: Date, most: number): Promise<number>
  /** @returns false within an hour of its end, with an open nonce, or an unsettled cost. */
  putAway(id: string): Promise<boolean>
  prune(endedBefore: Date, most: number): Promise<number>
  pruneNonces(createdBefore: Date, most: number): Promise<number>
}

export function makeArchive(sql: SqlDatabase): Archive {
  const byId = perRow(sql, findArchived)
  const byOrder = perRow(sql, findOfOrder)
  const move = (archive: typeof archiveOld, values: [Date | string, number]): Promise<number> =>
    sql.transaction(async (tx) => {
      const ids = (await tx.query(archive, values)).map(({ id }) => id)
      if (ids.length === 0) return 0
      await tx.query(deleteEvents, [ids])
      const served = await tx.query(deleteMembers, [ids])
      const keys = [served.map((one) => one.chain), served.map((one) => one.signer), served.map((one) => one.nonce)]
      await tx.query(deleteAttempts, keys)
      await tx.query(deleteNonces, keys)
      await tx.query(deleteRequests, [ids])
      return ids.length
    })
  return {
    find: async (id) => firstOf(await byId({ id })),
    findByOrder: async (orderId, kind) => firstOf(await byOrder({ order_id: orderId, kind })),
    archive: (endedBefore, most) => move(archiveOld, [endedBefore, most]),
    putAway: async (id) => (await move(archiveThis, [id, 1])) === 1 || (await byId({ id })).length > 0,
    async prune(endedBefore, most) {
      return (await sql.query(pruneArchive, [endedBefore, most])).length
    },
    pruneNonces: async (createdBefore, most) => (await sql.query(pruneRepaired, [createdBefore, most])).length,
  }
}

/** Archived requests list no attempts. */
export const withArchive = (store: RelayerStore, archive: Pick<Archive, 'find' | 'findByOrder'>): RelayerStore => ({
  ...store,
  find: async (id) => (await store.find(id)) ?? archive.find(id),
  findByOrder: archive.findByOrder,
})

const firstOf = ([row]: readonly RequestRow[]): WorkRequest | undefined =>
  row === undefined ? undefined : requestOf(row)
