import type { Database, Prisma } from '../../db/client.ts'
import { prepared } from '../../db/statements.ts'
import type { Clock, Signer } from '../ports.ts'
import type { NonceRepairStore } from '../repair-nonces.ts'
import { lockNonces } from './nonce-locks.ts'

/*
 * Hand-written SQL, because the counter and the rows must be read at one moment: otherwise a nonce that is assigned
 * between two readings looks like a gap.
 */

/**
 * Reads a signer's counter, the nonce after the last one that was surely used (closed, and created before `$4`), and its rows
 * from `$3` on. A counter without rows answers one row without a nonce.
 */
const readLedger = prepared('ledger next')(`
SELECT s.next_nonce::text AS next, n.nonce::text AS nonce, (
         SELECT (o.nonce + 1)::text FROM nonces o
          WHERE (o.chain, o.signer) = (s.chain, s.address) AND o.closed_hash IS NOT NULL AND o.created_at < $4
          ORDER BY o.nonce DESC LIMIT 1) AS surely_used
  FROM signers s LEFT JOIN nonces n ON (n.chain, n.signer) = (s.chain, s.address) AND n.nonce >= $3::bigint
 WHERE s.chain = $1 AND s.address = $2 ORDER BY n.nonce LIMIT 10000`)

/** How old a nonce must be, in milliseconds, so that no reorg reaches back to it. */
const longAgoMs = 7_200_000

export function makeNonceRepairStore({ prisma, sql }: Pick<Database, 'prisma' | 'sql'>, now: Clock): NonceRepairStore {
  return {
    async nonceLedger({ chain, address }, settled) {
      const rows = await sql.query(readLedger, [chain, address, settled, new Date(now() - longAgoMs)])
      const [first] = rows
      if (first === undefined) return undefined
      const given = rows.flatMap(({ nonce }) => (nonce === null ? [] : [BigInt(nonce)]))
      return { next: BigInt(first.next), surelyUsed: BigInt(first.surely_used ?? 0), given }
    },
    async fillNonces({ chain, address: signer }, nonces) {
      const at = new Date(now())
      const data = nonces.map((nonce) => ({ chain, signer, nonce, createdAt: at, abandonedAt: at }))
      await prisma.nonce.createMany({ data, skipDuplicates: true })
    },
    releaseNonces: (signer, from) => prisma.$transaction((tx) => release(tx, signer, { from, at: new Date(now()) })),
    async moveCounter({ chain, address }, from, to) {
      // Whoever gives out a nonce raises the counter too, so the update below changes nothing when another process was
      // first.
      const above = await prisma.nonce.findFirst({ where: { chain, signer: address, nonce: { gte: to } } })
      if (above !== null) return
      await prisma.signer.updateMany({ where: { chain, address, nextNonce: from }, data: { nextNonce: to } })
    },
  }
}

/**
 * Deletes the nonces from `from` on, and makes their requests due, which are given other nonces. The deleted bytes can never be
 * mined, and the vault would pay once in any case.
 */
async function release(
  tx: Prisma.TransactionClient,
  { chain, address }: Signer,
  { from, at }: { from: bigint; at: Date },
): Promise<void> {
  await lockNonces(tx, { chain, address }, { from })
  const where = { chain, signer: address, nonce: { gte: from } }
  const served = await tx.nonceMember.findMany({ where, select: { requestId: true } })
  await tx.txAttempt.deleteMany({ where })
  await tx.nonceMember.deleteMany({ where })
  const ids = served.map(({ requestId }) => requestId)
  await tx.request.updateMany({ where: { id: { in: ids }, nextStepAt: { gt: at } }, data: { nextStepAt: at } })
  await tx.nonce.deleteMany({ where })
}
