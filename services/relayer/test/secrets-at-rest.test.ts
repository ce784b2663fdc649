/** Tests secrets at rest: each is encrypted, follows its key, and is erased at every ending. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { programArgs, until } from '@tandem/local-services'
import { keyIdOf, type SecretBox, secretBoxOf } from '@tandem/service-kit'
import { type Hex, toHex } from 'viem'
import { rotateSecrets } from '../src/admin/rotate-secrets.ts'
import { type Database, makeDatabase } from '../src/db/client.ts'
import { makeRetain } from '../src/retention/retain.ts'
import { erasureRules } from '../src/retention/retention-rules.ts'
import { makeRelayerStore, type RelayerStore } from '../src/work/db/relayer.store.ts'
import { acceptClaim } from './support/api.ts'
import { aClaimSubmission, aNewAttempt } from './support/builders.ts'
import { useTestbed } from './support/use-testbed.ts'

const hourMs = 3_600_000
const [first, second] = [randomBytes(32), randomBytes(32)]
const [firstId, secondId] = [keyIdOf(first), keyIdOf(second)]
const firstBox = secretBoxOf([first])
const secondBox = secretBoxOf([second])
const bothBox = secretBoxOf([second, first])
const afterRotation = {
  SECRETS_KEY: `${toHex(second)},${toHex(first)}`,
}

const testbed = useTestbed()
let database: Database
let store: RelayerStore

beforeAll(async () => {
  database = await testbed.keep(Promise.resolve(makeDatabase(testbed.database.url, 4)), (made) => made.close())
  store = makeRelayerStore(database, firstBox, Date.now)
})
afterEach(() => testbed.db.query('TRUNCATE requests, nonces, signers CASCADE'))

/** A claim with a secret and signed bytes, both sealed with the first key. */
async function stored(): Promise<{ id: string; secret: Hex; hash: Hex; raw: Hex }> {
  const secret = toHex(randomBytes(32))
  const { request } = await store.insert(aClaimSubmission({ secret }))
  const key = await store.assignNonce(
    request,
    { chain: 'right', address: testbed.signer, reserve: 0n, balance: 0n },
    0n,
  )
  if (key === undefined) throw new Error('another worker has moved the claim')
  const attempt = aNewAttempt()
  await store.saveAttempt(key, attempt, [request.id])
  return { id: request.id, secret, hash: attempt.hash, raw: attempt.raw }
}
const keyIds = async (): Promise<string[]> => {
  const { rows } = await testbed.db.query<{ id: string }>(
    `SELECT secret_key_id AS id FROM requests WHERE secret_ct IS NOT NULL
     UNION SELECT raw_key_id FROM tx_attempts WHERE raw_ct IS NOT NULL`,
  )
  return rows.map(({ id }) => id).sort()
}

/** The values that a rotation found and no key opens. */
const unreadable: string[] = []
const rotate = (box: SecretBox, batch?: number) =>
  rotateSecrets(database.prisma, box, (table, key) => unreadable.push(`${table} ${key}`), batch)

