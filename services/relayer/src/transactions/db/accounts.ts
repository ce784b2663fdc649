import { preparedCommand, type Sql } from '@tandem/service-kit'
import { prepared } from '../../db/statements.ts'
import { openStates } from '../domain/request-lifecycle.ts'
import { listOf } from './request.statements.ts'

/* Hand-written SQL, because a lock must be held from the reading of what has begun until the nonce is assigned. */

/** Locks accounts by advisory locks: an account has no row, and only its requests name it. */
const lockAccounts = preparedCommand(`
SELECT pg_advisory_xact_lock(hashtextextended(name, 0))
  FROM (SELECT name FROM unnest($1::text[]) AS a (name) ORDER BY name) AS sorted`)

const readBegun = prepared('begunOfAccount id')(`
SELECT s.id::text, s.chain, s.pulls_from FROM requests s
 WHERE (s.chain, s.pulls_from) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND s.state IN (${listOf(openStates)})
   AND EXISTS (SELECT 1 FROM nonce_members m JOIN nonces n USING (chain, signer, nonce)
                WHERE m.request_id = s.id AND n.closed_hash IS NULL)`)

interface Drawn {
  chain: string
  /** Null for a request that takes from no account. */
  pulls_from: string | null
}

/** The account that a request takes from, by chain and name; undefined where it takes from none. */
export const accountOf = ({ chain, pulls_from: account }: Drawn): string | undefined =>
  account === null ? undefined : `${chain} ${account}`

/**
 * Locks the accounts that these requests take from until the transaction ends, so that no other request of them is given a nonce
 * before.
 * @returns for each account, the requests for which a transaction may still be mined.
 */
export async function lockDrawn(tx: Sql, drawn: readonly Drawn[]): Promise<ReadonlyMap<string, string[]>> {
  const begun = new Map<string, string[]>()
  const accounts = new Map<string, Drawn>()
  for (const one of drawn) {
    const account = accountOf(one)
    if (account !== undefined) accounts.set(account, one)
  }
  if (accounts.size === 0) return begun
  await tx.query(lockAccounts, [[...accounts.keys()]])
  const some = [...accounts.values()]
  // The reading is a statement of its own, so that it sees what was committed before the locks were granted.
  const rows = await tx.query(readBegun, [some.map(({ chain }) => chain), some.map((one) => one.pulls_from)])
  for (const row of rows) {
    const account = accountOf(row) ?? ''
    begun.set(account, [...(begun.get(account) ?? []), row.id])
  }
  return begun
}
