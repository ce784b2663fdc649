import { randomUUID } from 'node:crypto'
import { AppError } from '@tandem/service-kit'
import { bytesToHex, hexToBytes } from 'viem'
import type { SecretBox } from '../crypto/secret-box.ts'
import { targetOf } from '../domain/settlement.ts'
import { advance, finalStates, openStates } from '../domain/settlement-state.ts'
import type { Clock, SettlementStore, Slot } from '../usecases/ports.ts'
import type { PrismaClient } from './client.ts'
import { attemptOf, settlementOf, slotOf, storedWork } from './settlement.rows.ts'

const secretPlace = (id: string) => `settlements|${id}|secret`
const rawPlace = (hash: string) => `tx_attempts|${hash}|raw`
const openStateList = openStates.map((state) => `'${state}'`).join(', ')

/** Settlements, nonces and signed transactions in PostgreSQL: the truth that survives everything else. */
export function makeSettlementStore(prisma: PrismaClient, box: SecretBox, now: Clock): SettlementStore {
  const at = () => new Date(now())
  const slotKey = ({ chain, signer, nonce }: Slot) => ({ chain_signer_nonce: { chain, signer, nonce } })

  const findByOrder: SettlementStore['findByOrder'] = async (orderId, kind) => {
    const row = await prisma.settlement.findUnique({ where: { orderId_kind: { orderId, kind } } })
    return row === null ? undefined : settlementOf(row)
  }

  return {
    async find(id) {
      const row = await prisma.settlement.findUnique({ where: { id } })
      return row === null ? undefined : settlementOf(row)
    },
    findByOrder,
    async insert({ orderId, work, commitmentHash, secret }) {
      const id = randomUUID()
      const { chain, vault, terms } = targetOf(work)
      const sealed = secret === null ? null : box.seal(hexToBytes(secret), secretPlace(id))
      const { count } = await prisma.settlement.createMany({
        skipDuplicates: true,
        data: {
          id,
          kind: work.kind,
          orderId,
          chain,
          vault,
          commitmentHash,
          cancelAfter: BigInt(terms.cancelAfter),
          payload: storedWork(work),
          secretCt: sealed,
          secretKeyId: sealed === null ? null : box.keyId,
          state: 'accepted',
          nextStepAt: at(),
          createdAt: at(),
          updatedAt: at(),
        },
      })
      const settlement = await findByOrder(orderId, work.kind)
      if (settlement === undefined) throw new Error('the settlement that was stored is gone')
      return { settlement, isNew: count === 1 }
    },
    async openSecret(id) {
      const row = await prisma.settlement.findUniqueOrThrow({
        where: { id },
        select: { secretCt: true, secretKeyId: true },
      })
      if (row.secretCt === null || row.secretKeyId === null)
        throw new AppError('INTERNAL', 'the secret of this claim is erased')
      const plain = box.open(row.secretCt, secretPlace(id), row.secretKeyId)
      const secret = bytesToHex(plain)
      plain.fill(0)
      return secret
    },
    async lease(limit, leaseMs) {
      const rows = await prisma.$queryRawUnsafe<{ id: string }[]>(
        `UPDATE settlements SET next_step_at = $1::timestamptz + make_interval(secs => $2)
         WHERE id IN (SELECT id FROM settlements WHERE state IN (${openStateList}) AND next_step_at <= $1::timestamptz
                      ORDER BY next_step_at LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING id::text`,
        at(),
        leaseMs / 1000,
        limit,
      )
      return rows.map(({ id }) => id)
    },
    async leaseOne(id, leaseMs) {
      const { count } = await prisma.settlement.updateMany({
        where: { id, state: { in: [...openStates] }, nextStepAt: { lte: at() } },
        data: { nextStepAt: new Date(now() + leaseMs) },
      })
      return count === 1
    },
    async postpone(id, delayMs, reason, { isRevert = false } = {}) {
      await prisma.settlement.update({
        where: { id },
        data: {
          nextStepAt: new Date(now() + delayMs),
          lastReason: reason,
          ...(isRevert ? { reverts: { increment: 1 } } : {}),
        },
      })
    },
    async advance(settlement, event, reason, changes = {}) {
      const { id, state, version } = settlement
      const to = advance(state, event)
      if (to === undefined) throw new Error(`"${event}" cannot happen to a settlement that is ${state}`)
      const isFinal = finalStates.includes(to)
      return prisma.$transaction(async (tx) => {
        const { count } = await tx.settlement.updateMany({
          where: { id, state, version },
          data: {
            ...changes,
            state: to,
            version: version + 1,
            lastReason: reason,
            nextStepAt: at(),
            updatedAt: at(),
            ...(isFinal ? { secretCt: null, secretKeyId: null } : {}),
          },
        })
        if (count === 0) return undefined
        await tx.settlementEvent.create({
          data: { settlementId: id, fromState: state, toState: to, reason, createdAt: at() },
        })
        if (isFinal) await tx.txAttempt.updateMany({ where: { slot: { settlementId: id } }, data: { rawCt: null } })
        return settlementOf(await tx.settlement.findUniqueOrThrow({ where: { id } }))
      })
    },

    async openSlot(id) {
      const row = await prisma.nonceSlot.findFirst({ where: { settlementId: id, closedHash: null } })
      return row === null ? undefined : slotOf(row)
    },
    async attempts(id) {
      const rows = await prisma.txAttempt.findMany({
        where: { slot: { settlementId: id } },
        orderBy: [{ createdAt: 'asc' }, { number: 'asc' }],
      })
      return rows.map(attemptOf)
    },
    async attemptsOf({ chain, signer, nonce }) {
      const rows = await prisma.txAttempt.findMany({ where: { chain, signer, nonce }, orderBy: { number: 'asc' } })
      return rows.map(attemptOf)
    },
    takeSlot: (id, { chain, address }, minedNonce) =>
      prisma.$transaction(async (tx) => {
        // The settlement first: two workers with one settlement meet here, and the second finds the first one's nonce.
        await tx.$queryRawUnsafe('SELECT 1 FROM settlements WHERE id = $1::uuid FOR UPDATE', id)
        const open = await tx.nonceSlot.findFirst({ where: { settlementId: id, closedHash: null } })
        if (open !== null) return slotOf(open)
        const [row] = await tx.$queryRawUnsafe<{ nonce: bigint }[]>(
          `INSERT INTO signers AS s (chain, address, next_nonce) VALUES ($1, $2, $3::bigint + 1)
           ON CONFLICT (chain, address) DO UPDATE SET next_nonce = greatest(s.next_nonce, $3::bigint) + 1
           RETURNING next_nonce - 1 AS nonce`,
          chain,
          address,
          minedNonce,
        )
        if (row === undefined) throw new Error('the signer has no row')
        const slot = { chain, signer: address, nonce: BigInt(row.nonce) }
        await tx.nonceSlot.create({ data: { ...slot, settlementId: id, createdAt: at() } })
        return slot
      }),
    async saveAttempt({ chain, signer, nonce }, { hash, number, raw, maxFeePerGas, maxPriorityFeePerGas, gasLimit }) {
      await prisma.txAttempt.createMany({
        skipDuplicates: true,
        data: {
          hash,
          chain,
          signer,
          nonce,
          number,
          rawCt: box.seal(hexToBytes(raw), rawPlace(hash)),
          rawKeyId: box.keyId,
          maxFeePerGas: String(maxFeePerGas),
          maxPriorityFee: String(maxPriorityFeePerGas),
          gasLimit: String(gasLimit),
          createdAt: at(),
        },
      })
    },
    async openRaw(hash) {
      const { rawCt, rawKeyId } = await prisma.txAttempt.findUniqueOrThrow({ where: { hash } })
      if (rawCt === null) throw new AppError('INTERNAL', 'the signed transaction is erased')
      return bytesToHex(box.open(rawCt, rawPlace(hash), rawKeyId))
    },
    async markBroadcast(hash) {
      await prisma.txAttempt.updateMany({
        where: { hash, broadcastStartedAt: null },
        data: { broadcastStartedAt: at() },
      })
    },
    async markSent(hash, { provider, errorClass }) {
      await prisma.txAttempt.update({ where: { hash }, data: { lastBroadcastAt: at(), provider, errorClass } })
    },
    async closeSlot(slot, hash, outcome) {
      await prisma.$transaction([
        prisma.nonceSlot.update({ where: slotKey(slot), data: { closedHash: hash } }),
        prisma.txAttempt.updateMany({ where: { hash }, data: { outcome } }),
      ])
    },
    async abandonSlot(slot) {
      const { chain, signer, nonce } = slot
      await prisma.$transaction([
        // What never left must never leave: it may hold the secret.
        prisma.txAttempt.deleteMany({ where: { chain, signer, nonce, broadcastStartedAt: null } }),
        prisma.nonceSlot.update({ where: slotKey(slot), data: { abandonedAt: at() } }),
      ])
    },
    async abandonedSlots() {
      const rows = await prisma.nonceSlot.findMany({
        where: { closedHash: null, abandonedAt: { not: null } },
        orderBy: { nonce: 'asc' },
        take: 100,
      })
      return rows.map(slotOf)
    },
    async counts() {
      const groups = await prisma.settlement.groupBy({ by: ['state'], _count: true })
      return Object.fromEntries(groups.map((group) => [group.state, group._count]))
    },
  }
}
