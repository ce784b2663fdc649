import { command, type Sql } from '@tandem/service-kit'
import type { Address } from 'viem'
import { statement } from '../../db/statements.ts'
import type { AssignedNonce, NonceKey } from '../ports.ts'
import { abandonOpen, eraseOfRequests, lockOfRequests, noncesOfRequest } from './nonce.statements.ts'
import { nonceKeyOf } from './request.rows.ts'

/* Every transaction locks the nonce first, then its members, then its attempts. */

export const keyOf = ({ chain, signer, nonce }: NonceKey): [string, Address, bigint] => [chain, signer, nonce]

const lock = command('SELECT 1 FROM nonces WHERE chain = $1 AND signer = $2 AND nonce = $3 FOR UPDATE')

/** Serializes changes of members with signing and the first broadcast. */
export async function lockNonce(tx: Sql, key: NonceKey): Promise<void> {
  await tx.query(lock, keyOf(key))
}

const selectMembers = statement('member id')(`
SELECT request_id::text AS id FROM nonce_members
WHERE chain = $1 AND signer = $2 AND nonce = $3 AND is_open ORDER BY request_id`)

/** In order. */
export async function membersOf(db: Sql, key: NonceKey): Promise<string[]> {
  const rows = await db.query(selectMembers, keyOf(key))
  return rows.map(({ id }) => id)
}

/** In the order of assignment. */
export async function openNoncesOf(db: Sql, id: string): Promise<{ key: AssignedNonce; hedgeNumber: number }[]> {
  const rows = await db.query(noncesOfRequest, [id])
  return rows.map((row) => ({ key: { ...nonceKeyOf(row), members: row.members }, hedgeNumber: row.hedge_number }))
}

/** In one order for every worker. */
export async function lockNoncesOf(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx.query(lockOfRequests, [ids])
}

/** Signed transactions that never left must never leave: they may be confidential. */
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

/** Except gap-filling transactions. A batch's bytes hold every member's calldata. */
export async function eraseRaw(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx.query(eraseOfRequests, [ids])
}
