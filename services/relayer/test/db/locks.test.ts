/**
 * Tests that rows are locked as they are read. Another worker has changed them and has not committed: the work waits, and then
 * decides by what was committed. Without the lock it would decide by what it read before.
 */
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from '@jest/globals'
import type { Sql } from '@tandem/service-kit'
import { unchecked } from '@tandem/service-kit/testing'
import { type Hex, zeroAddress } from 'viem'
import type { AssignedNonce } from '../../src/transactions/ports.ts'
import { makeRelayerStore, type RelayerStore } from '../../src/work/db/relayer.store.ts'
import type { WorkRequest } from '../../src/work/domain/work.ts'
import { aClaimSubmission, aNewAttempt, aPayer } from '../support/builders.ts'
import { box, useDatabase } from '../support/use-database.ts'

const db = useDatabase('locks')
let store: RelayerStore
beforeAll(() => {
  store = makeRelayerStore(db, box, Date.now)
})

/** A claim, alone or in a batch, in the state that the test has brought it to. */
interface Scene {
  /** A chain that only this claim has, so that it can be leased alone. */
  chain: string
  requests: WorkRequest[]
  request: WorkRequest
  key: AssignedNonce
  hash: Hex
}

const aClaim = async (chain: string): Promise<WorkRequest> => (await store.insert(aClaimSubmission({ chain }))).request

const fresh = async (id: string) => (await store.find(id)) as WorkRequest
const waiting = () => ({
  reason: { code: 'test', text: 'sent' },
  delayMs: 60_000,
  notAfter: new Date(Date.now() + 3_600_000),
})

const nothing: Pick<Scene, 'key' | 'hash'> = {
  key: { chain: '', signer: zeroAddress, nonce: 0n, members: [] },
  hash: '0x',
}

async function accepted(count: number): Promise<Scene> {
  const chain = `c${randomBytes(6).toString('hex')}`
  const requests: WorkRequest[] = []
  for (let one = 0; one < count; one += 1) requests.push(await aClaim(chain))
  return { chain, requests, request: requests[0] as WorkRequest, ...nothing }
}

/** Claims with a nonce for which nothing is signed. */
async function assigned(count: number): Promise<Scene> {
  const scene = await accepted(count)
  const { requests, request, chain } = scene
  const taken =
    count === 1
      ? await store.assignFirstNonce(request, aPayer(chain), 0n)
      : (await store.assignSharedNonce(requests, aPayer(chain), 0n)).assigned
  if (taken === undefined) throw new Error('the claims are not accepted')
  const moved = await Promise.all(taken.key.members.map(fresh))
  return { ...scene, key: taken.key, requests: moved, request: moved[0] as WorkRequest }
}

async function signed(count: number): Promise<Scene> {
  const scene = await assigned(count)
  const attempt = aNewAttempt()
  await store.saveAttempt(scene.key, attempt, scene.key.members)
  return { ...scene, hash: attempt.hash }
}

async function revealed(): Promise<Scene> {
  const scene = await signed(1)
  await store.beginBroadcast(scene.request, scene.hash, waiting())
  return { ...scene, request: await fresh(scene.request.id) }
}

type Change = (tx: Sql, scene: Scene) => Promise<unknown>
const moves: Change = (tx, { request }) =>
  tx.query(unchecked("UPDATE requests SET state = 'superseded', version = version + 1 WHERE id = $1::uuid"), [
    request.id,
  ])
const leaves: Change = (tx, { request }) =>
  tx.query(unchecked('UPDATE nonce_members SET is_open = false WHERE request_id = $1::uuid'), [request.id])
const ofNonce = ({ key }: Scene) => [key.chain, key.signer, key.nonce]
const isAbandoned: Change = (tx, scene) =>
  tx.query(
    unchecked('UPDATE nonces SET abandoned_at = now() WHERE (chain, signer, nonce) = ($1, $2, $3::bigint)'),
    ofNonce(scene),
  )
const isErased: Change = (tx, { hash }) =>
  tx.query(unchecked('UPDATE tx_attempts SET raw_ct = NULL WHERE hash = $1'), [hash])
