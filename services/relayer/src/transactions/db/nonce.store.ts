import { batched, type Sql, statementLimits } from '@tandem/service-kit'
import type { Hex } from 'viem'
import type { Database, Prisma, PrismaClient } from '../../db/client.ts'
import { nextNonce } from '../domain/assign-nonces.ts'
import { dropOutdated } from '../domain/drop-outdated.ts'
import { type AssignedNonce, type Clock, isSameNonce, type NonceKey, type Payer } from '../ports.ts'
import type { NonceStore } from '../step-ports.ts'
import { accountOf, lockDrawn } from './accounts.ts'
import { makeFirstAssignment } from './first-assignment.ts'
import { readSigners, writeAssignment } from './nonce-assignment.ts'
import { abandonNonces, keyOf, lockNonces, lockNoncesOf, membersOf, openNoncesOf } from './nonce-locks.ts'
import { lockAsRead } from './request.statements.ts'

export function makeNonceStore({ prisma, sql }: Pick<Database, 'prisma' | 'sql'>, now: Clock): NonceStore {
  const at = () => new Date(now())
  const close = makeCloseNonce(prisma)
  return {
    ...makeFirstAssignment(sql, at),
    assignNonce: (request, signer, minedNonce, hedged = [], mayAssign = true) =>
      sql.transaction(async (tx) => {
        // The request is locked first, so that a second worker finds the nonce that the first one assigned.
        const held = await lockAsRead(tx, request)
        if (held === undefined) return undefined
        const { id, counted = [] } = request
        const open = await openNoncesOf(tx, id)
        const assigned = open.find(({ key }) => !hedged.some((one) => isSameNonce(one, key)))
        if (assigned !== undefined || !mayAssign) return assigned?.key
        const begun = await lockDrawn(tx, [held])
        if (dropOutdated([{ id, account: accountOf(held), counted }], begun).length === 0) return undefined
        return assignNext(tx, id, { payer: signer, minedNonce, hedgeNumber: nextHedgeNumber(open), at: at() })
      }),
    keepAlone: (key, id) => prisma.$transaction((tx) => keepAlone(tx, key, id)),
    membersOf: (key) => membersOf(prisma, key),
    abandonNonces: (request, which) =>
      sql.transaction(async (tx) => {
        await lockNoncesOf(tx, [request.id])
        const held = await lockAsRead(tx, request)
        if (held !== undefined) await abandonNonces(tx, [request.id], at(), which)
      }),
    closeNonce: (key, hash, outcome) => close({ key, hash, outcome }),
  }
}

interface Closing {
  key: NonceKey
  hash: Hex
  outcome: 'mined' | 'reverted' | 'dropped'
}

/**
 * Closes nonces. Every member of a batch closes the shared nonce, but it is written only once. Each nonce is closed in
 * its own transaction, so that no transaction waits for two nonces.
 */
function makeCloseNonce(prisma: PrismaClient): (closing: Closing) => Promise<void> {
  return batched<Closing, void>({
    async doMany(closings) {
      const once = new Map(closings.map((one) => [keyOf(one.key).join(' '), one]))
      for (const closing of once.values()) await closeOne(prisma, closing)
      return closings.map(() => undefined)
    },
    ...statementLimits,
  })
}

async function closeOne(prisma: PrismaClient, { key, hash, outcome }: Closing): Promise<void> {
  const { chain, signer, nonce } = key
  const where = { chain, signer, nonce }
  await prisma.$transaction([
    // The nonce is updated first, because its row is the lock of everything after it.
    prisma.nonce.updateMany({ where, data: { closedHash: hash } }),
    prisma.nonceMember.updateMany({ where: { ...where, isOpen: true }, data: { isOpen: false } }),
    prisma.txAttempt.updateMany({ where: { hash }, data: { outcome } }),
  ])
}

const nextHedgeNumber = (open: readonly { hedgeNumber: number }[]): number =>
  Math.max(-1, ...open.map(({ hedgeNumber }) => hedgeNumber)) + 1

/**
 * Assigns a signer's next nonce to a request whose row is locked. The signer's balance is not checked: work that has
 * begun must not stop half-way.
 */
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

async function keepAlone(
  tx: Prisma.TransactionClient,
  { chain, signer, nonce }: NonceKey,
  id: string,
): Promise<AssignedNonce | undefined> {
  const key = { chain, signer, nonce }
  await lockNonces(tx, { chain, address: signer }, { from: nonce, to: nonce })
  // Another member of the batch may have kept the nonce before.
  const members = await membersOf(tx, key)
  if (!members.includes(id)) return undefined
  const [sent, request] = [
    await tx.txAttempt.count({ where: { ...key, broadcastStartedAt: { not: null } } }),
    await tx.request.findUnique({ where: { id }, select: { state: true } }),
  ]
  if (sent > 0 || request?.state !== 'assigned') return { ...key, members }
  await tx.txAttempt.deleteMany({ where: key })
  await tx.nonceMember.updateMany({ where: { ...key, requestId: { not: id } }, data: { isOpen: false } })
  return { ...key, members: [id] }
}
