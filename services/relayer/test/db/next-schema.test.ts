/**
 * Workers of two releases on one database: one of the release before, whose tables have other names by now, and this release
 * on the tables of the next one, which may have more columns that must not be null, with a default.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { hashSecret } from '@tandem/escrow'
import { createTestDatabase, type TestDatabase } from '@tandem/local-services'
import { makeSecretBox, type Sql, type SqlDatabase } from '@tandem/service-kit'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { type Address, type Hex, keccak256, toHex, zeroAddress } from 'viem'
import { makeBudgetStore } from '../../src/budgets/db/budget.store.ts'
import { type Database, makeDatabase } from '../../src/db/client.ts'
import { overdueMs, signerUses } from '../../src/operations/health.ts'
import { oldestUnsentMs } from '../../src/operations/oldest-unsent.ts'
import { purgeSecrets } from '../../src/operations/purge.ts'
import { rotateSecrets } from '../../src/operations/rotate-secrets.ts'
import { makeArchive, withArchive } from '../../src/retention/archive.store.ts'
import * as attemptStatements from '../../src/transactions/db/attempt.statements.ts'
import * as nonceStatements from '../../src/transactions/db/nonce.statements.ts'
import { makeNonceRepairStore } from '../../src/transactions/db/nonce-repair.store.ts'
import * as upkeepStatements from '../../src/transactions/db/nonce-upkeep.statements.ts'
import * as requestStatements from '../../src/transactions/db/request.statements.ts'
import type { AssignedNonce, NonceKey } from '../../src/transactions/ports.ts'
import { makeRelayerStore } from '../../src/work/db/relayer.store.ts'
import * as workStatements from '../../src/work/db/work.statements.ts'
import type { WorkRequest } from '../../src/work/domain/work.ts'
import type { Submission } from '../../src/work/ports.ts'
import { asBefore, asReleaseBefore } from '../support/release-before.ts'

const migrationsDir = new URL('../../prisma/migrations', import.meta.url).pathname
const firstOfThisRelease = '20261122200000'
const day = 86_400_000
const keys = new Map([
  ['1', randomBytes(32)],
  ['2', randomBytes(32)],
])
const box = makeSecretBox(keys, '1')
const otherBox = makeSecretBox(keys, '2')

/** The migrations of the release before. */
async function migrateAsBefore(databaseUrl: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'relayer-migrations-'))
  try {
    for (const name of readdirSync(migrationsDir))
      if (name < firstOfThisRelease || name.endsWith('.toml'))
        cpSync(join(migrationsDir, name), join(dir, name), { recursive: true })
    await applyMigrations({ databaseUrl, migrationsDir: dir })
  } finally {
    rmSync(dir, { recursive: true })
  }
}

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase('next_schema')
  await migrateAsBefore(database.url)
  db = makeDatabase(database.url, 2)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

function submissionOn(chain: string, orderId: string): Submission & { secret: Hex } {
  const secret = toHex(randomBytes(32))
  const terms = {
    ...{ token: zeroAddress, creator: zeroAddress, recipient: zeroAddress, hopBridge: zeroAddress, amount: 1n },
    ...{ cancelAfter: 2_000_000_000, commitmentHash: hashSecret(secret) },
  }
  const escrow = { chain, vault: toHex(randomBytes(20)), terms }
  const work = { kind: 'claim', destination: escrow, source: escrow, hop: null } as const
  return { orderId, work, commitmentHash: terms.commitmentHash, secret }
}

