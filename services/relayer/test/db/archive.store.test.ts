/** Tests the archive of requests that ended long ago, on a real PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { unchecked } from '@tandem/service-kit/testing'
import type { Address, Hex } from 'viem'
import { type Archive, makeArchive } from '../../src/retention/archive.store.ts'
import { makeRetain } from '../../src/retention/retain.ts'
import { archiveRules } from '../../src/retention/retention-rules.ts'
import { makeNonceRepairStore } from '../../src/transactions/db/nonce-repair.store.ts'
import type { RelayerStore } from '../../src/work/db/relayer.store.ts'
import { makeRelayerStore } from '../../src/work/db/relayer.store.ts'
import type { WorkRequest } from '../../src/work/domain/work.ts'
import { aClaimSubmission } from '../support/builders.ts'
import { box, useDatabase } from '../support/use-database.ts'

const day = 86_400_000
const secret: Hex = `0x${'5e'.repeat(32)}`
const signer: Address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
const db = useDatabase('archive')
let store: RelayerStore
let archive: Archive

beforeAll(() => {
  store = makeRelayerStore(db, box, Date.now)
  archive = makeArchive(db, Date.now)
})
beforeEach(() => db.sql.query(unchecked('TRUNCATE requests, nonces, request_archive CASCADE'), []))

const accept = async () => (await store.insert(aClaimSubmission({ secret }))).request
const ended = async (request: WorkRequest, daysAgo: number) =>
  db.sql.query(unchecked('UPDATE requests SET updated_at = $2 WHERE id = $1'), [
    request.id,
    new Date(Date.now() - daysAgo * day),
  ])
const count = async (table: string) =>
  Number((await db.sql.query(unchecked<{ n: string }>(`SELECT count(*) AS n FROM ${table}`), []))[0]?.n)

/** A claim that was mined at a nonce of its own, and one that was rejected. */
async function confirmed(daysAgo: number): Promise<WorkRequest> {
  const accepted = await accept()
  const payer = { chain: 'right', address: signer, reserve: 1n, balance: 10n ** 18n }
  const taken = await store.assignFirstNonce(accepted, payer, 0n)
  if (taken === undefined) throw new Error('no nonce')
  const hash: Hex = `0x${randomUUID().replaceAll('-', '').repeat(2)}`
  await store.saveAttempt(
    taken.key,
    {
      hash,
      number: 0,
      purpose: 'claim',
      gasLimit: 1n,
      raw: secret,
      signedBlock: 1n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    },
    [accepted.id],
  )
  const waiting = { reason: { code: 'test', text: 'sent' }, delayMs: 0, notAfter: new Date(Date.now() + day) }
  const revealed = await store.beginBroadcast(taken.request, hash, waiting)
  const mined =
    revealed && (await store.advance(revealed, 'receipt_found', 'block 1', { txHash: hash, minedBlock: 1n }))
  const [nonce] = (await store.history(accepted.id)).nonces
  const done = mined && (await store.confirm(mined, nonce, 'counts'))
  if (done === undefined) throw new Error('it is not confirmed')
  await ended(done as WorkRequest, daysAgo)
  return done as WorkRequest
}
const rejected = async (daysAgo: number): Promise<WorkRequest> => {
  const done = await store.advance(await accept(), 'refused', 'too late', { errorCode: 'EXPIRED' })
  if (done === undefined) throw new Error('it is not rejected')
  await ended(done, daysAgo)
  return done
}
const retain = (days = 30, archiveDays = 0) =>
  makeRetain(archiveRules(archive, { requests: days, archive: archiveDays }), Date.now)()

