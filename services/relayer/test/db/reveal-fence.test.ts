import { beforeAll, expect, it } from '@jest/globals'
import { unchecked } from '@tandem/service-kit/testing'
import { revealableUntil } from '../../src/claims/domain/reveal-fence.ts'
import { makeRelayerStore, type RelayerStore } from '../../src/work/db/relayer.store.ts'
import type { WorkRequest } from '../../src/work/domain/work.ts'
import { aClaimSubmission, aNewAttempt, aPayer } from '../support/builders.ts'
import { box, useDatabase } from '../support/use-database.ts'

const hourMs = 3_600_000
const db = useDatabase('reveal_fence')
/** The stores of three hosts: the clock of one is right, one is an hour behind, one an hour ahead. */
let stores: Record<'right' | 'behind' | 'ahead', RelayerStore>
beforeAll(() => {
  const storeOf = (offMs: number) => makeRelayerStore(db, box, () => Date.now() + offMs)
  stores = { right: storeOf(0), behind: storeOf(-hourMs), ahead: storeOf(hourMs) }
})

const aClaim = async (store = stores.right): Promise<string> => (await store.insert(aClaimSubmission())).request.id
/** Leases claims, assigns them a nonce together, and stores a transaction that was signed for it. */
async function signed(store: RelayerStore, ids: readonly string[], leaseMs: number) {
  const leased = (await store.lease('right', 100, leaseMs)).filter(({ id }) => ids.includes(id))
  expect(leased).toHaveLength(ids.length)
  const signer = aPayer()
  const taken =
    leased.length === 1
      ? await store.assignFirstNonce(leased[0] as WorkRequest, signer, 0n)
      : (await store.assignSharedNonce(leased, signer, 0n)).assigned
  if (taken === undefined) throw new Error('the claims are not accepted')
  const attempt = aNewAttempt()
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
