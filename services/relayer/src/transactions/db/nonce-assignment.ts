import { command, preparedCommand, type Sql } from '@tandem/service-kit'
import type { Address } from 'viem'
import { prepared } from '../../db/statements.ts'
import type { Assignment, SignerRow } from '../domain/assign-nonces.ts'
import type { Signer } from '../ports.ts'

/*
 * A nonce is assigned in one transaction: lock the requests, lock the signers, read, decide (`assignNonces` and `nextNonce`
 * of ../domain/assign-nonces.ts), write. Each statement sees what others committed before the locks were granted, so a second
 * replica waits, and then reads the counter that the first one has moved.
 */

const lockSigners = prepared('signer')(`
SELECT chain, address, next_nonce FROM signers
 WHERE (chain, address) IN (SELECT * FROM unnest($1::text[], $2::text[]))
 ORDER BY chain, address FOR NO KEY UPDATE`)

const addSigners = command(`
INSERT INTO signers (chain, address, next_nonce) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
ON CONFLICT DO NOTHING`)

const readReserved = prepared('reserve reserved')(`
SELECT n.chain, n.signer, sum(n.reserved_wei)::text AS reserved
  FROM unnest($1::text[], $2::text[], $3::bigint[]) AS a (chain, address, mined)
  JOIN nonces n ON (n.chain, n.signer) = (a.chain, a.address) AND n.nonce >= a.mined AND n.closed_hash IS NULL
 GROUP BY 1, 2`)

export interface AskedSigner extends Signer {
  mined: bigint
}

/** Locks the rows of the signers, in the same order in every process. A signer that was never used gets its row first. */
async function lockedSigners(tx: Sql, asked: readonly AskedSigner[]) {
  const names = [asked.map(({ chain }) => chain), asked.map(({ address }) => address)]
  const rows = await tx.query(lockSigners, names)
  if (rows.length === asked.length) return rows
  await tx.query(addSigners, [...names, asked.map(({ mined }) => mined)])
  return tx.query(lockSigners, names)
}

/** Locks the signers, and reads which nonces each has assigned and how much money is reserved for them. */
export async function readSigners(tx: Sql, asked: readonly AskedSigner[]): Promise<SignerRow[]> {
  const locked = await lockedSigners(tx, asked)
  const reserved = await tx.query(readReserved, [
    asked.map(({ chain }) => chain),
    asked.map(({ address }) => address),
    asked.map(({ mined }) => mined),
  ])
  return locked.map(({ chain, address, next_nonce }) => {
    const found = reserved.find((one) => one.chain === chain && one.signer === address)
    return { chain, address, next: BigInt(next_nonce), reserved: BigInt(found?.reserved ?? 0) }
  })
}

const write = preparedCommand(`
WITH counted AS (
  UPDATE signers s SET next_nonce = a.next FROM unnest($1::text[], $2::text[], $3::bigint[]) AS a (chain, address, next)
   WHERE (s.chain, s.address) = (a.chain, a.address)),
given AS (
  INSERT INTO nonces (chain, signer, nonce, reserved_wei, created_at)
  SELECT *, $8::timestamptz FROM unnest($4::text[], $5::text[], $6::bigint[], $7::numeric[]))
INSERT INTO nonce_members (chain, signer, nonce, request_id, hedge_number)
SELECT *, $13::int FROM unnest($9::text[], $10::text[], $11::bigint[], $12::uuid[])`)

/**
 * Writes an assignment.
 * @param hedgeNumber how many nonces of other signers the requests have already.
 */
export async function writeAssignment(
  tx: Sql,
  { nonces, counters }: Assignment,
  { at, hedgeNumber }: { at: Date; hedgeNumber: number },
): Promise<void> {
  const members = nonces.flatMap(({ chain, signer, nonce, members }) =>
    members.map((id) => ({ chain, signer, nonce, id })),
  )
  await tx.query(write, [
    counters.map(({ chain }) => chain),
    counters.map(({ address }) => address),
    counters.map(({ next }) => next),
    ...columnsOf(nonces),
    nonces.map(({ reserve }) => reserve),
    at,
    ...columnsOf(members),
    members.map(({ id }) => id),
    hedgeNumber,
  ])
}

const columnsOf = (keys: readonly { chain: string; signer: Address; nonce: bigint }[]) => [
  keys.map(({ chain }) => chain),
  keys.map(({ signer }) => signer),
  keys.map(({ nonce }) => nonce),
]
