/** Tests which requests a nonce serves, when several claims shared it and the process ended before anything was sent. */
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Sql } from '@tandem/service-kit'
import { unchecked } from '@tandem/service-kit/testing'
import { type Hex, keccak256, toHex } from 'viem'
import type { Request } from '../../src/transactions/domain/request.ts'
import { makeFillNonceGaps } from '../../src/transactions/fill-nonce-gaps.ts'
import type { AssignedNonce, NonceKey } from '../../src/transactions/ports.ts'
import { makeRelayerStore, type RelayerStore } from '../../src/work/db/relayer.store.ts'
import type { WorkRequest } from '../../src/work/domain/work.ts'
import type { RelayChain } from '../../src/work/ports.ts'
import { aClaimSubmission, aNewAttempt, aPayer } from '../support/builders.ts'
import { box, useDatabase } from '../support/use-database.ts'

const db = useDatabase('relayer_store')
let store: RelayerStore
beforeAll(() => {
  store = makeRelayerStore(db, box, Date.now)
})

const aClaim = async (): Promise<string> => (await store.insert(aClaimSubmission())).request.id

/** Reads the claims as they are stored now. */
async function read(ids: readonly string[]): Promise<WorkRequest[]> {
  const found = await Promise.all(ids.map(store.find))
  return found.map((one) => {
    if (one === undefined) throw new Error('no such claim')
    return one
  })
}

const assignShared = async (...args: Parameters<RelayerStore['assignSharedNonce']>) =>
  (await store.assignSharedNonce(...args)).assigned

async function shared(count: number): Promise<AssignedNonce> {
  const ids = await Promise.all(Array.from({ length: count }, aClaim))
  const { assigned: taken } = await store.assignSharedNonce(await read(ids), aPayer(), 0n)
  if (taken === undefined) throw new Error('the claims are not accepted')
  return taken.key
}

async function readOne(id: string): Promise<WorkRequest> {
  const [claim] = await read([id])
  return claim as WorkRequest
}

/** Ends a claim, as when another account has settled it. */
async function end(id: string): Promise<void> {
  await store.advance(await readOne(id), 'settled_by_other', 'meanwhile')
}

/** The first open nonce of the claim, with all the claims that it serves. */
async function openNonce(id: string): Promise<AssignedNonce | undefined> {
  const [key] = (await store.history(id)).nonces
  if (key === undefined) return undefined
  const { chain, signer, nonce } = key
  return { chain, signer, nonce, members: await store.membersOf(key) }
}

const memberOf = ({ members }: AssignedNonce, index: number) => members[index] as string

const notAfter = new Date(Date.now() + 3_600_000)
const waiting = { reason: { code: 'test', text: 'waiting for the receipt' }, delayMs: 60_000, notAfter }

/** A nonce for several claims, and a transaction that was signed for it. */
async function signedNonce(count: number) {
  const key = await shared(count)
  const attempt = aNewAttempt()
  await store.saveAttempt(key, attempt, key.members)
  return { key, attempt }
}

/** A nonce for several claims, whose transaction is about to be sent. */
async function revealedNonce(count: number) {
  const { key, attempt } = await signedNonce(count)
  await store.beginSharedBroadcast(key, await read(key.members), attempt.hash, waiting)
  return { key, attempt }
}

describe('a nonce for several claims', () => {
  it('leaves out a claim that has a nonce already, and was not moved before its process ended', async () => {
    const signer = aPayer()
    const ids = await Promise.all(Array.from({ length: 3 }, aClaim))
    const [early = ''] = ids
    const own = await store.assignNonce(await readOne(early), signer, 0n)
    const { assigned: taken } = await store.assignSharedNonce(await read(ids), signer, 0n)
    expect(new Set(taken?.key.members)).toEqual(new Set(ids.slice(1)))
    expect(taken?.requests.map(({ id }) => id)).not.toContain(early)
    expect(await openNonce(early)).toEqual(own)
  })

  it('is one nonce when workers take one for the same claims at once', async () => {
    const signer = aPayer()
    const ids = await Promise.all(Array.from({ length: 4 }, aClaim))
    const claims = await read(ids)
    const takings = [
      ...[claims, [...claims].reverse()].map((some) => store.assignSharedNonce(some, signer, 0n)),
      ...claims.map((claim) => store.assignNonce(claim, signer, 0n)),
    ]
    await Promise.all(takings)
    const held = await Promise.all(ids.map((id) => openNonce(id)))
    for (const [index, key] of held.entries()) expect(key?.members).toContain(ids[index])
  })
})

