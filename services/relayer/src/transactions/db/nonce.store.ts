import { command, perRow, type Sql, type SqlDatabase } from '@tandem/service-kit'
import { statement } from '../../db/statements.ts'
import type { Request } from '../domain/request.ts'
import { type Clock, isSameNonce, type NonceKey } from '../ports.ts'
import type { NonceStore } from '../step-ports.ts'
import * as statements from './nonce.statements.ts'
import { abandonNonces, assignNextTo, keyOf, lockNonce, lockNoncesOf, membersOf, openNoncesOf } from './nonce-locks.ts'
import { nonceKeyOf, progressed } from './request.rows.ts'
import { lockAsRead } from './request.statements.ts'

export function makeNonceStore(sql: SqlDatabase, now: Clock): NonceStore {
  const at = () => new Date(now())
  const closeOne = perRow(sql, statements.closeOne)
  return {
    ...makeFirstAssignment(sql, at),
    assignNonce: ({ id, state, version }, signer, minedNonce, hedged = [], mayAssign = true) =>
      sql.transaction(async (tx) => {
        // Locks the request first: a second worker finds the first one's nonce.
        const [held] = await tx.query(lockAsRead, [id, state, version])
        if (held === undefined) return undefined
        const open = await openNoncesOf(tx, id)
        const assigned = open.find((key) => !hedged.some((one) => isSameNonce(one, key)))
        if (assigned !== undefined || !mayAssign) return assigned
        return assignNextTo(tx, id, signer, { minedNonce, at: at() })
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

/** One statement for all requests of the moment. */
function makeFirstAssignment(
  sql: SqlDatabase,
  at: () => Date,
): Pick<NonceStore, 'assignFirstNonce' | 'assignSharedNonce'> {
  // One at a time: the next would wait for the signer's lock.
  const assignFirst = perRow(sql, statements.assignFirst, { maxRunning: 1, maxInputs: 5_000 })
  return {
    async assignFirstNonce(request, { chain, address, reserve, balance }, minedNonce) {
      const { id, version } = request
      const signer = { chain, signer: address, mined: minedNonce, reserve, balance, at: at() }
      const [row] = await assignFirst({ id, version, ...signer, together: id, least: 1 })
      if (row === undefined) return undefined
      return { request: progressed(request, row), key: { ...nonceKeyOf(row), members: [id] } }
    },
    async assignSharedNonce(group, { chain, address, reserve, balance }, minedNonce) {
      const together = group[0]?.id
      if (together === undefined) return undefined
      const signer = { chain, signer: address, mined: minedNonce, reserve, balance, at: at() }
      const assigned = await Promise.all(
        group.map(async (request) => {
          const { id, version } = request
          const [row] = await assignFirst({ id, version, ...signer, together, least: 2 })
          return row === undefined ? undefined : { key: nonceKeyOf(row), request: progressed(request, row) }
        }),
      )
      const [first, ...others] = assigned.filter((one) => one !== undefined)
      if (first === undefined) return undefined
      const requests = [first, ...others].map(({ request }) => request).sort(byId)
      return { key: { ...first.key, members: requests.map(({ id }) => id) }, requests }
    },
  }
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

export const byId = (a: Request, b: Request): number => (a.id < b.id ? -1 : 1)