/** The work of a worker, on one chain: it runs every statement of its stores. */
async function workerLife(sql: SqlDatabase): Promise<void> {
  const now = Date.now
  const store = withArchive(makeRelayerStore(sql, box, now), makeArchive(sql))
  const archive = makeArchive(sql)
  const repairs = makeNonceRepairStore(sql, now)
  const budgets = makeBudgetStore(sql, now)
  const chain = `chain-${randomUUID()}`
  const signer = { chain, address: toHex(randomBytes(20)) as Address, reserve: 1n, balance: 10n ** 18n }
  const waiting = { reason: { code: 'test', text: 'sent' }, delayMs: 60_000, notAfter: new Date(now() + 3_600_000) }

  const submit = async () => {
    const submission = submissionOn(chain, randomUUID())
    const { request, isNew } = await store.insert(submission)
    expect(isNew).toBe(true)
    expect(await store.insert(submission)).toMatchObject({ isNew: false, request: { id: request.id } })
    expect(await store.openSecret(request.id)).toBe(submission.secret)
    return request
  }
  const readAll = async (ids: readonly string[]) => (await Promise.all(ids.map(store.find))).map((one) => given(one))
  const sign = async (
    key: NonceKey,
    purpose: 'claim' | 'gap_fill',
    holders: readonly string[] | 'none',
    number = 0,
  ) => {
    const raw = toHex(randomBytes(40))
    const attempt = { hash: keccak256(raw), number, purpose, raw, gasLimit: 21_000n, signedBlock: 1n }
    expect(await store.saveAttempt(key, { ...attempt, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, holders)).toBe(true)
    expect(await store.openRaw(attempt.hash)).toBe(raw)
    return attempt.hash
  }
  const found = (txHash: Hex) => ({ txHash, minedBlock: 7n, minedBlockHash: keccak256('0x07') })

  async function alone(): Promise<WorkRequest> {
    const request = await submit()
    expect((await store.lease(chain, 10, 60_000)).map(({ id }) => id)).toEqual([request.id])
    expect(await store.lease(chain, 10, 60_000)).toEqual([])
    await store.postpone(request.id, 0, { code: 'test', text: 'not yet' }, { isRevert: true, errorCode: 'EXPIRED' })
    expect(await store.waitedFor(request.id)).toBe('test')
    await store.wake([request.id])
    const { key, request: assigned } = given(await store.assignFirstNonce(request, signer, 0n))
    expect(await store.assignNonce(assigned, signer, 0n)).toEqual(key)
    const hash = await sign(key, 'claim', key.members)
    const revealed = given(await store.beginBroadcast(assigned, hash, waiting))
    const later = await sign(key, 'claim', key.members, 1)
    expect(await store.markBroadcastStarted(later)).toBe(true)
    await store.recordBroadcastResult(later, { provider: 'one', errorClass: null })
    const hedge = given(await store.assignNonce(revealed, { ...signer, address: zeroAddress }, 0n, [key]))
    await store.wakeMined(signer, { from: key.nonce, below: key.nonce + 1n })
    expect((await store.signerQueues(chain, [{ signer: signer.address, minedNonce: key.nonce }])).size).toBe(1)
    const mined = given(await store.advance(revealed, 'receipt_found', 'block 7', found(later)))
    await store.abandonNonces(mined, { only: hedge })
    const { nonces, all } = await store.history(request.id)
    expect(all).toHaveLength(2)
    return given(await store.confirm(mined, nonces[0], 'block 7 counts'))
  }

  async function together(): Promise<AssignedNonce> {
    const ids = (await Promise.all([submit(), submit(), submit()])).map(({ id }) => id)
    const shared = given(await store.assignSharedNonce(await readAll(ids), signer, 0n))
    const hash = await sign(shared.key, 'claim', shared.key.members)
    const revealed = given(await store.beginSharedBroadcast(shared.key, shared.requests, hash, waiting))
    for (const request of revealed) {
      const mined = given(await store.advance(request, 'receipt_found', 'block 7', found(hash)))
      const [own] = (await store.history(request.id)).nonces
      given(await store.confirm(mined, own, 'block 7 counts'))
    }
    expect(await db.sql.query('SELECT 1 FROM tx_attempts WHERE hash = $1 AND raw_ct IS NOT NULL', [hash])).toEqual([])
    return shared.key
  }

  async function refused(): Promise<NonceKey> {
    const ids = (await Promise.all([submit(), submit()])).map(({ id }) => id)
    const { key } = given(await store.assignSharedNonce(await readAll(ids), signer, 0n))
    expect(await store.keepAlone(key, given(key.members[0]))).toMatchObject({ members: [key.members[0]] })
    expect(await store.membersOf(key)).toEqual([key.members[0]])
    for (const request of await readAll(ids)) {
      const rejected = given(await store.advance(request, 'refused', 'too late', { errorCode: 'EXPIRED' }))
      const again = given(await store.reopen(rejected, submissionOn(chain, request.orderId)))
      given(await store.advance(again, 'refused', 'too late again', { errorCode: 'EXPIRED' }))
    }
    const [abandoned] = (await store.abandonedNonces(chain)).filter(({ nonce }) => nonce === key.nonce)
    expect(abandoned).toMatchObject({ signer: signer.address })
    expect(await store.hasOpenNonces(chain)).toBe(true)
    const fill = await sign(key, 'gap_fill', 'none')
    expect(await store.attemptsOf(key)).toHaveLength(1)
    await store.closeNonce(key, fill, 'mined')
    await store.reopenNonces(signer, key.nonce, -1)
    await store.closeNonce(key, fill, 'mined')
    return key
  }

  async function repaired(after: NonceKey): Promise<void> {
    expect((await repairs.nonceLedger(signer, 0n))?.given).toContain(after.nonce)
    await repairs.fillNonces(signer, [after.nonce + 5n])
    await repairs.releaseNonces(signer, after.nonce + 5n)
    await repairs.moveCounter(signer, after.nonce + 1n, after.nonce + 3n)
  }

  async function budgeted(orderId: string): Promise<void> {
    const limits = { address: null, asset: null, total: 100n, user: null }
    const today = new Date().toISOString().slice(0, 10)
    const charge = {
      ...{ orderId, kind: 'claim', day: today, chain, purpose: 'claims' as const },
      ...{ address: signer.address, asset: 'base:usdc', user: 'u', wei: 10n },
    }
    expect(await budgets.reserve(charge, limits, false)).toBeUndefined()
    const [due] = (await budgets.ended(100)).filter((one) => one.chain === chain)
    // The claim, and the transaction that filled the nonce of its hedge.
    expect(due?.transactions).toHaveLength(2)
    await budgets.settle(given(due).id, 5n)
    expect((await budgets.uses(today)).find((one) => one.chain === chain)).toMatchObject({ used: 5n })
  }

  const done = await alone()
  expect(done.state).toBe('confirmed')
  await together()
  await repaired(await refused())
  expect(await store.findByOrder(done.orderId, 'claim')).toMatchObject({ id: done.id })
  expect(await store.counts()).toEqual({})
  // The hedge of the first claim.
  for (const key of await store.abandonedNonces(chain))
    await store.closeNonce(key, await sign(key, 'gap_fill', 'none'), 'mined')
  await budgeted(done.orderId)
  expect(await archive.archive(new Date(now() + day), 100)).toBe(6)
  expect(await store.find(done.id)).toMatchObject({ state: 'confirmed', txHash: done.txHash })
  expect(await archive.pruneNonces(new Date(now() + day), 100)).toBeGreaterThanOrEqual(0)
  expect(await archive.prune(new Date(now() + day), 100)).toBe(6)
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the statement did nothing')
  return value
}

/** The statements that a worker ran. */
const noting = (sql: SqlDatabase, seen: Set<string>): SqlDatabase => {
  const noted = (inner: Sql): Sql => ({
    query: (text, values) => {
      seen.add(text)
      return inner.query(text, values)
    },
  })
  return { ...noted(sql), transaction: (work) => sql.transaction((tx) => work(noted(tx))) }
}

describe('a worker of the release before', () => {
  it('works before the tables are renamed', () => workerLife(asReleaseBefore(db.sql)))

  it('goes on with the statements that it has prepared when they are, as a worker of this release does', async () => {
    await applyMigrations({ databaseUrl: database.url, migrationsDir })
    await workerLife(asReleaseBefore(db.sql))
    const seen = new Set<string>()
    await workerLife(noting(db.sql, seen))
    const modules = [attemptStatements, nonceStatements, upkeepStatements, requestStatements, workStatements]
    const statements = modules.flatMap((module) =>
      Object.entries(module).flatMap(([name, one]): [string, string][] => {
        if (typeof one === 'string') return [[name, one]]
        return typeof one === 'object' && 'text' in one ? [[name, one.text]] : []
      }),
    )
    expect(statements.length).toBeGreaterThan(20)
    expect(statements.filter(([, text]) => !seen.has(text)).map(([name]) => name)).toEqual([])
  })

  it('is watched, purged and rotated', async () => {
    await makeRelayerStore(asReleaseBefore(db.sql), box, Date.now).insert(submissionOn('watched', randomUUID()))
    const oldest = `SELECT "public"."settlements"."id", "public"."settlements"."created_at" FROM "public"."settlements"
      WHERE ("public"."settlements"."kind" = $1 AND "public"."settlements"."state" IN ($2, $3))
      ORDER BY "public"."settlements"."created_at" ASC LIMIT $4 OFFSET $5`
    expect(await db.sql.query(oldest, ['claim', 'accepted', 'slotted', 1n, 0n])).toHaveLength(1)
    const before = {
      $queryRawUnsafe: (text: string, ...values: unknown[]) => db.sql.query(asBefore(text), values),
      $executeRawUnsafe: async (text: string, ...values: unknown[]) =>
        (await db.sql.query(`${asBefore(text)} RETURNING 1`, values)).length,
    } as unknown as Database['prisma']
    expect(await overdueMs(before)).toBeGreaterThanOrEqual(0)
    expect((await signerUses(before)).length).toBeGreaterThan(0)
    expect((await rotateSecrets(before, otherBox, () => undefined)).requests).toEqual({ rotated: 1, unreadable: 0 })
    await db.sql.query("UPDATE settlements SET state = 'superseded', updated_at = $1", [new Date(0)])
    expect(await purgeSecrets(before, Date.now())).toEqual({ secrets: 1, raws: 0 })
    await db.sql.query('DELETE FROM settlements', [])
  })
})

describe('this release on tables that have new columns which must not be null', () => {
  it('does all that a worker does', async () => {
    const tables = await db.sql.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`,
      [],
    )
    for (const { name } of tables)
      await db.sql.query(`ALTER TABLE ${name} ADD COLUMN of_next_release text NOT NULL DEFAULT 'unknown'`, [])
    await workerLife(db.sql)
    expect(await oldestUnsentMs(db.prisma, Date.now())).toBe(0)
    expect(await overdueMs(db.prisma)).toBe(0)
    expect((await signerUses(db.prisma)).length).toBeGreaterThan(0)
    expect(await purgeSecrets(db.prisma, Date.now())).toEqual({ secrets: 0, raws: 0 })
    expect(await rotateSecrets(db.prisma, box, () => undefined)).toMatchObject({
      requests: { rotated: 0, unreadable: 0 },
    })
  })
})
