/** Tests a worker that was frozen between its safety check and the reveal, and workers whose hosts' clocks differ. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type EscrowTerms, hashSecret } from '@tandem/escrow'
import { createTestDatabase, type TestDatabase } from '@tandem/local-services'
import { makeSecretBox } from '@tandem/service-kit'
import { unchecked } from '@tandem/service-kit/testing'
import { type Address, keccak256, toHex, zeroAddress } from 'viem'
import { revealableUntil } from '../../src/claims/domain/reveal-fence.ts'
import { type Database, makeDatabase } from '../../src/db/client.ts'
import { makeRelayerStore, type RelayerStore } from '../../src/work/db/relayer.store.ts'
import type { WorkRequest } from '../../src/work/domain/work.ts'

const hourMs = 3_600_000
let database: TestDatabase
let db: Database
/** The stores of three hosts: the clock of one is right, one is an hour behind, one an hour ahead. */
let stores: Record<'right' | 'behind' | 'ahead', RelayerStore>
beforeAll(async () => {
  database = await createTestDatabase('reveal_fence', 'relayer')
  db = makeDatabase(database.url, 4)
  const box = makeSecretBox(new Map([['1', randomBytes(32)]]), '1')
  const storeOf = (offMs: number) => makeRelayerStore(db, box, () => Date.now() + offMs)
  stores = { right: storeOf(0), behind: storeOf(-hourMs), ahead: storeOf(hourMs) }
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

async function aClaim(store = stores.right): Promise<string> {
  const secret = toHex(randomBytes(32))
  const terms: EscrowTerms = {
    ...{ token: zeroAddress, creator: zeroAddress, recipient: zeroAddress, hopBridge: zeroAddress, amount: 1n },
    ...{ cancelAfter: 2_000_000_000, commitmentHash: hashSecret(secret) },
  }
  const escrow = { chain: 'right', vault: toHex(randomBytes(20)), terms }
  const work = { kind: 'claim', destination: escrow, source: escrow, hop: null } as const
  const { request } = await store.insert({
    orderId: randomUUID(),
    work,
    commitmentHash: terms.commitmentHash,
    secret,
  })
  return request.id
}
/** Leases claims, assigns them a nonce together, and stores a transaction that was signed for it. */
async function signed(store: RelayerStore, ids: readonly string[], leaseMs: number) {
  const leased = (await store.lease('right', 100, leaseMs)).filter(({ id }) => ids.includes(id))
  expect(leased).toHaveLength(ids.length)
  const signer = { chain: 'right', address: toHex(randomBytes(20)) as Address, reserve: 0n, balance: 0n }
  const taken =
    leased.length === 1
      ? await store.assignFirstNonce(leased[0] as WorkRequest, signer, 0n)
      : (await store.assignSharedNonce(leased, signer, 0n)).assigned
  if (taken === undefined) throw new Error('the claims are not accepted')
  const raw = toHex(randomBytes(100))
  const attempt = {
    hash: keccak256(raw),
    number: 0,
    purpose: 'claim' as const,
    gasLimit: 1n,
    raw,
    signedBlock: 1n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
  }
  await store.saveAttempt(taken.key, attempt, taken.key.members)
  const requests = ('request' in taken ? [taken.request] : taken.requests) as WorkRequest[]
  const waiting = { reason: { code: 'test', text: 'sent' }, delayMs: 0, notAfter: revealableUntil(requests, 60) }
  return () =>
    'request' in taken
      ? store.beginBroadcast(taken.request, attempt.hash, waiting)
      : store.beginSharedBroadcast(taken.key, requests, attempt.hash, waiting)
}
const untilLeaseIsOver = async (ids: readonly string[]) => {
  await db.sql.query(
    unchecked(
      'SELECT pg_sleep(greatest(0, extract(epoch FROM max(next_step_at) - clock_timestamp())) + 0.01) FROM requests WHERE id = ANY($1::uuid[])',
    ),
    [ids],
  )
}
const states = async (ids: readonly string[]) =>
  (await Promise.all(ids.map(stores.right.find))).map((one) => [one?.state, one?.firstBroadcastAt])

it.each([1, 3])('a decision on %s claims that is older than its lease reveals nothing', async (count) => {
  const ids = await Promise.all(Array.from({ length: count }, () => aClaim()))
  const reveal = await signed(stores.right, ids, 50)
  await untilLeaseIsOver(ids)
  expect(await reveal()).toBeUndefined()
  expect(await states(ids)).toEqual(ids.map(() => ['assigned', null]))
})

it.each(['right', 'behind', 'ahead'] as const)(
  'a host whose clock is %s reveals within its lease, and not after it',
  async (name) => {
    const [fresh, late] = [await aClaim(stores[name]), await aClaim(stores[name])]
    const now = await signed(stores[name], [fresh], 60_000).catch(() => undefined)
    expect(await now?.()).toBeDefined()
    await db.sql.query(unchecked('UPDATE requests SET next_step_at = now() - make_interval(secs => 1) WHERE id = $1'), [
      late,
    ])
    const then = await signed(stores[name], [late], 50)
    await untilLeaseIsOver([late])
    expect(await then()).toBeUndefined()
  },
)

it('a lease keeps off workers whose clocks are an hour ahead, and ends for those an hour behind', async () => {
  const id = await aClaim()
  const taken = async (store: RelayerStore) => (await store.lease('right', 100, 60_000)).some((one) => one.id === id)
  expect(await taken(stores.behind)).toBe(true)
  expect(await taken(stores.ahead)).toBe(false)
  await stores.ahead.postpone(id, 0, { code: 'test', text: 'again' })
  await db.sql.query(unchecked('UPDATE requests SET next_step_at = now() - make_interval(secs => 1) WHERE id = $1'), [
    id,
  ])
  expect(await taken(stores.behind)).toBe(true)
  await stores.ahead.wake([id])
  expect(await taken(stores.behind)).toBe(true)
})