/** What another worker does while it stores a signed transaction: it locks the nonce, and changes nothing of it. */
const signs: Change = async (tx, scene) => {
  await tx.query(
    unchecked('SELECT 1 FROM nonces WHERE (chain, signer, nonce) = ($1, $2, $3::bigint) FOR NO KEY UPDATE'),
    ofNonce(scene),
  )
  await tx.query(
    unchecked(
      `INSERT INTO tx_attempts (chain, signer, nonce, hash, number, raw_ct, raw_key_id, max_fee_per_gas, max_priority_fee,
                                gas_limit, purpose, signed_block, created_at)
       VALUES ($1, $2, $3::bigint, '0x' || md5(random()::text) || md5(random()::text), 7, 'secret', '1', 1, 1, 1, 'claim', 1, now())`,
    ),
    ofNonce(scene),
  )
}
/** What another worker does while it begins to send: it locks the nonce. */
const begins: Change = async (tx, scene) => {
  await tx.query(
    unchecked('SELECT 1 FROM nonces WHERE (chain, signer, nonce) = ($1, $2, $3::bigint) FOR NO KEY UPDATE'),
    ofNonce(scene),
  )
  await tx.query(unchecked('UPDATE tx_attempts SET broadcast_started_at = now() WHERE hash = $1'), [scene.hash])
}
const isLeased: Change = (tx, { request }) =>
  tx.query(unchecked("UPDATE requests SET next_step_at = now() + interval '1 hour' WHERE id = $1::uuid"), [request.id])

const storedBytes = async ({ key }: Pick<Scene, 'key'>): Promise<number> => {
  const [row] = await db.sql.query(
    unchecked<{ count: string }>(
      'SELECT count(raw_ct) FROM tx_attempts WHERE (chain, signer, nonce) = ($1, $2, $3::bigint)',
    ),
    ofNonce({ key } as Scene),
  )
  return Number(row?.count)
}
const membersOf = async ({ key }: Scene) => (await store.membersOf(key)).length

interface Case {
  what: string
  scene: () => Promise<Scene>
  change: Change
  work: (scene: Scene) => Promise<unknown>
  /** What is true afterwards, by the answer and the rows. */
  result: (scene: Scene, answer: unknown) => unknown
  expected: unknown
}

