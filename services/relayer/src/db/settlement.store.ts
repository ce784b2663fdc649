import { randomUUID } from 'node:crypto'
import { AppError, type SecretBox } from '@tandem/service-kit'
import { type Address, bytesToHex, hexToBytes } from 'viem'
import { type Settlement, targetOf } from '../domain/settlement.ts'
import {
  advance,
  finalStates,
  openStates,
  type SettlementEventName,
  type SettlementState,
} from '../domain/settlement-state.ts'
import type { Clock, HeldSlot, SettlementStore, Slot } from '../usecases/ports.ts'
import type { PrismaClient } from './client.ts'
import type { Prisma } from './generated/client.ts'
import { rawPlace, secretPlace } from './sealed.ts'
import { attemptOf, settlementOf, slotOf, storedWork } from './settlement.rows.ts'

const openStateList = openStates.map((state) => `'${state}'`).join(', ')

/** Settlements, nonces and signed transactions in PostgreSQL: the truth that survives everything else. */
export function makeSettlementStore(prisma: PrismaClient, box: SecretBox, now: Clock): SettlementStore {
  const at = () => new Date(now())
  const findByOrder: SettlementStore['findByOrder'] = async (orderId, kind) => {
    const row = await prisma.settlement.findUnique({ where: { orderId_kind: { orderId, kind } } })
    return row === null ? undefined : settlementOf(row)
  }

  async function giveNonce(
    tx: Prisma.TransactionClient,
    ids: readonly string[],
    { chain, address }: { chain: string; address: Address },
    minedNonce: bigint,
  ): Promise<HeldSlot> {
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
    await tx.nonceSlot.create({ data: { ...slot, createdAt: at() } })
    await tx.slotMember.createMany({ data: ids.map((settlementId) => ({ ...slot, settlementId })) })
    return { ...slot, members: ids }
  }

  /** Moves several by the table, those that are in this state, and returns how many. Never to a final state. */
  async function moveAll(
    tx: Prisma.TransactionClient,
    ids: readonly string[],
    from: SettlementState,
    event: SettlementEventName,
    reason: string,
    changes: { revealedAt?: Date } = {},
  ): Promise<number> {
    const to = advance(from, event)
    if (to === undefined || finalStates.includes(to)) throw new Error(`"${event}" cannot move several that are ${from}`)
    const { count } = await tx.settlement.updateMany({
      where: { id: { in: [...ids] }, state: from },
      data: { ...changes, state: to, version: { increment: 1 }, lastReason: reason, updatedAt: at() },
    })
    await tx.settlementEvent.createMany({
      data: ids.map((settlementId) => ({ settlementId, fromState: from, toState: to, reason, createdAt: at() })),
    })
    return count
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
    async wake(ids) {
      await prisma.settlement.updateMany({ where: { id: { in: [...ids] } }, data: { nextStepAt: at() } })
    },
    async advance(settlement, event, reason, changes = {}) {
      const { id, state, version } = settlement
      const to = advance(state, event)
      if (to === undefined) throw new Error(`"${event}" cannot happen to a settlement that is ${state}`)
      const isFinal = finalStates.includes(to)
      return prisma.$transaction(async (tx) => {
        // Two claims of a batch that end at the same moment meet here: the second one sees that it is the last.
        if (isFinal) await lockSlotsOf(tx, id)
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
        if (isFinal) await eraseRaw(tx, id)
        return settlementOf(await tx.settlement.findUniqueOrThrow({ where: { id } }))
      })
    },

    openSlot: (id) => openSlotOf(prisma, id),
    async attempts(id) {
      const rows = await prisma.txAttempt.findMany({
        where: { slot: { members: { some: { settlementId: id } } } },
        orderBy: [{ createdAt: 'asc' }, { number: 'asc' }],
      })
      return rows.map(attemptOf)
    },
    async attemptsOf({ chain, signer, nonce }) {
      const rows = await prisma.txAttempt.findMany({ where: { chain, signer, nonce }, orderBy: { number: 'asc' } })
      return rows.map(attemptOf)
    },
    takeSlot: (id, signer, minedNonce) =>
      prisma.$transaction(async (tx) => {
        // The settlement first: two workers with one settlement meet here, and the second finds the first one's nonce.
        await tx.$queryRawUnsafe('SELECT 1 FROM settlements WHERE id = $1::uuid FOR UPDATE', id)
        return (await openSlotOf(tx, id)) ?? giveNonce(tx, [id], signer, minedNonce)
      }),
    takeSharedSlot: (ids, signer, minedNonce) =>
      prisma.$transaction(async (tx) => {
        // In one order for everybody, so that two workers never wait for each other.
        await tx.$queryRawUnsafe('SELECT 1 FROM settlements WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE', ids)
        // A statement of its own, which sees what was done until the locks were had. A claim whose process ended before it
        // was moved may have a nonce already.
        const free = await tx.$queryRawUnsafe<{ id: string }[]>(
          `SELECT id::text FROM settlements AS s WHERE id = ANY($1::uuid[]) AND state = 'accepted'
              AND NOT EXISTS (SELECT 1 FROM slot_members m WHERE m.settlement_id = s.id AND m.is_open)
            ORDER BY id`,
          ids,
        )
        if (free.length < 2) return undefined
        const members = free.map(({ id }) => id)
        const slot = await giveNonce(tx, members, signer, minedNonce)
        const reason = `nonce ${slot.nonce} of ${slot.signer}, with ${members.length - 1} others`
        await moveAll(tx, members, 'accepted', 'nonce_assigned', reason)
        return { slot, settlements: await settlementsOf(tx, members) }
      }),
    revealShared: (slot, reason) =>
      prisma.$transaction(async (tx) => {
        await lockSlot(tx, slot)
        const ids = [...slot.members]
        if (!(await servesJust(tx, slot, ids))) return undefined
        const count = await moveAll(tx, ids, 'slotted', 'broadcast_started', reason, { revealedAt: at() })
        // One that moved on meanwhile must not be revealed with the others: none of them is.
        if (count !== ids.length) throw new Error('a claim of the batch moved while it was locked')
        return settlementsOf(tx, ids)
      }),
    keepAlone: (slot, id) =>
      prisma.$transaction(async (tx) => {
        await lockSlot(tx, slot)
        // Another one of the batch may have been here since this one read whom the nonce serves.
        const member = await tx.slotMember.findFirst({ where: { ...keyOf(slot), settlementId: id, isOpen: true } })
        if (member === null) return undefined
        const isSent = await tx.txAttempt.findFirst({ where: { ...keyOf(slot), broadcastStartedAt: { not: null } } })
        const isSlotted = await tx.settlement.findFirst({ where: { id, state: 'slotted' } })
        if (isSent !== null || isSlotted === null) return slot
        await tx.txAttempt.deleteMany({ where: keyOf(slot) })
        const others = { ...keyOf(slot), settlementId: { not: id } }
        await tx.slotMember.updateMany({ where: others, data: { isOpen: false } })
        return { ...slot, members: [id] }
      }),
    async saveAttempt(slot, { hash, number, raw, maxFeePerGas, maxPriorityFeePerGas, gasLimit }, holders) {
      const data = {
        hash,
        ...keyOf(slot),
        number,
        rawCt: box.seal(hexToBytes(raw), rawPlace(hash)),
        rawKeyId: box.keyId,
        maxFeePerGas: String(maxFeePerGas),
        maxPriorityFee: String(maxPriorityFeePerGas),
        gasLimit: String(gasLimit),
        createdAt: at(),
      }
      await prisma.$transaction(async (tx) => {
        await lockSlot(tx, slot)
        if (!(await isHeldBy(tx, slot, holders))) return
        await tx.txAttempt.createMany({ skipDuplicates: true, data })
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
        prisma.nonceSlot.update({ where: { chain_signer_nonce: keyOf(slot) }, data: { closedHash: hash } }),
        prisma.slotMember.updateMany({ where: keyOf(slot), data: { isOpen: false } }),
        prisma.txAttempt.updateMany({ where: { hash }, data: { outcome } }),
      ])
    },
    async leaveSlot(slot, id) {
      await prisma.$transaction(async (tx) => {
        await lockSlot(tx, slot)
        // What never left must never leave: it may hold the secret.
        await tx.txAttempt.deleteMany({ where: { ...keyOf(slot), broadcastStartedAt: null } })
        await tx.slotMember.updateMany({ where: { ...keyOf(slot), settlementId: id }, data: { isOpen: false } })
        if ((await tx.slotMember.count({ where: { ...keyOf(slot), isOpen: true } })) > 0) return
        await tx.nonceSlot.update({ where: { chain_signer_nonce: keyOf(slot) }, data: { abandonedAt: at() } })
      })
    },
    async abandonedSlots() {
      // Whatever ended the last claim that a nonce served, and whoever died meanwhile: the nonce must not stay empty.
      await prisma.$executeRawUnsafe(
        `UPDATE nonce_slots AS n SET abandoned_at = $1::timestamptz
          WHERE n.closed_hash IS NULL AND n.abandoned_at IS NULL AND NOT EXISTS (
            SELECT 1 FROM slot_members m JOIN settlements s ON s.id = m.settlement_id
             WHERE (m.chain, m.signer, m.nonce) = (n.chain, n.signer, n.nonce)
               AND m.is_open AND s.state IN (${openStateList}))`,
        at(),
      )
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

const keyOf = ({ chain, signer, nonce }: Slot) => ({ chain, signer, nonce })

/** Whoever changes whom a nonce serves, or reveals for all whom it serves, waits here. */
async function lockSlot(tx: Prisma.TransactionClient, { chain, signer, nonce }: Slot): Promise<void> {
  const key = 'chain = $1 AND signer = $2 AND nonce = $3'
  await tx.$queryRawUnsafe(`SELECT 1 FROM nonce_slots WHERE ${key} FOR UPDATE`, chain, signer, nonce)
}

async function lockSlotsOf(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.$queryRawUnsafe(
    `SELECT 1 FROM nonce_slots WHERE (chain, signer, nonce) IN
       (SELECT chain, signer, nonce FROM slot_members WHERE settlement_id = $1::uuid)
     ORDER BY chain, signer, nonce FOR UPDATE`,
    id,
  )
}

async function servesJust(tx: Prisma.TransactionClient, slot: Slot, ids: readonly string[]): Promise<boolean> {
  const held = await tx.slotMember.findMany({ where: { ...keyOf(slot), isOpen: true } })
  return held.length === ids.length && held.every(({ settlementId }) => ids.includes(settlementId))
}

async function isHeldBy(
  tx: Prisma.TransactionClient,
  slot: Slot,
  holders: readonly string[] | 'any' | 'nobody',
): Promise<boolean> {
  const { closedHash, abandonedAt } = await tx.nonceSlot.findUniqueOrThrow({
    where: { chain_signer_nonce: keyOf(slot) },
  })
  if (closedHash !== null) return false
  if (holders === 'nobody' || holders === 'any') return (abandonedAt !== null) === (holders === 'nobody')
  return servesJust(tx, slot, holders)
}

async function openSlotOf(tx: Prisma.TransactionClient, id: string): Promise<HeldSlot | undefined> {
  const member = await tx.slotMember.findFirst({
    where: { settlementId: id, isOpen: true },
    include: { slot: { include: { members: { where: { isOpen: true }, orderBy: { settlementId: 'asc' } } } } },
  })
  if (member === null) return undefined
  return { ...slotOf(member), members: member.slot.members.map(({ settlementId }) => settlementId) }
}

async function settlementsOf(tx: Prisma.TransactionClient, ids: readonly string[]): Promise<Settlement[]> {
  const rows = await tx.settlement.findMany({ where: { id: { in: [...ids] } }, orderBy: { id: 'asc' } })
  return rows.map(settlementOf)
}

/** Erases the signed bytes of nonces that serve nobody any more. Those of a batch hold every one's secret. */
async function eraseRaw(tx: Prisma.TransactionClient, id: string): Promise<void> {
  const members = { some: { settlementId: id }, every: { settlement: { state: { in: [...finalStates] } } } }
  await tx.txAttempt.updateMany({ where: { slot: { members } }, data: { rawCt: null } })
}
