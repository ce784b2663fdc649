import { type Database, type Prisma, rowsOf } from '../db/client.ts'
import { statement } from '../db/statements.ts'
import { finalStates } from '../transactions/domain/request-lifecycle.ts'
import type { Clock } from '../transactions/ports.ts'

const states = finalStates.map((state) => `'${state}'`).join(', ')

/**
 * Locks ended requests that can be archived. A request stays while a nonce of it is open or its cost is not settled.
 * Hand-written SQL, because Prisma's client cannot lock rows. What another replica is archiving is left to that
 * replica.
 */
const lockEnded = statement('ended')(`
SELECT s.id FROM requests s
 WHERE s.state IN (${states}) AND s.updated_at < $1 AND ($2::uuid IS NULL OR s.id = $2::uuid)
   AND NOT EXISTS (SELECT 1 FROM nonce_members m JOIN nonces n USING (chain, signer, nonce)
                    WHERE m.request_id = s.id AND n.closed_hash IS NULL)
   AND NOT EXISTS (SELECT 1 FROM sponsor_charges c
                    WHERE (c.order_id, c.kind) = (s.order_id, s.kind) AND c.settled_at IS NULL)
 ORDER BY s.updated_at LIMIT $3 FOR UPDATE SKIP LOCKED`)

/** Milliseconds that a request stays after its end: a client that has just seen the end may still ask for its transactions. */
const minAgeMs = 3_600_000
/** Milliseconds that a transaction over a batch of rows may wait to begin (`maxWait`), and may run (`timeout`). */
const limits = { maxWait: 10_000, timeout: 30_000 }

export interface Archive {
  /** Archives requests that ended before this time. @returns how many: `most` when there may be more. */
  archive(endedBefore: Date, most: number): Promise<number>
  /**
   * Archives one ended request.
   * @returns false within an hour of its end, while a nonce of it is open, or while its cost is not settled.
   */
  putAway(id: string): Promise<boolean>
  /** Deletes archived requests that ended before this time. @returns how many: `most` when there may be more. */
  prune(endedBefore: Date, most: number): Promise<number>
  /** Deletes nonces that were only gap-filled. @returns how many: `most` when there may be more. */
  pruneNonces(createdBefore: Date, most: number): Promise<number>
}

export function makeArchive({ prisma }: Pick<Database, 'prisma'>, now: Clock): Archive {
  const archive = (endedBefore: Date, most: number, id: string | null): Promise<number> =>
    prisma.$transaction(async (tx) => {
      const ids = (await rowsOf(tx, lockEnded, endedBefore, id, most)).map((row) => row.id)
      if (ids.length > 0) await archiveThese(tx, ids)
      return ids.length
    }, limits)
  return {
    archive: (endedBefore, most) => archive(endedBefore, most, null),
    putAway: async (id) =>
      (await archive(new Date(now() - minAgeMs), 1, id)) === 1 ||
      (await prisma.requestArchive.count({ where: { id } })) > 0,
    async prune(endedBefore, most) {
      const where = { updatedAt: { lt: endedBefore } }
      const old = await prisma.requestArchive.findMany({
        ...{ where, orderBy: { updatedAt: 'asc' }, take: most, select: { id: true } },
      })
      return (await prisma.requestArchive.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } })).count
    },
    pruneNonces: (createdBefore, most) =>
      prisma.$transaction(async (tx) => {
        const old = await tx.nonce.findMany({
          where: {
            ...{ abandonedAt: { not: null }, closedHash: { not: null }, createdAt: { lt: createdBefore } },
            members: { none: {} },
          },
          ...{ orderBy: { createdAt: 'asc' }, take: most, select: { chain: true, signer: true, nonce: true } },
        })
        await tx.txAttempt.deleteMany({ where: { OR: old } })
        return (await tx.nonce.deleteMany({ where: { OR: old } })).count
      }, limits),
  }
}

async function archiveThese(tx: Prisma.TransactionClient, ids: string[]): Promise<void> {
  const ended = await tx.request.findMany({
    where: { id: { in: ids } },
    omit: { secretCt: true, secretKeyId: true },
    include: { events: { orderBy: { id: 'asc' } }, nonces: { include: { assigned: true } } },
  })
  await tx.requestArchive.createMany({ data: ended.map(archived) })
  await tx.requestEvent.deleteMany({ where: { requestId: { in: ids } } })
  await tx.nonceMember.deleteMany({ where: { requestId: { in: ids } } })
  // A nonce stays as long as another request of its batch is not archived.
  const keys = ended.flatMap(({ nonces }) => nonces.map(({ chain, signer, nonce }) => ({ chain, signer, nonce })))
  await tx.txAttempt.deleteMany({ where: { OR: keys, assigned: { members: { none: {} } } } })
  await tx.nonce.deleteMany({ where: { OR: keys, members: { none: {} } } })
  await tx.request.deleteMany({ where: { id: { in: ids } } })
}

type Ended = Omit<
  Prisma.RequestGetPayload<{ include: { events: true; nonces: { include: { assigned: true } } } }>,
  'secretCt' | 'secretKeyId'
>

function archived(request: Ended): Prisma.RequestArchiveCreateManyInput {
  const { id, orderId, kind, state, commitmentHash, version, revealedAt, txHash, minedBlock, minedBlockHash } = request
  const { errorCode, reverts, createdAt, updatedAt, events, nonces } = request
  const inOrder = nonces.map(({ assigned }) => assigned).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  return {
    ...{ id, orderId, kind, state, commitmentHash, version, revealedAt, txHash, minedBlock, minedBlockHash },
    ...{ errorCode, reverts, createdAt, updatedAt },
    payload: request.payload as Prisma.InputJsonValue,
    history: {
      events: events.map(({ toState, reason, createdAt: at }) => [toState, reason, at.toISOString()]),
      transactions: inOrder.map(({ closedHash }) => closedHash),
    },
  }
}