/** Waits until this many statements wait for a lock. */
async function untilWaiting(many = 1): Promise<void> {
  for (;;) {
    const [busy] = await db.sql.query(
      unchecked<{ count: string }>(
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      ),
      [],
    )
    if (Number(busy?.count) >= many) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe('what happens to all claims of a nonce', () => {
  const sql = (statement: string, values: unknown[]) => (tx: Sql) => tx.query(unchecked(statement), values)
  type Change = (key: AssignedNonce, hash: Hex) => (tx: Sql) => Promise<unknown>
  const lockNonce: Change = ({ signer }) => sql('SELECT 1 FROM nonces WHERE signer = $1 FOR UPDATE', [signer])
  const lockClaim: Change = (key) => sql('SELECT 1 FROM requests WHERE id = $1::uuid FOR UPDATE', [memberOf(key, 1)])
  const lockBytes: Change = (_, hash) => sql('SELECT 1 FROM tx_attempts WHERE hash = $1 FOR UPDATE', [hash])
  const leaves: Change = (key) =>
    sql('UPDATE nonce_members SET is_open = false WHERE request_id = $1::uuid', [memberOf(key, 1)])
  const moves: Change = (key) => sql("UPDATE requests SET state = 'superseded' WHERE id = $1::uuid", [memberOf(key, 1)])
  const isErased: Change = (_, hash) => sql('UPDATE tx_attempts SET raw_ct = NULL WHERE hash = $1', [hash])
  const isThrownAway: Change = (_, hash) => sql('DELETE FROM tx_attempts WHERE hash = $1', [hash])
  const nothing: Change = () => async () => undefined

  /** Does the work while another transaction holds the row, which makes a change before it commits. */
  async function during<T>(
    lock: Change,
    change: Change,
    key: AssignedNonce,
    hash: Hex,
    work: () => Promise<T>,
  ): Promise<T> {
    const working = await db.sql.transaction(async (tx) => {
      await lock(key, hash)(tx)
      const begun = work()
      await untilWaiting()
      await change(key, hash)(tx)
      return { begun }
    })
    return working.begun
  }

  it.each<[string, Change, Change]>([
    ['one of them has left it', lockNonce, leaves],
    ['one of them has moved', lockClaim, moves],
    ['the bytes are erased', lockBytes, isErased],
    ['the bytes are thrown away', lockBytes, isThrownAway],
  ])('is no reveal when, while it waits, %s', async (_, lock, change) => {
    const { key, attempt } = await signedNonce(3)
    const claims = await read(key.members)
    const reveal = () => store.beginSharedBroadcast(key, claims, attempt.hash, waiting)
    expect(await during(lock, change, key, attempt.hash, reveal)).toBeUndefined()
    const states = await Promise.all(key.members.map(async (id) => (await store.find(id))?.state))
    expect(states).not.toContain('revealed')
    expect((await store.attemptsOf(key)).map(({ broadcastStartedAt }) => broadcastStartedAt)).not.toContainEqual(
      expect.any(Date),
    )
  })

  it('is a reveal when nothing changed while it waited', async () => {
    for (const lock of [lockNonce, lockClaim, lockBytes]) {
      const { key, attempt } = await signedNonce(3)
      const claims = await read(key.members)
      const reveal = () => store.beginSharedBroadcast(key, claims, attempt.hash, waiting)
      const revealed = await during(lock, nothing, key, attempt.hash, reveal)
      expect(revealed?.map(({ id, state }) => [id, state])).toEqual(key.members.map((id) => [id, 'revealed']))
      expect((await store.attemptsOf(key))[0]?.broadcastStartedAt).toEqual(expect.any(Date))
    }
  })

  it('is no reveal for some of them', async () => {
    const { key, attempt } = await signedNonce(3)
    const some = await read(key.members.slice(1))
    expect(await store.beginSharedBroadcast(key, some, attempt.hash, waiting)).toBeUndefined()
  })

  it('stores no bytes that hold the secret of one who has left meanwhile, nor for some of them', async () => {
    const key = await shared(3)
    expect(await store.saveAttempt(key, aNewAttempt(), key.members.slice(1))).toBe(false)
    const attempt = aNewAttempt()
    const save = () => store.saveAttempt(key, attempt, key.members)
    expect(await during(lockNonce, leaves, key, attempt.hash, save)).toBe(false)
    expect(await store.attemptsOf(key)).toEqual([])
    expect(await store.saveAttempt(key, attempt, [memberOf(key, 0), memberOf(key, 2)])).toBe(true)
  })
})

describe('a group behind another request of its account that has begun since', () => {
  /** Requests that take from one account, in the order in which each counted those before it. */
  async function ofOneAccount(count: number): Promise<WorkRequest[]> {
    const ids: string[] = []
    for (let one = 0; one < count; one += 1) ids.push(await aClaim())
    const account = toHex(randomBytes(20))
    // The requests look as they do while a worker has leased them.
    const data = { pullsFrom: account, nextStepAt: new Date(Date.now() + 60_000) }
    await db.prisma.request.updateMany({ where: { id: { in: ids } }, data })
    return (await read(ids)).map((request, index) => ({ ...request, counted: ids.slice(0, index) }))
  }

  it('is given no nonce, and is due again in one moment', async () => {
    const signer = aPayer()
    const requests = await ofOneAccount(4)
    const [last, group] = [requests[3] as WorkRequest, requests.slice(0, 3)]
    expect(await store.assignFirstNonce(last, signer, 0n)).toBeDefined()
    expect(await store.assignSharedNonce(group, signer, 0n)).toEqual({ assigned: undefined, outdated: group })

    const reason = { code: 'test', text: 'decided again' }
    await Promise.all(group.map(({ id }) => store.postpone(id, 60_000, reason)))
    const ids = group.map(({ id }) => id)
    const due = await db.prisma.request.findMany({ where: { id: { in: ids } }, select: { nextStepAt: true } })
    expect(new Set(due.map(({ nextStepAt }) => nextStepAt.getTime())).size).toBe(1)

    const anew = group.map((request, index) => ({ ...request, counted: [last.id, ...ids.slice(0, index)] }))
    expect(await assignShared([...anew].reverse(), signer, 0n)).toMatchObject({ key: { members: [...ids].sort() } })
  })
})

describe('nonces that are taken at the same moment', () => {
  it('follow each other, for claims alone and for groups', async () => {
    const signer = aPayer()
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = await Promise.all(Array.from({ length: 6 }, aClaim))
    const claims = new Map((await read([a, b, c, d, e, f])).map((claim) => [claim.id, claim]))
    const those = (...ids: string[]) => ids.map((id) => claims.get(id) as WorkRequest)
    const taken = await Promise.all([
      ...those(a).map((claim) => store.assignFirstNonce(claim, signer, 7n)),
      assignShared(those(b, c), signer, 7n),
      ...those(d).map((claim) => store.assignFirstNonce(claim, signer, 7n)),
      assignShared(those(e, f), signer, 7n),
    ])
    expect(taken.map((one) => one?.key.nonce)).toEqual([7n, 8n, 9n, 10n])
    expect(taken.map((one) => one?.key.members)).toEqual([[a], [b, c].sort(), [d], [e, f].sort()])
    expect(await store.assignNonce(await readOne(await aClaim()), signer, 0n)).toMatchObject({ nonce: 11n })
  })

  it('are not wasted on a group of which one is left, nor on a claim that moved', async () => {
    const signer = aPayer()
    const [a = '', b = '', c = ''] = await Promise.all(Array.from({ length: 3 }, aClaim))
    const [stale, ...others] = await read([a, b, c])
    if (stale === undefined) throw new Error('no such claim')
    await store.advance(stale, 'settled_by_other', 'meanwhile')
    const other = aPayer()
    await store.assignNonce(await readOne(b), other, 0n)
    const taken = [store.assignFirstNonce(stale, signer, 0n), assignShared(others, signer, 0n)]
    expect(await Promise.all(taken)).toEqual([undefined, undefined])
    expect(await store.assignNonce(await readOne(c), signer, 0n)).toMatchObject({ nonce: 0n })
  })

  it('are given to the others when one is given another nonce while they wait for it', async () => {
    const [signer, other] = [aPayer(), aPayer()]
    const [late, free] = await Promise.all([aClaim(), aClaim()].map(async (id) => store.find(await id)))
    if (late === undefined || free === undefined) throw new Error('no such claim')
    let takings: Promise<unknown>[] = []
    await db.sql.transaction(async (tx) => {
      await tx.query(unchecked('SELECT 1 FROM requests WHERE id = $1::uuid FOR UPDATE'), [late.id])
      takings = [late, free].map((claim) => store.assignFirstNonce(claim, signer, 0n))
      await untilWaiting()
      const key = [other.chain, other.address]
      await tx.query(unchecked('INSERT INTO nonces (chain, signer, nonce, created_at) VALUES ($1, $2, 0, now())'), key)
      await tx.query(
        unchecked('INSERT INTO nonce_members (chain, signer, nonce, request_id) VALUES ($1, $2, 0, $3::uuid)'),
        [...key, late.id],
      )
    })
    expect(await Promise.all(takings)).toEqual([undefined, expect.anything()])
    expect(await openNonce(late.id)).toMatchObject({ signer: other.address })
    expect(await openNonce(free.id)).toMatchObject({ signer: signer.address })
  })

  it('leave no claim with two, whoever asks how often', async () => {
    const signer = aPayer()
    for (let round = 0; round < 15; round += 1) {
      const ids = await Promise.all(Array.from({ length: 4 }, aClaim))
      const requests = await read(ids)
      await Promise.all([
        ...requests.map((one) => store.assignNonce(one, signer, 0n)),
        store.assignSharedNonce(requests, signer, 0n),
        ...requests.map((one) => store.assignFirstNonce(one, signer, 0n)),
        ...requests.map((one) => store.assignNonce(one, signer, 0n)),
      ])
      for (const id of ids) expect((await openNonce(id))?.members).toContain(id)
    }
    // A nonce that was assigned and serves no claim is known as abandoned, so that nothing waits behind it for ever.
    const abandoned = (await store.abandonedNonces('right')).filter((key) => key.signer === signer.address)
    const held = await db.prisma.nonceMember.findMany({ where: { signer: signer.address }, distinct: ['nonce'] })
    const last = await db.prisma.signer.findFirst({ where: { address: signer.address } })
    expect(BigInt(abandoned.length + held.length)).toBe(last?.nextNonce)
  })
})

describe('the reveal', () => {
  const dueIn = async (id: string) =>
    ((await db.prisma.request.findUniqueOrThrow({ where: { id } })).nextStepAt.getTime() - Date.now()) / 1_000

  it('says when the next step is due, so that nothing after it can put off what the chain has woken', async () => {
    const { key, attempt } = await signedNonce(2)
    expect(await store.beginSharedBroadcast(key, await read(key.members), attempt.hash, waiting)).toHaveLength(2)
    for (const id of key.members) expect(await dueIn(id)).toBeGreaterThan(30)

    const signer = aPayer()
    const alone = await store.find(await aClaim())
    if (alone === undefined) throw new Error('no such claim')
    const taken = await store.assignFirstNonce(alone, signer, 0n)
    if (taken === undefined) throw new Error('the claim is not accepted')
    const own = aNewAttempt()
    await store.saveAttempt(taken.key, own, taken.key.members)
    expect(await store.beginBroadcast(taken.request, own.hash, waiting)).toMatchObject({ state: 'revealed' })
    expect(await dueIn(alone.id)).toBeGreaterThan(30)
    await store.wakeMined(signer, { from: 0n, below: 1n })
    expect(await dueIn(alone.id)).toBeLessThanOrEqual(0)
  })

  it('does not happen with bytes that are not stored', async () => {
    const key = await shared(2)
    expect(await store.beginSharedBroadcast(key, await read(key.members), aNewAttempt().hash, waiting)).toBeUndefined()
    const alone = await store.find(await aClaim())
    if (alone === undefined) throw new Error('no such claim')
    const taken = await store.assignFirstNonce(alone, aPayer(), 0n)
    if (taken === undefined) throw new Error('the claim is not accepted')
    expect(await store.beginBroadcast(taken.request, aNewAttempt().hash, waiting)).toBeUndefined()
    expect(await store.markBroadcastStarted(aNewAttempt().hash)).toBe(false)
    for (const id of [...key.members, alone.id]) expect(await store.find(id)).toMatchObject({ state: 'assigned' })
  })
})

describe('a transition', () => {
  it('answers with the claim as it is stored then', async () => {
    const [claim] = await read([await aClaim()])
    if (claim === undefined) throw new Error('no such claim')
    await store.postpone(claim.id, 0, { code: 'test', text: 'the simulation reverts' }, { isRevert: true })
    const taken = await store.assignFirstNonce(claim, aPayer(), 0n)
    if (taken === undefined) throw new Error('the claim is not accepted')
    expect(taken.request.reverts).toBe(1)
    const asStored = async (moved: Request | undefined) => {
      expect(moved).toEqual(await store.find(claim.id))
      return moved as WorkRequest
    }
    const attempt = aNewAttempt()
    await store.saveAttempt(taken.key, attempt, taken.key.members)
    const assigned = await asStored(taken.request)
    const revealed = await asStored(
      await store.beginBroadcast(assigned, attempt.hash, {
        reason: { code: 'test', text: 'sent' },
        delayMs: 0,
        notAfter,
      }),
    )
    const found = { txHash: attempt.hash, minedBlock: 7n, minedBlockHash: keccak256('0x07') }
    const mined = await asStored(await store.advance(revealed, 'receipt_found', 'block 7', found))
    const [key] = (await store.history(claim.id)).nonces
    await asStored(await store.confirm(mined, key, 'block 7 counts'))

    const group = await read([await aClaim(), await aClaim()])
    const { assigned: together } = await store.assignSharedNonce(group, aPayer(), 0n)
    expect(together?.requests).toEqual(await read(together?.key.members ?? []))
    if (together === undefined) throw new Error('the claims are not accepted')
    const { key: ours, requests } = together
    const batch = aNewAttempt()
    await store.saveAttempt(ours, batch, ours.members)
    const sent = await store.beginSharedBroadcast(ours, requests, batch.hash, {
      reason: { code: 'test', text: 'sent' },
      delayMs: 0,
      notAfter,
    })
    expect(sent).toEqual(await read(ours.members))

    const late = await readOne(await aClaim())
    const refused = await store.advance(late, 'refused', 'too late', { errorCode: 'EXPIRED' })
    expect(refused).toMatchObject({ state: 'rejected', errorCode: 'EXPIRED' })
    expect(refused).toEqual(await readOne(late.id))
  })
})

describe('a nonce as its claims see it', () => {
  it('has one that is the first, until it leaves', async () => {
    const key = await shared(3)
    const seen = () =>
      Promise.all(
        key.members.map(async (id) => {
          const [own] = (await store.history(id)).nonces
          return own === undefined ? 'none' : [own.isLead, own.isShared]
        }),
      )
    const [first, another] = [
      [true, true],
      [false, true],
    ]
    expect(await seen()).toEqual([first, another, another])
    await end(memberOf(key, 0))
    expect(await seen()).toEqual(['none', first, another])
    await end(memberOf(key, 2))
    expect(await seen()).toEqual(['none', [true, false], 'none'])
  })
})

describe('a shared nonce that nothing was sent for', () => {
  it('serves the first claim that asks for it alone', async () => {
    const key = await shared(3)
    await store.saveAttempt(key, aNewAttempt(), key.members)
    expect(await store.keepAlone(key, memberOf(key, 1))).toMatchObject({ nonce: 0n, members: [memberOf(key, 1)] })
    expect(await openNonce(memberOf(key, 1))).toMatchObject({ nonce: 0n, members: [memberOf(key, 1)] })
    expect(await openNonce(memberOf(key, 0))).toBeUndefined()
    expect(await store.attemptsOf(key)).toEqual([])
  })

  it('stays with it when others ask, who read whom it serves before', async () => {
    const key = await shared(4)
    const answers = await Promise.all(key.members.map((id) => store.keepAlone(key, id)))
    const kept = answers.filter((answer) => answer !== undefined)
    expect(kept).toHaveLength(1)
    expect(await openNonce(kept[0]?.members[0] as string)).toMatchObject({ members: kept[0]?.members })
  })

  it('keeps what was signed for one when another leaves that it does not serve any more', async () => {
    const key = await shared(2)
    const kept = await store.keepAlone(key, memberOf(key, 1))
    if (kept === undefined) throw new Error('it serves both')
    const attempt = aNewAttempt()
    await store.saveAttempt(kept, attempt, kept.members)
    await end(memberOf(key, 0))
    expect((await store.attemptsOf(key)).map(({ hash }) => hash)).toEqual([attempt.hash])
    await end(memberOf(key, 1))
    expect(await store.attemptsOf(key)).toEqual([])
  })

  it('is not given to one of them once something was sent', async () => {
    const { key, attempt } = await signedNonce(2)
    await store.markBroadcastStarted(attempt.hash)
    expect(await store.keepAlone(key, memberOf(key, 0))).toMatchObject({ members: key.members })
    expect(await openNonce(memberOf(key, 1))).toMatchObject({ members: key.members })
  })
})

describe('a nonce that serves no claim', () => {
  const nonces = async ({ signer }: AssignedNonce): Promise<bigint[]> =>
    (await store.abandonedNonces('right')).filter((key) => key.signer === signer).map(({ nonce }) => nonce)

  it('is found, however its last claim went', async () => {
    const key = await shared(2)
    expect(await nonces(key)).toEqual([])
    await db.prisma.nonceMember.updateMany({ where: { signer: key.signer }, data: { isOpen: false } })
    expect(await nonces(key)).toEqual([key.nonce])
  })

  it('is found when its claims have ended with it open', async () => {
    const key = await shared(2)
    await db.prisma.request.update({ where: { id: memberOf(key, 0) }, data: { state: 'lost' } })
    expect(await nonces(key)).toEqual([])
    await db.prisma.request.update({ where: { id: memberOf(key, 1) }, data: { state: 'superseded' } })
    expect(await nonces(key)).toEqual([key.nonce])
  })

  it('takes the transaction that fills it, and nothing else', async () => {
    const key = await shared(2)
    await db.prisma.nonceMember.updateMany({ where: { signer: key.signer }, data: { isOpen: false } })
    await store.abandonedNonces('right')
    const [claim, filling] = [aNewAttempt(), aNewAttempt()]
    await store.saveAttempt(key, claim, 'any')
    await store.saveAttempt(key, filling, 'none')
    const hashes: Hex[] = (await store.attemptsOf(key)).map(({ hash }) => hash)
    expect(hashes).toEqual([filling.hash])
  })
})

describe('the filling of a nonce', () => {
  const gwei = 1_000_000_000n
  /** A nonce that no longer serves a claim. */
  const anAbandoned = async (): Promise<AssignedNonce> => {
    const key = await shared(2)
    await store.saveAttempt(key, aNewAttempt(), key.members)
    await db.prisma.nonceMember.updateMany({ where: { signer: key.signer }, data: { isOpen: false } })
    await store.abandonedNonces(key.chain)
    return key
  }
  /** The chain is not a real one: no real chain closes a nonce in the middle of the signing, or stops for hours. */
  const filler = (nonces: AssignedNonce[], balance = 10n ** 18n) => {
    const world = {
      head: 1n,
      minedNonce: nonces[0]?.nonce ?? 0n,
      balance,
      now: Date.now(),
      sent: [] as Hex[],
      errors: [] as unknown[],
      unreadable: '',
      signing: async (_: NonceKey) => undefined as unknown,
    }
    const readable =
      <T>(what: string, read: () => Promise<T>) =>
      async () => {
        if (world.unreadable === what) throw new Error(`no endpoint says the ${what}`)
        return read()
      }
    const chain = {
      name: 'right',
      countedBlock: async () => 10n,
      feeCaps: { maxFeePerGas: 100n * gwei, maxMarketMultiple: 10n },
      quorum: 1,
      settledNonce: async () => 0n,
      nonceCounts: readable('nonces', async () => [world.minedNonce]),
      nativeBalance: readable('balance', async () => world.balance),
      receipts: async () => [],
      feeMarket: readable('fees', async () => {
        return { baseFeePerGas: gwei, recentTips: [gwei], minTip: gwei, maxTip: 100n * gwei }
      }),
      blockTimeMs: 1_000,
      headNumber: readable('head', async () => world.head),
      sign: async (key: NonceKey) => {
        await world.signing(key)
        const raw = toHex(randomBytes(100))
        return { raw, hash: keccak256(raw) }
      },
      send: async (raw: Hex) => {
        world.sent.push(raw)
        return { provider: 'none', message: null }
      },
    } as unknown as RelayChain
    const fill = makeFillNonceGaps({
      store: { ...makeRelayerStore(db, box, () => world.now), abandonedNonces: async () => nonces },
      ...{ chain, foreignNonce: () => undefined, onError: (error: unknown) => world.errors.push(error) },
      now: () => world.now,
    })
    return { world, fill }
  }
  const pass = (world: { head: bigint; now: number }) => {
    world.head += 31n
    world.now += 31_000
  }
  const offers = async (key: AssignedNonce) =>
    (await store.attemptsOf(key)).filter(({ purpose }) => purpose === 'gap_fill').map((one) => one.maxFeePerGas)

  it('sends nothing but the gap-filling transaction, when another worker closes it meanwhile', async () => {
    const key = await anAbandoned()
    const { world, fill } = filler([key])
    world.signing = () => store.closeNonce(key, '0x', 'dropped')
    await fill()
    expect(world.sent).toEqual([])
    await db.prisma.nonce.updateMany({ where: { signer: key.signer }, data: { closedHash: null } })
    world.signing = async () => undefined
    await fill()
    expect(world.sent).toHaveLength(1)
    expect(await offers(key)).toEqual([3n * gwei])
  })

  it('pays more for it now and then, up to ten times the market, and sends that again', async () => {
    const key = await anAbandoned()
    const { world, fill } = filler([key])
    for (let round = 0; round < 60; round += 1) {
      pass(world)
      await fill()
    }
    const paid = await offers(key)
    expect(paid.length).toBeGreaterThan(15)
    expect(paid.every((fee) => fee <= 31n * gwei)).toBe(true)
    expect(world.sent).toHaveLength(60)
    expect(new Set(world.sent).size).toBe(paid.length)
  })

  it.each(['fees', 'balance', 'nonces', 'head'])('goes out again while no endpoint says the %s', async (what) => {
    const key = await anAbandoned()
    const { world, fill } = filler([key])
    await fill()
    world.unreadable = what
    pass(world)
    await fill()
    expect(world.sent).toHaveLength(2)
    expect(world.sent[1]).toBe(world.sent[0])
  })

  it('pays what the market asks where a claim went as high that no filling may outbid it', async () => {
    const key = await anAbandoned()
    const [claim] = await store.attemptsOf(key)
    const high = { maxFeePerGas: String(95n * gwei), maxPriorityFee: String(95n * gwei) }
    await db.prisma.txAttempt.update({ where: { hash: claim?.hash as string }, data: high })
    const { world, fill } = filler([key])
    await fill()
    expect(world.sent).toHaveLength(1)
    expect(await offers(key)).toEqual([3n * gwei])
    pass(world)
    await fill()
    const [, more] = await offers(key)
    expect(more).toBeGreaterThan(3n * gwei)
    expect(more).toBeLessThan(4n * gwei)
  })

  it('pays no more while it waits behind another one, and offers nothing that its signer cannot pay', async () => {
    const [behind, poor] = [await anAbandoned(), await anAbandoned()]
    const stuck = filler([{ ...behind }])
    stuck.world.minedNonce = -1n
    for (let round = 0; round < 5; round += 1) {
      pass(stuck.world)
      await stuck.fill()
    }
    expect(await offers(behind)).toEqual([3n * gwei])
    expect(stuck.world.sent).toHaveLength(5)

    const { world, fill } = filler([poor], 21_000n * gwei - 1n)
    await fill()
    expect([world.sent, await offers(poor)]).toEqual([[], []])
    world.balance = 10n ** 18n
    await fill()
    expect(await offers(poor)).toEqual([3n * gwei])
  })

  it('goes on with the others when one cannot be signed', async () => {
    const [broken, good] = [await anAbandoned(), await anAbandoned()]
    const { world, fill } = filler([broken, good])
    const failure = new Error('the KMS does not answer')
    world.signing = async ({ signer }) => {
      if (signer === broken.signer) throw failure
    }
    await fill()
    expect(world.errors).toEqual([failure])
    expect(world.sent).toHaveLength(1)
    expect(await offers(good)).toHaveLength(1)
  })
})

describe('what is due', () => {
  it('is taken for one chain at a time', async () => {
    const id = await aClaim()
    const takenOn = async (chain: string) => (await store.lease(chain, 1_000, 60_000)).map((one) => one.id)
    expect(await takenOn('left')).not.toContain(id)
    expect(await takenOn('right')).toContain(id)
    expect(await takenOn('right')).not.toContain(id)
  })

  it('stays due when it was woken in the middle of a step that then puts it off', async () => {
    const id = await aClaim()
    await store.lease('right', 1_000, 60_000)
    await store.wake([id])
    await store.postpone(id, 60_000, { code: 'test', text: 'waiting for the receipt' })
    expect((await store.lease('right', 1_000, 60_000)).map((one) => one.id)).toContain(id)
    await store.postpone(id, 60_000, { code: 'test', text: 'waiting for the receipt' })
    expect((await store.lease('right', 1_000, 60_000)).map((one) => one.id)).not.toContain(id)
  })
})

describe('a time that the database rounds to milliseconds', () => {
  // A time that is rounded up would be due less than a millisecond too late. Each case is tried often enough to meet that.
  const often = Array.from({ length: 40 })
  const isTaken = async (id: string) => (await store.lease('right', 1_000, 60_000)).some((one) => one.id === id)

  it('leaves a new claim due at once', async () => {
    for (const _ of often) expect(await isTaken(await aClaim())).toBe(true)
  })

  it('leaves a woken claim due at once, and for the step that puts it off', async () => {
    const id = await aClaim()
    await isTaken(id)
    for (const _ of often) {
      await store.wake([id])
      expect(await isTaken(id)).toBe(true)
      await store.wake([id])
      await store.postpone(id, 60_000, { code: 'test', text: 'waiting for the receipt' })
      expect(await isTaken(id)).toBe(true)
    }
  })
})

describe('a claim that ends without its nonce', () => {
  const abandoned = async ({ signer }: AssignedNonce) =>
    (await db.prisma.nonce.findFirstOrThrow({ where: { signer } })).abandonedAt !== null

  it('keeps it when another worker has revealed it meanwhile', async () => {
    const { key, attempt } = await signedNonce(2)
    const [stale] = await read(key.members)
    await store.beginSharedBroadcast(key, await read(key.members), attempt.hash, waiting)
    expect(await store.advance(stale as WorkRequest, 'refused', 'too late')).toBeUndefined()
    expect(await openNonce(memberOf(key, 0))).toEqual(key)
    expect((await store.attemptsOf(key)).map(({ hash }) => hash)).toEqual([attempt.hash])
  })

  it('leaves it, with what was signed and has not left; the last one leaves it to be filled', async () => {
    const key = await shared(3)
    const claims = await read(key.members)
    const refuse = (index: number) => store.advance(claims[index] as WorkRequest, 'refused', 'too late')
    await store.saveAttempt(key, aNewAttempt(), key.members)
    await refuse(0)
    expect(await openNonce(memberOf(key, 0))).toBeUndefined()
    expect(await store.attemptsOf(key)).toEqual([])
    expect(await openNonce(memberOf(key, 1))).toMatchObject({ members: key.members.slice(1) })
    expect(await abandoned(key)).toBe(false)
    await Promise.all([refuse(1), refuse(2)])
    expect(await abandoned(key)).toBe(true)
  })

  it('leaves it to be filled, and nothing of what was sent, when the last two end in two transactions', async () => {
    const { key, attempt } = await revealedNonce(2)
    const [one, other] = (await read(key.members)) as [WorkRequest, WorkRequest]
    let endings: Promise<unknown>[] = []
    await db.sql.transaction(async (tx) => {
      await tx.query(unchecked('SELECT 1 FROM nonces WHERE signer = $1 FOR UPDATE'), [key.signer])
      endings = [
        store.advance(one, 'too_late_after_reveal', 'cancelled', { errorCode: 'LOST' }),
        store.advance(other, 'settled_by_other', 'meanwhile'),
      ]
      await untilWaiting(2)
    })
    expect(await Promise.all(endings)).toEqual([expect.anything(), expect.anything()])
    expect(await abandoned(key)).toBe(true)
    await expect(store.openRaw(attempt.hash)).rejects.toThrow('erased')
  })

  it.each([
    ['the reveal', 'SELECT 1 FROM tx_attempts WHERE signer = $1 FOR UPDATE'],
    [
      'the end',
      'SELECT 1 FROM requests JOIN nonce_members m ON m.request_id = id WHERE signer = $1 FOR UPDATE OF requests',
    ],
  ])('either is revealed or ends, when both come at once and %s is first', async (first, lock) => {
    const key = await shared(2)
    const claims = await read(key.members)
    const attempt = aNewAttempt()
    await store.saveAttempt(key, attempt, key.members)
    const reveal = () => store.beginSharedBroadcast(key, claims, attempt.hash, waiting)
    const refuse = () => store.advance(claims[0] as WorkRequest, 'refused', 'too late')
    const [begin, follow] = first === 'the reveal' ? [reveal, refuse] : [refuse, reveal]
    let both: Promise<unknown>[] = []
    await db.sql.transaction(async (tx) => {
      await tx.query(unchecked(lock), [key.signer])
      both = [begin()]
      await untilWaiting()
      both.push(follow())
      await untilWaiting(2)
    })
    expect(await Promise.all(both)).toEqual([expect.anything(), undefined])
    const states = (await read(key.members)).map(({ state }) => state)
    expect(states).toEqual(first === 'the reveal' ? ['revealed', 'revealed'] : ['rejected', 'assigned'])
    expect(await store.attemptsOf(key)).toHaveLength(first === 'the reveal' ? 1 : 0)
  })

  it('leaves it while it waits, unless another worker has moved it', async () => {
    const key = await shared(2)
    const [one, other] = (await read(key.members)) as [WorkRequest, WorkRequest]
    await store.saveAttempt(key, aNewAttempt(), key.members)
    await store.abandonNonces(one)
    expect(await store.attemptsOf(key)).toEqual([])
    expect(await openNonce(one.id)).toBeUndefined()
    expect(await openNonce(other.id)).toMatchObject({ members: [other.id] })
    expect(await abandoned(key)).toBe(false)
    await store.abandonNonces({ ...other, version: other.version - 1 })
    expect(await abandoned(key)).toBe(false)
    await store.abandonNonces(other)
    expect(await abandoned(key)).toBe(true)
    expect(await store.assignNonce(other, aPayer(), 0n)).toMatchObject({ members: [other.id] })
  })

  it('is given no other one by who read it before', async () => {
    const stale = await readOne(await aClaim())
    const signer = aPayer()
    const taken = await store.assignFirstNonce(stale, signer, 0n)
    const assigned = await readOne(stale.id)
    await store.advance(assigned, 'refused', 'too late')
    for (const one of [stale, assigned]) expect(await store.assignNonce(one, signer, 0n)).toBeUndefined()
    expect(taken?.key.nonce).toBe(0n)
    expect(await db.prisma.nonce.count({ where: { signer: signer.address } })).toBe(1)
  })

  it('leaves what was sent to be told from what fills it', async () => {
    const { key, attempt } = await revealedNonce(2)
    await Promise.all(key.members.map(end))
    expect((await store.attemptsOf(key)).map(({ hash }) => hash)).toEqual([attempt.hash])
    await expect(store.openRaw(attempt.hash)).rejects.toThrow('erased')
    expect(await abandoned(key)).toBe(true)
  })

  it('leaves none to be filled that is closed', async () => {
    const { key, attempt } = await revealedNonce(2)
    await store.closeNonce(key, attempt.hash, 'mined')
    await Promise.all(key.members.map(end))
    expect(await abandoned(key)).toBe(false)
  })
})

describe('a revealed claim that another signer is given, too', () => {
  const other = () => ({ ...aPayer(), chain: 'right' })
  const isAbandoned = async (key: NonceKey) =>
    (await db.prisma.nonce.findFirstOrThrow({ where: { signer: key.signer } })).abandonedAt !== null
  const keysOf = async (id: string) =>
    (await store.history(id)).nonces.map(({ chain, signer, nonce }) => ({ chain, signer, nonce }))
  const keyOf = ({ chain, signer, nonce }: NonceKey) => ({ chain, signer, nonce })

  it('keeps the nonce that it has, and is given one more once, whoever asks', async () => {
    const { key, attempt } = await revealedNonce(2)
    const claim = await readOne(memberOf(key, 0))
    const taken = await Promise.all([1, 2, 3].map(() => store.assignNonce(claim, other(), 0n, [key])))
    const hedge = taken[0] as AssignedNonce
    expect(taken).toEqual([hedge, hedge, hedge])
    expect(hedge.members).toEqual([claim.id])
    expect(await keysOf(claim.id)).toEqual([keyOf(key), keyOf(hedge)])
    expect(await keysOf(memberOf(key, 1))).toEqual([keyOf(key)])
    const second = aNewAttempt()
    expect(await store.saveAttempt(hedge, second, hedge.members)).toBe(true)
    const { nonces, all } = await store.history(claim.id)
    expect(nonces.map(({ attempts }) => attempts.map(({ hash }) => hash))).toEqual([[attempt.hash], [second.hash]])
    expect(all.map(({ hash }) => hash)).toEqual([attempt.hash, second.hash])
    const third = await store.assignNonce(claim, other(), 0n, [key, hedge])
    expect((await keysOf(claim.id)).length).toBe(3)
    expect(await store.assignNonce(claim, other(), 0n, [key, hedge])).toEqual(third)
    // Without the nonces of other signers the request is given no new one.
    expect(await store.assignNonce(claim, other(), 0n)).toMatchObject(keyOf(key))
  })

  it.each([0, 1])(
    'leaves the others when number %i of them did the work, and those of a batch keep theirs',
    async (used) => {
      const { key, attempt } = await revealedNonce(2)
      const claim = await readOne(memberOf(key, 0))
      const hedge = (await store.assignNonce(claim, other(), 0n, [key])) as AssignedNonce
      const second = aNewAttempt()
      await store.saveAttempt(hedge, second, hedge.members)
      const [kept, left] = used === 0 ? [key, hedge] : [hedge, key]
      await store.abandonNonces({ ...claim, version: claim.version - 1 }, { but: kept })
      expect(await keysOf(claim.id)).toHaveLength(2)
      await store.abandonNonces(claim, { but: kept })
      expect(await keysOf(claim.id)).toEqual([keyOf(kept)])
      // A transaction that never left is deleted; one that did may still be mined.
      const hashes = (await store.history(claim.id)).all.map(({ hash }) => hash)
      expect(hashes).toEqual(used === 0 ? [attempt.hash] : [attempt.hash, second.hash])
      expect(await isAbandoned(left)).toBe(used === 0)
      expect(await isAbandoned(kept)).toBe(false)
      expect(await keysOf(memberOf(key, 1))).toEqual([keyOf(key)])
    },
  )

  it('leaves all of them at its end, with nothing of its secret', async () => {
    const [claim] = (await read((await revealedNonce(2)).key.members)) as [WorkRequest]
    const [key] = (await store.history(claim.id)).nonces
    const hedge = (await store.assignNonce(claim, other(), 0n, key === undefined ? [] : [key])) as AssignedNonce
    const second = aNewAttempt()
    await store.saveAttempt(hedge, second, hedge.members)
    await store.markBroadcastStarted(second.hash)
    await end(claim.id)
    expect(await keysOf(claim.id)).toEqual([])
    expect(await isAbandoned(hedge)).toBe(true)
    await expect(store.openRaw(second.hash)).rejects.toThrow('erased')
  })

  /** A revealed claim that has its nonce alone. */
  const revealedAlone = async () => {
    const claim = await readOne(await aClaim())
    const taken = await store.assignFirstNonce(claim, aPayer(), 0n)
    if (taken === undefined) throw new Error('the claim is not accepted')
    const attempt = aNewAttempt()
    await store.saveAttempt(taken.key, attempt, taken.key.members)
    const revealed = (await store.beginBroadcast(taken.request, attempt.hash, waiting)) as WorkRequest
    return { claim, taken, attempt, revealed }
  }

  it('is taken off one of them alone', async () => {
    const { claim, taken, revealed } = await revealedAlone()
    const hedge = (await store.assignNonce(revealed, other(), 0n, [taken.key])) as AssignedNonce
    await store.abandonNonces(revealed, { only: hedge })
    expect(await keysOf(claim.id)).toEqual([keyOf(taken.key)])
    expect(await isAbandoned(hedge)).toBe(true)
  })

  it('leaves one that was taken after whoever confirms it had read which it has', async () => {
    const { claim, taken, attempt, revealed } = await revealedAlone()
    const [read] = (await store.history(claim.id)).nonces
    const hedge = (await store.assignNonce(revealed, other(), 0n, [taken.key])) as AssignedNonce
    const found = { txHash: attempt.hash, minedBlock: 7n, minedBlockHash: keccak256('0x07') }
    const mined = (await store.advance(revealed, 'receipt_found', 'block 7', found)) as WorkRequest
    expect(await store.confirm(mined, read, 'block 7 counts')).toMatchObject({ state: 'confirmed' })
    expect(await isAbandoned(hedge)).toBe(true)
    expect(await store.saveAttempt(hedge, aNewAttempt(), 'any')).toBe(false)
  })

  it('is confirmed with nothing left of a transaction that another worker signs at that moment', async () => {
    const { claim, attempt, revealed } = await revealedAlone()
    const found = { txHash: attempt.hash, minedBlock: 7n, minedBlockHash: keccak256('0x07') }
    const mined = (await store.advance(revealed, 'receipt_found', 'block 7', found)) as WorkRequest
    const [key] = (await store.history(claim.id)).nonces
    if (key === undefined) throw new Error('the claim has no nonce')
    const late = { ...aNewAttempt(), number: 1 }
    let both: Promise<unknown>[] = []
    await db.sql.transaction(async (tx) => {
      await tx.query(unchecked('SELECT 1 FROM nonces WHERE signer = $1 FOR UPDATE'), [key.signer])
      both = [store.saveAttempt(key, late, 'any')]
      await untilWaiting()
      both.push(store.confirm(mined, key, 'block 7 counts'))
      await untilWaiting(2)
    })
    expect(await Promise.all(both)).toEqual([true, expect.objectContaining({ state: 'confirmed' })])
    for (const { hash } of [attempt, late]) await expect(store.openRaw(hash)).rejects.toThrow('erased')
  })

  it('is confirmed with the nonce that did the work; the other one is filled', async () => {
    const { claim, taken, attempt, revealed } = await revealedAlone()
    const hedge = (await store.assignNonce(revealed, other(), 0n, [taken.key])) as AssignedNonce
    const second = aNewAttempt()
    await store.saveAttempt(hedge, second, hedge.members)
    await store.markBroadcastStarted(second.hash)
    const found = { txHash: second.hash, minedBlock: 7n, minedBlockHash: keccak256('0x07') }
    const mined = (await store.advance(revealed, 'receipt_found', 'block 7', found)) as WorkRequest
    const [, used] = (await store.history(claim.id)).nonces
    expect(await store.confirm(mined, used, 'block 7 counts')).toMatchObject({ state: 'confirmed' })
    for (const { hash } of [attempt, second]) await expect(store.openRaw(hash)).rejects.toThrow('erased')
    const toBeFilled = (await store.abandonedNonces('right')).map(({ signer }) => signer)
    expect(toBeFilled).toContain(taken.key.signer)
    expect(toBeFilled).not.toContain(hedge.signer)
  })
})

describe('what was analyzed in a quiet hour', () => {
  it('does not make the planner believe that nothing is open', async () => {
    const key = await shared(50)
    await db.prisma.$executeRawUnsafe('UPDATE nonce_members SET is_open = false')
    await db.prisma.$executeRawUnsafe('ANALYZE')
    await db.prisma.$executeRawUnsafe('UPDATE nonce_members SET is_open = true WHERE signer = $1', key.signer)
    const plan = await db.sql.query(
      unchecked<{ 'QUERY PLAN': string }>(`EXPLAIN SELECT 1 FROM nonce_members
        WHERE chain = '${key.chain}' AND signer = '${key.signer}' AND nonce = 0 AND is_open`),
      [],
    )
    expect(plan.map((row) => row['QUERY PLAN']).join()).not.toContain('slot_members_open_idx')
    const known = await db.sql.query(
      unchecked(`SELECT tablename, attname FROM pg_stats WHERE schemaname = current_schema()
          AND attname IN ('state', 'next_step_at', 'closed_hash', 'abandoned_at', 'is_open')`),
      [],
    )
    expect(known).toEqual([])
  })
})
