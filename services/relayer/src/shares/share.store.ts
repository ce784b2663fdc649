import { randomUUID } from 'node:crypto'
import { command, type SecretBox, type SqlDatabase } from '@tandem/service-kit'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import type { Rows } from '../db/rows.ts'
import { sharePlace } from '../db/sealed.ts'
import { statement } from '../db/statements.ts'
import type { Clock } from '../transactions/ports.ts'
import { type StoredWork, storedWork, workOf } from '../work/db/work.rows.ts'
import type { ClaimWork } from '../work/domain/work.ts'
import type { HeldShare, ShareStore } from './ports.ts'

/** A user who shares again has more than one deal. */
const mostOfOrder = 16
/** A share whose worker died is due again. */
const leaseMs = 30_000

type ShareRow = Rows['share']

const columns = 'id, order_id, user_id, share_hash, share_hashes, least_ready, payload, created_at, ready_at, given_at'
const insert = command(`
INSERT INTO shares (id, order_id, share_hash, share_hashes, least_ready, payload, share_ct, share_key_id,
                    cancel_after, next_look_at, created_at, user_id)
SELECT $1::uuid, $2::uuid, $3, $4::text[], $5, $6::jsonb, $7, $8, $9, $10::timestamptz, $10::timestamptz, $11
 WHERE (SELECT count(*) FROM shares WHERE order_id = $2::uuid) < ${mostOfOrder}
ON CONFLICT (order_id, share_hash) DO NOTHING`)
const findShare = command('SELECT 1 FROM shares WHERE order_id = $1::uuid AND share_hash = $2')
const selectOfOrder = statement('share share_hashes')(`SELECT ${columns} FROM shares WHERE order_id = $1::uuid`)
const takeDue = statement('share share_hashes')(`
UPDATE shares SET next_look_at = $2 WHERE id IN (
  SELECT id FROM shares WHERE next_look_at <= $1 ORDER BY next_look_at LIMIT $3 FOR UPDATE SKIP LOCKED)
RETURNING ${columns}`)
const selectSealed = statement('sealedShare *')('SELECT share_ct, share_key_id FROM shares WHERE id = $1::uuid')
const markAs = (column: 'ready_at' | 'given_at') =>
  statement('shareMark since')(`
UPDATE shares SET ${column} = coalesce(${column}, $2) WHERE id = $1::uuid RETURNING ${column} AS since`)
const marks = { ready: markAs('ready_at'), given: markAs('given_at') }
const setLook = command('UPDATE shares SET next_look_at = $2 WHERE id = $1::uuid')
const remove = command('DELETE FROM shares WHERE id = $1::uuid')

const heldOf = (row: ShareRow): HeldShare => ({
  id: row.id,
  orderId: row.order_id,
  userId: row.user_id,
  shareHash: row.share_hash,
  deal: { shareHashes: row.share_hashes as Hex[], leastReady: row.least_ready },
  work: workOf(row.payload as StoredWork) as ClaimWork,
  createdAt: row.created_at,
  readyAt: row.ready_at,
  givenAt: row.given_at,
})

export function makeShareStore(sql: SqlDatabase, box: SecretBox, now: Clock): ShareStore {
  const later = (ms: number) => new Date(now() + ms)
  return {
    async keep({ orderId, userId, shareHash, deal, work, share }) {
      const id = randomUUID()
      await sql.query(insert, [
        ...[id, orderId, shareHash, deal.shareHashes, deal.leastReady, JSON.stringify(storedWork(work))],
        ...[box.seal(hexToBytes(share), sharePlace(id)), box.keyId, work.destination.terms.cancelAfter, later(0)],
        userId,
      ])
      const kept = await sql.query(findShare, [orderId, shareHash])
      return kept.length > 0
    },
    ofOrder: async (orderId) => (await sql.query(selectOfOrder, [orderId])).map(heldOf),
    async takeDue(most) {
      const rows = await sql.query(takeDue, [later(0), later(leaseMs), most])
      return rows.map(heldOf)
    },
    async open(id) {
      const [row] = await sql.query(selectSealed, [id])
      return row && bytesToHex(box.open(row.share_ct, sharePlace(id), row.share_key_id))
    },
    async mark(id, as) {
      const [row] = await sql.query(marks[as], [id, later(0)])
      return row?.since ?? later(0)
    },
    async lookAgain(id, afterMs) {
      await sql.query(setLook, [id, later(afterMs)])
    },
    async forget(id) {
      await sql.query(remove, [id])
    },
  }
}