describe('rotate-secrets', () => {
  it('seals everything with the current key, in batches, and then the old key is not needed', async () => {
    const claims = []
    for (let index = 0; index < 5; index += 1) claims.push(await stored())
    expect(await rotate(bothBox, 2)).toEqual({
      requests: { rotated: 5, unreadable: 0 },
      tx_attempts: { rotated: 5, unreadable: 0 },
    })
    const later = makeRelayerStore(database, secondBox, Date.now)
    for (const { id, secret, hash, raw } of claims) {
      expect(await later.openSecret(id)).toBe(secret)
      expect(await later.openRaw(hash)).toBe(raw)
    }
    expect(await rotate(bothBox)).toEqual({
      requests: { rotated: 0, unreadable: 0 },
      tx_attempts: { rotated: 0, unreadable: 0 },
    })
  })

  it('leaves, counts and names what no key opens, and seals what comes after it', async () => {
    const ids = [await stored(), await stored(), await stored()].map(({ id }) => id).sort()
    await testbed.db.query("UPDATE requests SET secret_key_id = 'lost' WHERE id = $1", [ids[0]])
    unreadable.length = 0
    expect((await rotate(bothBox, 1)).requests).toEqual({ rotated: 2, unreadable: 1 })
    expect(await keyIds()).toEqual([secondId, 'lost'].sort())
    expect(unreadable).toEqual([`requests ${ids[0]}`])
  })

  it('knows every column that holds sealed values: whatever is stored as bytes is sealed', async () => {
    const { rows } = await testbed.db.query<{ column: string }>(
      `SELECT table_name || ' ' || column_name AS column
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
         AND (data_type = 'bytea' OR column_name LIKE '%key_id')`,
    )
    const known = ['requests secret_ct', 'requests secret_key_id', 'tx_attempts raw_ct', 'tx_attempts raw_key_id']
    expect(rows.map(({ column }) => column).sort()).toEqual(known.sort())
  })

  it('runs beside workers: every claim is confirmed, and nothing erased comes back', async () => {
    const url = await testbed.startRelayer({ ROLES: 'api', SECRETS_KEY: toHex(first) })
    const orders = []
    for (let index = 0; index < 6; index += 1) orders.push(await testbed.order())
    for (const claim of orders) await acceptClaim(url, claim)
    expect(await keyIds()).toEqual([firstId])
    await testbed.startRelayer({ ROLES: 'worker', ...afterRotation })
    for (const deadline = Date.now() + 120_000; ; ) {
      await rotate(bothBox, 1)
      expect(await keyIds()).not.toContain(firstId)
      await testbed.control('right').mine({ blocks: 1 })
      const { rows } = await testbed.db.query("SELECT 1 FROM requests WHERE state <> 'confirmed'")
      if (rows.length === 0) break
      if (Date.now() > deadline) throw new Error(`${rows.length} claims are not confirmed`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(await keyIds()).toEqual([])
  })

  it('is a command of the process, and says the counts', async () => {
    await stored()
    const main = new URL('../src/main.ts', import.meta.url).pathname
    const args = [...programArgs(main), 'rotate-secrets']
    const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: testbed.database.url, ...afterRotation }
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    expect(JSON.parse(stdout.trim())).toMatchObject({
      message: 'secrets.rotated',
      key_id: secondId,
      requests: { rotated: 1, unreadable: 0 },
      tx_attempts: { rotated: 1, unreadable: 0 },
    })
    expect(await keyIds()).toEqual([secondId])
    const { hash } = await stored()
    await testbed.db.query("UPDATE tx_attempts SET raw_key_id = 'lost' WHERE hash = $1", [hash])
    const failed = await promisify(execFile)(process.execPath, args, { env }).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 1 })
    const lines = (failed as { stdout: string }).stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { message: 'secrets.unreadable', table: 'tx_attempts', tx_hash: hash },
      { message: 'secrets.rotated', requests: { rotated: 1 }, tx_attempts: { unreadable: 1 } },
    ])
  })
})

describe('the purge', () => {
  const end = (id: string, state: string, hoursAgo: number) =>
    testbed.db.query('UPDATE requests SET state = $2, updated_at = $3 WHERE id = $1', [
      id,
      state,
      new Date(Date.now() - hoursAgo * hourMs),
    ])
  const erase = () => makeRetain(erasureRules(database.prisma), Date.now)()
  const age = () => testbed.db.query("UPDATE tx_attempts SET created_at = now() - interval '3 days'")
  const left = async () => {
    const { rows } = await testbed.db.query<{ id: string; secret: boolean; raw: boolean }>(
      `SELECT s.id::text, s.secret_ct IS NOT NULL AS secret, bool_or(a.raw_ct IS NOT NULL) AS raw
       FROM nonce_members m JOIN tx_attempts a USING (chain, signer, nonce) JOIN requests s ON s.id = m.request_id
       GROUP BY s.id`,
    )
    return new Map(rows.map(({ id, secret, raw }) => [id, { secret, raw }]))
  }

  it.each(['confirmed', 'superseded', 'rejected', 'lost'])('erases what a claim that is %s left', async (state) => {
    const { id } = await stored()
    await end(id, state, 25)
    await age()
    expect(await erase()).toEqual({ secrets: 1, raws: 1 })
    expect((await left()).get(id)).toEqual({ secret: false, raw: false })
    expect(await erase()).toEqual({ secrets: 0, raws: 0 })
  })

  it('leaves what is not final, or not for a day', async () => {
    const [open, recent] = [await stored(), await stored()]
    await end(open.id, 'revealed', 100)
    await end(recent.id, 'confirmed', 23)
    await age()
    expect(await erase()).toEqual({ secrets: 0, raws: 0 })
    expect([...(await left()).values()]).toEqual([
      { secret: true, raw: true },
      { secret: true, raw: true },
    ])
  })

  it('leaves the bytes of a batch until its last claim is final', async () => {
    const [one, other] = [await stored(), await stored()]
    await testbed.db.query(
      `INSERT INTO nonce_members (chain, signer, nonce, request_id, is_open)
       SELECT chain, signer, nonce, $2, false FROM nonce_members WHERE request_id = $1`,
      [one.id, other.id],
    )
    await end(one.id, 'confirmed', 25)
    await end(other.id, 'revealed', 25)
    await age()
    expect(await erase()).toEqual({ secrets: 1, raws: 0 })
    await end(other.id, 'lost', 25)
    expect(await erase()).toEqual({ secrets: 1, raws: 2 })
  })

  it('is made by every process', async () => {
    const { id } = await stored()
    await end(id, 'confirmed', 25)
    await testbed.db.query("UPDATE nonces SET closed_hash = '0x00'")
    await age()
    await testbed.startRelayer({ ROLES: 'worker' })
    await until(async () => (await left()).get(id)?.raw === false, 'it is erased')
    expect((await left()).get(id)).toEqual({ secret: false, raw: false })
  })
})
