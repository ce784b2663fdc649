import type { Sql } from '@tandem/service-kit'
import type { Address } from 'viem'
import type { AssignedNonce, NonceKey, Payer } from '../ports.ts'
import { abandonOpen, assignNext, eraseOfRequests, lockOfRequests, noncesOfRequest } from './nonce.statements.ts'
import { type NonceRow, nonceKeyOf } from './request.rows.ts'

/*
 * Parts of transactions in which a nonce changes hands. The nonce is locked first, then its members, then its attempts, in
 * every one of them.
 */

export const keyOf = ({ chain, signer, nonce }: NonceKey): [string, Address, bigint] => [chain, signer, nonce]

/** Serializes membership changes of a nonce with signing and the first broadcast. */
export async function lockNonce(tx: Sql, key: NonceKey): Promise<void> {
  await tx.query('SELECT 1 FROM nonces WHERE chain = $1 AND signer = $2 AND nonce = $3 FOR UPDATE', keyOf(key))
}

/** The ids of the requests that a nonce is still assigned to, in order. */
export async function membersOf(db: Sql, key: NonceKey): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT request_id::text AS id FROM nonce_members
      WHERE chain = $1 AND signer = $2 AND nonce = $3 AND is_open ORDER BY request_id`,
    keyOf(key),
  )
  return rows.map(({ id }) => id)
}

/** The nonces that are assigned to a request, in the order in which they were assigned. */
export async function openNoncesOf(db: Sql, id: string): Promise<AssignedNonce[]> {
  const rows = await db.query<NonceRow & { members: string[] }>(noncesOfRequest, [id])
  return rows.map((row) => ({ ...nonceKeyOf(row), members: row.members }))
}

/** Assigns the signer's next nonce to a request that is locked, beside the nonces that it has. */
export async function assignNextTo(
  tx: Sql,
  id: string,
  { chain, address, reserve }: Payer,
  { minedNonce, at }: { minedNonce: bigint; at: Date },
): Promise<AssignedNonce> {
  const [row] = await tx.query<NonceRow>(assignNext, [chain, address, minedNonce, at, id, reserve])
  if (row === undefined) throw new Error('the signer has no row')
  return { ...nonceKeyOf(row), members: [id] }
}

/** Locks the nonces that requests ever had, in one order for every worker. */
export async function lockNoncesOf(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx.query(lockOfRequests, [ids])
}

/**
 * Takes requests off the nonces that they have open: all, all but one, or one only. Transactions that were signed for these nonces and never left
 * must never leave: it may be confidential.
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
 * Erases what was signed for nonces that are assigned to no request any more, but gap-filling transactions. A batch's bytes
 * hold the calldata of all its members.
 */
export async function eraseRaw(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx.query(eraseOfRequests, [ids])
}