const cases: Case[] = [
  {
    what: 'a claim that moves is given no first nonce',
    scene: () => accepted(1),
    change: moves,
    work: ({ request, chain }) => store.assignFirstNonce(request, aPayer(chain), 0n),
    result: async ({ request }, answer) => [answer, (await fresh(request.id)).state],
    expected: [undefined, 'superseded'],
  },
  {
    what: 'a claim that moves is given no further nonce',
    scene: revealed,
    change: moves,
    work: ({ request, chain, key }) => store.assignNonce(request, aPayer(chain), 0n, [key]),
    result: async ({ request }, answer) => [answer, (await store.history(request.id)).nonces.length],
    expected: [undefined, 1],
  },
  {
    what: 'a claim that moves keeps its nonce and its bytes',
    scene: () => signed(1),
    change: (tx, { request }) =>
      tx.query(unchecked("UPDATE requests SET state = 'revealed', version = version + 1 WHERE id = $1::uuid"), [
        request.id,
      ]),
    work: ({ request }) => store.abandonNonces(request),
    result: async (scene) => [await membersOf(scene), await storedBytes(scene)],
    expected: [1, 1],
  },
  {
    what: 'a claim that moves is not revealed',
    scene: () => signed(1),
    change: moves,
    work: ({ request, hash }) => store.beginBroadcast(request, hash, waiting()),
    result: async ({ request }, answer) => [answer, (await fresh(request.id)).state],
    expected: [undefined, 'superseded'],
  },
  {
    what: 'a claim whose bytes are erased is not revealed',
    scene: () => signed(1),
    change: isErased,
    work: ({ request, hash }) => store.beginBroadcast(request, hash, waiting()),
    result: async ({ request }, answer) => [answer, (await fresh(request.id)).state],
    expected: [undefined, 'assigned'],
  },
  {
    what: 'a batch that a member leaves is not revealed',
    scene: () => signed(3),
    change: leaves,
    work: ({ requests, key, hash }) => store.beginSharedBroadcast(key, requests, hash, waiting()),
    result: (_scene, answer) => answer,
    expected: undefined,
  },
  {
    what: 'a batch of which a member moves is not revealed',
    scene: () => signed(3),
    change: moves,
    work: ({ requests, key, hash }) => store.beginSharedBroadcast(key, requests, hash, waiting()),
    result: (_scene, answer) => answer,
    expected: undefined,
  },
  {
    what: 'a batch whose bytes are erased is not revealed',
    scene: () => signed(3),
    change: isErased,
    work: ({ requests, key, hash }) => store.beginSharedBroadcast(key, requests, hash, waiting()),
    result: (_scene, answer) => answer,
    expected: undefined,
  },
  {
    what: 'a nonce that is abandoned takes no bytes of its former request',
    scene: () => assigned(1),
    change: isAbandoned,
    work: ({ key }) => store.saveAttempt(key, aNewAttempt(), key.members),
    result: async (scene, answer) => [answer, await storedBytes(scene)],
    expected: [false, 0],
  },
  {
    what: 'a batch that a member leaves takes no bytes with its secret',
    scene: () => assigned(3),
    change: leaves,
    work: ({ key }) => store.saveAttempt(key, aNewAttempt(), key.members),
    result: async (scene, answer) => [answer, await storedBytes(scene)],
    expected: [false, 0],
  },
  {
    what: 'a nonce that is abandoned is not replaced',
    scene: revealed,
    change: isAbandoned,
    work: ({ key }) => store.saveAttempt(key, aNewAttempt({ number: 1 }), 'any'),
    result: async (scene, answer) => [answer, await storedBytes(scene)],
    expected: [false, 1],
  },
  {
    what: 'a claim that ends leaves nothing of what is signed at that moment',
    scene: revealed,
    change: signs,
    work: ({ request }) => store.advance(request, 'settled_by_other', 'another claimed'),
    result: async (scene, answer) => [(answer as WorkRequest).state, await storedBytes(scene)],
    expected: ['superseded', 0],
  },
  {
    what: 'a claim that is confirmed leaves nothing of what is signed at that moment',
    scene: async () => {
      const scene = await revealed()
      const mined = { txHash: scene.hash, minedBlock: 1n, minedBlockHash: scene.hash }
      const request = (await store.advance(scene.request, 'receipt_found', 'mined', mined)) as WorkRequest
      return { ...scene, request }
    },
    change: signs,
    work: async ({ request }) => store.confirm(request, (await store.history(request.id)).nonces[0], 'deep enough'),
    result: async (scene, answer) => [(answer as WorkRequest).state, await storedBytes(scene)],
    expected: ['confirmed', 0],
  },
  {
    what: 'a batch that is sent at that moment is kept by none of its members alone',
    scene: () => signed(3),
    change: begins,
    work: ({ key, request }) => store.keepAlone(key, request.id),
    result: async (scene, answer) => [
      (answer as AssignedNonce).members.length,
      await membersOf(scene),
      await storedBytes(scene),
    ],
    expected: [3, 3, 1],
  },
]

const blocked = unchecked<{ count: string }>(
  "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
)

/** Begins the work while the change is not committed, and commits once the work waits for it or has ended. */
async function during(scene: Scene, change: Change, work: () => Promise<unknown>): Promise<unknown> {
  const begun = await db.sql.transaction(async (tx) => {
    await change(tx, scene)
    let hasEnded = false
    const working = work().finally(() => {
      hasEnded = true
    })
    working.catch(() => undefined)
    for (;;) {
      // The question is asked by another session: a transaction sees the statistics of its first reading again and again.
      const [waits] = await db.sql.query(blocked, [])
      if (hasEnded || Number(waits?.count) > 0) return { working }
    }
  })
  return begun.working
}

it.each(cases)('$what', async ({ scene: make, change, work, result, expected }) => {
  const scene = await make()
  const answer = await during(scene, change, () => work(scene))
  expect(await result(scene, answer)).toEqual(expected)
})

it('a request that another worker is leasing is passed over, and not leased twice', async () => {
  const scene = await accepted(1)
  const leased = await during(scene, isLeased, () => store.lease(scene.chain, 10, 8_000))
  expect(leased).toEqual([])
})
