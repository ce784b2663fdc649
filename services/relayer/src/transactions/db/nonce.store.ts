import { command, perRow, type Sql, type SqlDatabase } from '@tandem/service-kit'
import { statement } from '../../db/statements.ts'
import { nextNonce } from '../domain/assign-nonces.ts'
import { drawTogether } from '../domain/draw-together.ts'
import { type AssignedNonce, type Clock, isSameNonce, type NonceKey, type Payer } from '../ports.ts'
import type { NonceStore } from '../step-ports.ts'
import { accountOf, lockDrawn } from './accounts.ts'
import { makeFirstAssignment } from './first-assignment.ts'
import * as statements from './nonce.statements.ts'
import { readSigners, writeAssignment } from './nonce-assignment.ts'
import { abandonNonces, keyOf, lockNonce, lockNoncesOf, membersOf, openNoncesOf } from './nonce-locks.ts'
import { lockAsRead } from './request.statements.ts'

export function makeNonceStore(sql: SqlDatabase, now: Clock): NonceStore {
  const at = () => new Date(now())
  const closeOne = perRow(sql, statements.closeOne)
  return {
    ...makeFirstAssignment(sql, at),
    assignNonce: ({ id, state, version, counted = [] }, signer, minedNonce, hedged = [], mayAssign = true) =>
      sql.transaction(async (tx) => {
        // Locks the request first: a second worker finds the first one's nonce.
        const [held] = await tx.query(lockAsRead, [id, state, version])
        if (held === undefined) return undefined
        const open = await openNoncesOf(tx, id)
        const assigned = open.find(({ key }) => !hedged.some((one) => isSameNonce(one, key)))
        if (assigned !== undefined || !mayAssign) return assigned?.key
        const begun = await lockDrawn(tx, [held])
        if (drawTogether([{ id, account: accountOf(held), counted }], begun).length === 0) return undefined
        return assignNext(tx, id, { payer: signer, minedNonce, hedgeNumber: nextHedgeNumber(open), at: at() })
      }),
    keepAlone: (key, id) => sql.transaction((tx) => keepAlone(tx, key, id)),
    membersOf: (key) => membersOf(sql, key),
    abandonNonces: ({ id, state, version }, which) =>
      sql.transaction(async (tx) => {
        await lockNoncesOf(tx, [id])
        const [held] = await tx.query(lockAsRead, [id, state, version])
        if (held !== undefined) await abandonNonces(tx, [id], at(), which)
      }),
    async closeNonce({ chain, signer, nonce }, hash, outcome) {
      await closeOne({ chain, signer, nonce, hash, outcome })
    },
  }
}

const nextHedgeNumber = (open: readonly { hedgeNumber: number }[]): number =>
  Math.max(-1, ...open.map(({ hedgeNumber }) => hedgeNumber)) + 1

/** The request is locked. What it costs is not weighed against the balance: work that has begun must not stop half-way. */
async function assignNext(
  tx: Sql,
  id: string,
  o: { payer: Payer; minedNonce: bigint; hedgeNumber: number; at: Date },
): Promise<AssignedNonce> {
  const { chain, address, reserve } = o.payer
  const [signer] = await readSigners(tx, [{ chain, address, mined: o.minedNonce }])
  if (signer === undefined) throw new Error('the signer has no row')
  const nonce = nextNonce(signer.next, o.minedNonce)
  const assigned = { chain, signer: address, nonce, members: [id] }
  await writeAssignment(
    tx,
    { nonces: [{ ...assigned, reserve }], counters: [{ chain, address, next: nonce + 1n }] },
    { at: o.at, hedgeNumber: o.hedgeNumber },
  )
  return assigned
}

const readUse = statement('nonceUse is_sent is_assigned')(`
SELECT EXISTS (SELECT 1 FROM tx_attempts WHERE chain = $1 AND signer = $2 AND nonce = $3
           AND broadcast_started_at IS NOT NULL) AS is_sent,
EXISTS (SELECT 1 FROM requests WHERE id = $4::uuid AND state = 'assigned') AS is_assigned`)
const deleteAttempts = command('DELETE FROM tx_attempts WHERE chain = $1 AND signer = $2 AND nonce = $3')
const closeOthers = command(`
UPDATE nonce_members SET is_open = false WHERE chain = $1 AND signer = $2 AND nonce = $3 AND request_id <> $4::uuid`)

async function keepAlone(tx: Sql, key: NonceKey, id: string) {
  await lockNonce(tx, key)
  // Another member may have been first.
  const members = await membersOf(tx, key)
  if (!members.includes(id)) return undefined
  const [found] = await tx.query(readUse, [...keyOf(key), id])
  if (found === undefined || found.is_sent || !found.is_assigned) return { ...key, members }
  await tx.query(deleteAttempts, keyOf(key))
  await tx.query(closeOthers, [...keyOf(key), id])
  return { ...key, members: [id] }
}
