import type { Sql } from '@tandem/service-kit'
import type { Address } from 'viem'
import { type Prisma, rowsOf } from '../../db/client.ts'
import { prepared, statement } from '../../db/statements.ts'
import type { AssignedNonce, NonceKey, Signer } from '../ports.ts'
import { abandonOpen, eraseOfRequests, lockOfRequests, noncesOfRequest } from './nonce.statements.ts'
import { nonceKeyOf } from './request.rows.ts'

/* Every transaction locks the nonce first, then its members, then its attempts. */

export const keyOf = ({ chain, signer, nonce }: NonceKey): [string, Address, bigint] => [chain, signer, nonce]

/** Hand-written SQL, because Prisma's client cannot lock rows. */
const lock = statement('lockedNonce')(`
SELECT nonce::text AS nonce FROM nonces WHERE chain = $1 AND signer = $2 AND nonce >= $3 AND ($4::bigint IS NULL OR nonce <= $4)
 ORDER BY nonce FOR UPDATE`)

/** Locks nonces, so that their members do not change while a transaction is signed or first broadcast. */
export async function lockNonces(
  tx: Prisma.TransactionClient,
  { chain, address }: Signer,
  { from, to }: { from: bigint; to?: bigint },
): Promise<void> {
  await rowsOf(tx, lock, chain, address, from, to ?? null)
}

/** The open requests that the nonce is assigned to, in the order of their identifiers. */
export async function membersOf(tx: Prisma.TransactionClient, { chain, signer, nonce }: NonceKey): Promise<string[]> {
  const where = { chain, signer, nonce, isOpen: true }
  const rows = await tx.nonceMember.findMany({ where, orderBy: { requestId: 'asc' }, select: { requestId: true } })
  return rows.map(({ requestId }) => requestId)
}

const lockWithMembers = prepared('served id')(`
SELECT m.request_id::text AS id FROM nonces n JOIN nonce_members m USING (chain, signer, nonce)
 WHERE n.chain = $1 AND n.signer = $2 AND n.nonce = $3 AND m.is_open ORDER BY m.request_id FOR NO KEY UPDATE OF n, m`)

/**
 * Locks a nonce and its members. One statement locks both, because a member that leaves while the lock is waited for must be
 * seen.
 * @returns the requests that the nonce is assigned to, in order.
 */
export async function lockServed(tx: Sql, key: NonceKey): Promise<string[]> {
  const rows = await tx.query(lockWithMembers, keyOf(key))
  return rows.map(({ id }) => id)
}

/** The request's open nonces, in the order of assignment. */
export async function openNoncesOf(db: Sql, id: string): Promise<{ key: AssignedNonce; hedgeNumber: number }[]> {
  const rows = await db.query(noncesOfRequest, [id])
  return rows.map((row) => ({ key: { ...nonceKeyOf(row), members: row.members }, hedgeNumber: row.hedge_number }))
}

/** Locks the nonces of these requests, in the same order in every worker. */
export async function lockNoncesOf(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx.query(lockOfRequests, [ids])
}

/**
 * Takes the nonces off the requests. Signed transactions that never left are deleted, because they may be confidential and must
 * never leave.
 */
export async function abandonNonces(
  tx: Sql,
  ids: readonly string[],
  at: Date,
  which: { but?: NonceKey; only?: NonceKey } = {},
): Promise<void> {
  const named = which.but ?? which.only
  const key = named === undefined ? [null, null, null] : keyOf(named)
  await tx.query(abandonOpen, [ids, at, ...key, which.only === undefined])
}

/**
 * Erases the signed bytes of requests that have ended, except gap-filling transactions. The bytes of a batch hold the calldata of
 * every member, so they stay until the last one has ended.
 */
export async function eraseRaw(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx.query(eraseOfRequests, [ids])
}
