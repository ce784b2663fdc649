/** Whom a nonce serves, when several claims shared it and the process ended before anything was sent. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type EscrowTerms, hashSecret } from '@tandem/escrow'
import { createTestDatabase, type TestDatabase } from '@tandem/local-services'
import { makeSecretBox } from '@tandem/service-kit'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { type Address, type Hex, keccak256, toHex, zeroAddress } from 'viem'
import { type Database, makeDatabase } from '../../src/db/client.ts'
import { makeSettlementStore } from '../../src/db/settlement.store.ts'
import type { HeldSlot, SettlementStore } from '../../src/usecases/ports.ts'

let database: TestDatabase
let db: Database
let store: SettlementStore
beforeAll(async () => {
  database = await createTestDatabase('settlement_store')
  const migrationsDir = new URL('../../prisma/migrations', import.meta.url).pathname
  await applyMigrations({ databaseUrl: database.url, migrationsDir })
  db = makeDatabase(database.url, 4)
  store = makeSettlementStore(db.sql, makeSecretBox(new Map([['1', randomBytes(32)]]), '1'), Date.now)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const aSigner = () => ({ chain: 'right', address: toHex(randomBytes(20)) as Address })

async function aClaim(): Promise<string> {
  const secret = toHex(randomBytes(32))
  const terms: EscrowTerms = {
    token: zeroAddress,
    creator: zeroAddress,
    recipient: zeroAddress,
    hopBridge: zeroAddress,
    amount: 1n,
    cancelAfter: 2_000_000_000,
    commitmentHash: hashSecret(secret),
  }
  const escrow = { chain: 'right', vault: toHex(randomBytes(20)), terms }
  const { settlement } = await store.insert({
    orderId: randomUUID(),
    work: { kind: 'claim', destination: escrow, source: escrow, hop: null },
    commitmentHash: terms.commitmentHash,
    secret,
  })
  return settlement.id
}

async function shared(count: number): Promise<HeldSlot> {
  const ids = await Promise.all(Array.from({ length: count }, aClaim))
  const taken = await store.takeSharedSlot(ids, aSigner(), 0n)
  if (taken === undefined) throw new Error('the claims are not accepted')
  return taken.slot
}

const memberOf = ({ members }: HeldSlot, index: number) => members[index] as string
const anAttempt = () => {
  const raw = toHex(randomBytes(100))
  return { hash: keccak256(raw), number: 0, gasLimit: 1n, raw, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
}

describe('a nonce for several claims', () => {
  it('leaves out a claim that has a nonce already, and was not moved before its process ended', async () => {
    const signer = aSigner()
    const ids = await Promise.all(Array.from({ length: 3 }, aClaim))
    const [early = ''] = ids
    const own = await store.takeSlot(early, signer, 0n)
    const taken = await store.takeSharedSlot(ids, signer, 0n)
    expect(new Set(taken?.slot.members)).toEqual(new Set(ids.slice(1)))
    expect(taken?.settlements.map(({ id }) => id)).not.toContain(early)
    expect(await store.openSlot(early)).toEqual(own)
  })

  it('is one nonce when workers take one for the same claims at once', async () => {
    const signer = aSigner()
    const ids = await Promise.all(Array.from({ length: 4 }, aClaim))
    const takings = [
      ...[ids, [...ids].reverse()].map((some) => store.takeSharedSlot(some, signer, 0n)),
      ...ids.map((id) => store.takeSlot(id, signer, 0n)),
    ]
    await Promise.all(takings)
    const held = await Promise.all(ids.map((id) => store.openSlot(id)))
    for (const [index, slot] of held.entries()) expect(slot?.members).toContain(ids[index])
  })
})

describe('a shared nonce that nothing was sent for', () => {
  it('serves the first claim that asks for it alone', async () => {
    const slot = await shared(3)
    await store.saveAttempt(slot, anAttempt(), slot.members)
    expect(await store.keepAlone(slot, memberOf(slot, 1))).toMatchObject({ nonce: 0n, members: [memberOf(slot, 1)] })
    expect(await store.openSlot(memberOf(slot, 1))).toMatchObject({ nonce: 0n, members: [memberOf(slot, 1)] })
    expect(await store.openSlot(memberOf(slot, 0))).toBeUndefined()
    expect(await store.attemptsOf(slot)).toEqual([])
  })

  it('stays with it when others ask, who read whom it serves before', async () => {
    const slot = await shared(4)
    const answers = await Promise.all(slot.members.map((id) => store.keepAlone(slot, id)))
    const kept = answers.filter((answer) => answer !== undefined)
    expect(kept).toHaveLength(1)
    expect(await store.openSlot(kept[0]?.members[0] as string)).toMatchObject({ members: kept[0]?.members })
  })

  it('is not given to one of them once something was sent', async () => {
    const slot = await shared(2)
    const attempt = anAttempt()
    await store.saveAttempt(slot, attempt, slot.members)
    await store.markBroadcast(attempt.hash)
    expect(await store.keepAlone(slot, memberOf(slot, 0))).toMatchObject({ members: slot.members })
    expect(await store.openSlot(memberOf(slot, 1))).toMatchObject({ members: slot.members })
  })
})

describe('a nonce that serves nobody', () => {
  const nonces = async ({ signer }: HeldSlot): Promise<bigint[]> =>
    (await store.abandonedSlots('right')).filter((slot) => slot.signer === signer).map(({ nonce }) => nonce)

  it('is found, however its last claim went', async () => {
    const slot = await shared(2)
    expect(await nonces(slot)).toEqual([])
    await db.prisma.slotMember.updateMany({ where: { signer: slot.signer }, data: { isOpen: false } })
    expect(await nonces(slot)).toEqual([slot.nonce])
  })

  it('is found when its claims have ended with it open', async () => {
    const slot = await shared(2)
    await db.prisma.settlement.update({ where: { id: memberOf(slot, 0) }, data: { state: 'lost' } })
    expect(await nonces(slot)).toEqual([])
    await db.prisma.settlement.update({ where: { id: memberOf(slot, 1) }, data: { state: 'superseded' } })
    expect(await nonces(slot)).toEqual([slot.nonce])
  })

  it('takes the transaction that fills it, and nothing else', async () => {
    const slot = await shared(2)
    await db.prisma.slotMember.updateMany({ where: { signer: slot.signer }, data: { isOpen: false } })
    await store.abandonedSlots('right')
    const [claim, filling] = [anAttempt(), anAttempt()]
    await store.saveAttempt(slot, claim, 'any')
    await store.saveAttempt(slot, filling, 'nobody')
    const hashes: Hex[] = (await store.attemptsOf(slot)).map(({ hash }) => hash)
    expect(hashes).toEqual([filling.hash])
  })
})