describe('retention', () => {
  it('archives what ended before, with all that was tried for it, and nothing else', async () => {
    const old = await confirmed(31)
    const recent = await confirmed(29)
    const open = await accept()
    expect(await retain()).toEqual({ archived: 1, deleted: 0, nonces: 0 })
    const kept = await db.prisma.request.findMany({ select: { id: true } })
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([recent.id, open.id]))
    expect((await store.find(old.id))?.state).toBe('confirmed')
    expect([await count('nonces'), await count('tx_attempts'), await count('nonce_members')]).toEqual([1, 1, 1])
  })

  it('still answers for the order, with the same claim and its transaction', async () => {
    const old = await confirmed(31)
    await retain()
    const found = await store.findByOrder(old.orderId, 'claim')
    expect(found).toMatchObject({ id: old.id, state: 'confirmed', txHash: old.txHash, work: old.work })
    expect(await store.find(old.id)).toEqual(found)
    expect((await store.history(old.id)).all).toEqual([])
  })

  it('lets a claim that was rejected be checked anew', async () => {
    const old = await rejected(31)
    await retain()
    expect(await store.findByOrder(old.orderId, 'claim')).toBeUndefined()
    const again = await store.insert({ ...aClaimSubmission({ secret }), orderId: old.orderId })
    expect(again.isNew).toBe(true)
  })

  it('keeps no secret and no signed transaction', async () => {
    await confirmed(31)
    await retain()
    const [row] = await db.sql.query(unchecked<{ text: string }>('SELECT a::text AS text FROM request_archive a'), [])
    expect(row?.text).toContain('confirmed')
    const columns = await db.sql.query(
      unchecked<{ name: string }>(`SELECT column_name AS name FROM information_schema.columns
        WHERE table_name = 'request_archive' AND (data_type = 'bytea' OR column_name LIKE '%secret%')`),
      [],
    )
    expect(columns).toEqual([])
  })

  it.each<[string, string]>([
    ['a nonce of it is open', 'UPDATE nonces SET closed_hash = NULL'],
    [
      'what it cost is not settled',
      `INSERT INTO sponsor_charges SELECT gen_random_uuid(), order_id, kind, current_date, chain, 'claims', 'a', 1,
       now(), NULL FROM requests`,
    ],
  ])('leaves a request alone while %s', async (_name, sql) => {
    await confirmed(31)
    await db.sql.query(unchecked(sql), [])
    expect(await retain()).toMatchObject({ archived: 0, deleted: 0 })
    await db.sql.query(unchecked('DELETE FROM sponsor_charges'), [])
  })

  it('keeps everything for ever when it is told to', async () => {
    await confirmed(4_000)
    expect(await retain(0)).toEqual({ archived: 0, deleted: 0, nonces: 0 })
  })

  it('goes on where it stopped, and never does two at once', async () => {
    for (let index = 0; index < 5; index += 1) await rejected(40)
    const before = new Date(Date.now() - 30 * day)
    const both = await Promise.all([archive.archive(before, 2), archive.archive(before, 2)])
    expect(both.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(4)
    while ((await archive.archive(before, 2)) > 0);
    expect([await count('requests'), await count('request_archive')]).toEqual([0, 5])
  })

  it('deletes what the archive has kept long enough', async () => {
    await confirmed(100)
    await confirmed(40)
    expect(await retain(30, 90)).toEqual({ archived: 2, deleted: 1, nonces: 0 })
    expect(await count('request_archive')).toBe(1)
  })

  it('deletes nonces that were only filled, once they are closed and old, and no others', async () => {
    await confirmed(29)
    const repair = makeNonceRepairStore(db, () => Date.now() - 31 * day)
    const key = (nonce: bigint) => ({ chain: 'right', signer, nonce })
    await repair.fillNonces({ chain: 'right', address: signer }, [100n, 101n])
    await makeNonceRepairStore(db, Date.now).fillNonces({ chain: 'right', address: signer }, [102n])
    const hashOf = (nonce: bigint): Hex => `0x${nonce.toString(16).padStart(64, '0')}`
    for (const nonce of [100n, 101n, 102n]) {
      const attempt = { hash: hashOf(nonce), number: 0, purpose: 'gap_fill', gasLimit: 21_000n, raw: secret } as const
      const fees = { signedBlock: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
      expect(await store.saveAttempt(key(nonce), { ...attempt, ...fees }, 'none')).toBe(true)
    }
    await store.closeNonce(key(100n), hashOf(100n), 'mined')
    await store.closeNonce(key(102n), hashOf(102n), 'mined')
    expect(await retain()).toEqual({ archived: 0, deleted: 0, nonces: 1 })
    const left = await db.sql.query(
      unchecked<{ nonce: string }>('SELECT nonce::text FROM nonces WHERE nonce >= 100 ORDER BY nonce'),
      [],
    )
    expect(left.map(({ nonce }) => nonce)).toEqual(['101', '102'])
    expect([await count('nonces'), await count('tx_attempts')]).toEqual([3, 3])
  })
})
