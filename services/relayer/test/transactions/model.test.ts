import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { stringToHex, zeroAddress } from 'viem'
import { makeGatherer } from '../../src/transactions/batcher.ts'
import { makeReadLoads } from '../../src/transactions/choose-signer.ts'
import { type NonceState, nonceStateOf, nonceTransitions } from '../../src/transactions/domain/nonce-lifecycle.ts'
import type { Purpose, Request as TransactionRequest } from '../../src/transactions/domain/request.ts'
import { makeFillNonceGaps } from '../../src/transactions/fill-nonce-gaps.ts'
import type { RequestRules, TransactionObserver } from '../../src/transactions/ports.ts'
import { makeStep } from '../../src/transactions/step.ts'
import { makeRelayerStore, type RelayerStore } from '../../src/work/db/relayer.store.ts'
import { aClaimSubmission } from '../support/builders.ts'
import { box, useDatabase } from '../support/use-database.ts'
import { FakeChain, type FakeTx, vaultOf } from './fake-chain.ts'

const db = useDatabase('transaction_model', 8)

/** The state that the commands share. */
interface Model {
  /** Every request that was submitted. */
  ids: string[]
  /** Whether a reorg came since nonces were checked last. */
  hadReorg: boolean
}

const observe: TransactionObserver = {
  moved: () => undefined,
  lost: (request) => {
    throw new Error(`${request.id} is lost`)
  },
  sent: () => undefined,
  foreignNonce: (key) => {
    throw new Error(`nonce ${key.nonce} is foreign`)
  },
  hedged: () => undefined,
  waitsForUser: () => undefined,
}

/** The kind of batch that a request may join: requests are of two kinds, and no transaction has both. */
const kindOf = (id: string) => (id < '8' ? 'one' : 'other')

/**
 * The rules of the requests.
 * @param late requests for which it is too late: none of their transactions may leave as the first of its nonce.
 */
function rulesOf(chain: FakeChain, late: ReadonlySet<string>): RequestRules {
  const planOf = (requests: readonly { id: string }[]) => {
    const data = stringToHex(JSON.stringify(requests.map(({ id }) => id)))
    return { call: { to: zeroAddress, data }, gasLimit: 100_000n, count: requests.length }
  }
  return {
    errorCodes: { lost: 'LOST', cancelled: 'CANCELLED', expired: 'EXPIRED', reverts: 'PAYOUT_REVERTS' },
    check: async ({ id }) => {
      if (chain.doneBy(id, false)) return { type: 'done' }
      return late.has(id) ? { type: 'wait', reason: { code: 'late', text: 'late' } } : { type: 'go', isSimulated: true }
    },
    checkAgain: async ({ id }) =>
      late.has(id) ? { type: 'refuse', errorCode: 'EXPIRED', reason: 'late' } : { type: 'go', isSimulated: false },
    broadcastableUntil: () => new Date(Date.now() + 60_000),
    urgencyOf: () => ({ purpose: 'claim', valueUsd: undefined, deadlineMs: Date.now() + 86_400_000 }),
    batchOf: ({ id, state }) => (state === 'accepted' ? { kind: kindOf(id), most: 4 } : undefined),
    plan: async (request) => planOf([request]),
    planBatch: async () => planOf,
    wouldSucceed: async () => true,
    revertDelayMs: () => 0,
    visibilityOf: async () => 'public',
    isDoneBy: ({ id }, { isSuccess, vaults }) => isSuccess && vaults.includes(vaultOf(id)),
    findEnding: async ({ id }) => {
      if (chain.doneBy(id, false) === undefined) return { type: 'open' }
      if (chain.doneBy(id, true) !== undefined) return { type: 'done' }
      return { type: 'waiting', reason: { code: 'depth', text: 'depth' } }
    },
    findEndingTx: async ({ id }) => {
      const by = chain.doneBy(id, false)
      return by === 'other' ? undefined : by?.hash
    },
  }
}

/** The target, as a process that dies before or after one of its calls sees it. From then on none of its calls does anything. */
function mortal<T extends object>(target: T, fuel: { left: number }): T {
  const spend = () => {
    fuel.left -= 1
    if (fuel.left < 0) throw new Error('the process is dead')
  }
  return new Proxy(target, {
    get(of, name) {
      const value = Reflect.get(of, name)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        spend()
        const answer = await value.apply(of, args)
        spend()
        return answer
      }
    },
  })
}

/** The system under test: a chain, one database, and new workers for every step. */
class System {
  readonly chain = new FakeChain()
  readonly late = new Set<string>()
  /** Requests whose work left as the first of its nonce, though it was too late for one of them. */
  readonly sentLate: string[] = []
  #now = Date.now()
  #states = new Map<string, NonceState>()
  readonly store: RelayerStore = makeRelayerStore(db, box, () => this.#now)

  constructor() {
    // No byte of a request leaves before the commit that says so.
    this.chain.onSend = async ({ ids, signer, nonce }) => {
      const found = await Promise.all(ids.map((id) => this.store.find(id)))
      for (const request of found) expect(request?.firstBroadcastAt).not.toBeNull()
      expect(new Set(ids.map(kindOf)).size).toBeLessThanOrEqual(1)
      const isFirst = !this.chain.sent.some((tx) => tx.signer === signer && tx.nonce === nonce)
      if (isFirst && ids.some((id) => this.late.has(id))) this.sentLate.push(...ids)
    }
  }

  async submit(): Promise<string> {
    const { request } = await this.store.insert(aClaimSubmission({ chain: this.chain.name }))
    return request.id
  }

  /**
   * Runs one process, which takes what is due and fills gaps, and dies after this many calls. Leases end at once, so that workers
   * overlap.
   */
  async work(calls: number): Promise<void> {
    const fuel = { left: calls }
    const store = mortal(this.store, fuel)
    const chain = mortal(this.chain, fuel)
    const deps = {
      ...{ requests: store, nonces: store, attempts: store, rules: rulesOf(this.chain, this.late), observe },
      gather: makeGatherer<TransactionRequest>({ least: 2, waitMs: 5 }),
      readLoads: makeReadLoads(store),
      knownSigners: async () => this.chain.signers,
      hedgeAfterMs: 60_000,
      now: () => this.#now,
    }
    const step = makeStep(deps, new Map([[chain.name, chain]]))
    const leased = await store.lease(chain.name, 20, 1).catch(() => [])
    await Promise.allSettled(leased.map(step))
    const fill = makeFillNonceGaps({
      store,
      chain,
      foreignNonce: observe.foreignNonce,
      onError: () => undefined,
      now: () => this.#now,
    })
    await fill().catch(() => undefined)
    // Nothing is repaired here: only a deep reorg needs that, and these reorgs stay above confirmation depth.
  }

  /** Lets time pass, so that everything that waits is due. */
  async pass(ids: readonly string[]): Promise<void> {
    this.#now += 20_000
    await this.store.wake(ids)
  }

  async nonces() {
    const rows = await db.prisma.nonce.findMany({
      where: { chain: this.chain.name },
      include: { attempts: { orderBy: { number: 'asc' } } },
    })
    return rows.map(({ signer, nonce, closedHash, abandonedAt, attempts }) => ({
      key: `${signer} ${nonce}`,
      sent: attempts.flatMap(({ hash }) => this.chain.sent.find((tx) => tx.hash === hash) ?? []),
      state: nonceStateOf({
        isClosed: closedHash !== null,
        isAbandoned: abandonedAt !== null,
        attempts: attempts.map(({ purpose, broadcastStartedAt, outcome }) => ({
          purpose: purpose as Purpose,
          isBroadcast: broadcastStartedAt !== null,
          outcome: outcome as 'mined' | 'reverted' | 'dropped' | null,
        })),
      }),
    }))
  }

  async checkInvariants(model: Model): Promise<void> {
    for (const { key, state, sent } of await this.nonces()) {
      const before = this.#states.get(key)
      if (before !== undefined) expect(reachable(before, model.hadReorg)).toContain(state)
      this.#states.set(key, state)
      expectOneWork(sent)
    }
    model.hadReorg = false
    expect(this.sentLate).toEqual([])
  }
}

/** Transactions at one nonce do the work of one request or batch: what replaces one may only leave work out. */
function expectOneWork(sent: readonly FakeTx[]): void {
  for (const [index, tx] of sent.entries()) {
    const before = sent[index - 1]
    if (before !== undefined) expect(before.ids).toEqual(expect.arrayContaining(tx.ids))
  }
}

function reachable(start: NonceState, withReorg: boolean): NonceState[] {
  const seen = new Set([start])
  for (const state of seen)
    for (const [event, targets] of Object.entries(nonceTransitions[state]))
      if (withReorg || event !== 'reorg') for (const target of targets) seen.add(target)
  return [...seen]
}

const command = (name: string, act: (model: Model, system: System) => Promise<void>) => ({
  check: () => true,
  run: async (model: Model, system: System) => {
    await act(model, system)
    await system.checkInvariants(model)
  },
  toString: () => name,
})

const calls = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant(10_000))
const commands = [
  fc.integer({ min: 1, max: 3 }).map((count) =>
    command(`submit ${count}`, async (model, system) => {
      for (let one = 0; one < count; one += 1) model.ids.push(await system.submit())
    }),
  ),
  fc.tuple(calls, calls).map(([one, other]) =>
    command(`two workers that die after ${one} and ${other} calls`, async (model, system) => {
      await system.pass(model.ids)
      await Promise.all([system.work(one), system.work(other)])
    }),
  ),
  fc.integer({ min: 1, max: 4 }).map((blocks) =>
    command(`mine ${blocks}`, async (_model, { chain }) => {
      for (let block = 0; block < blocks; block += 1) chain.mine()
    }),
  ),
  fc.tuple(fc.integer({ min: 1, max: 2 }), fc.boolean()).map(([blocks, isKept]) =>
    command(`reorg of ${blocks}, ${isKept ? 'kept' : 'forgotten'}`, async (model, { chain }) => {
      chain.reorg(blocks, isKept)
      model.hadReorg = true
    }),
  ),
  fc.tuple(fc.nat(20), fc.boolean()).map(([index, isLate]) =>
    command(`it is ${isLate ? 'too late' : 'time'} for request ${index}`, async ({ ids }, { late }) => {
      const id = ids[index % Math.max(1, ids.length)]
      if (id !== undefined) isLate ? late.add(id) : late.delete(id)
    }),
  ),
  fc.constant(command('the pool is lost', async (_model, { chain }) => chain.losePool())),
  fc.nat(20).map((index) =>
    command(`another party settles request ${index}`, async ({ ids }, { chain }) => {
      const id = ids[index % Math.max(1, ids.length)]
      if (id !== undefined && chain.doneBy(id, false) === undefined) chain.mine([id])
    }),
  ),
]

/** Runs workers that do not die, until every request has ended and no nonce is open. */
async function drain(system: System, { ids }: Model): Promise<void> {
  system.late.clear()
  for (let round = 0; round < 80; round += 1) {
    await system.pass(ids)
    await system.work(1_000_000)
    for (let block = 0; block < 5; block += 1) system.chain.mine()
    const open = await system.store.hasOpenNonces(system.chain.name)
    const counts = (await Promise.all(ids.map((id) => system.store.find(id)))).map((one) => one?.state)
    if (!open && counts.every((state) => state === 'confirmed' || state === 'superseded')) return
  }
  throw new Error(`not drained: ${JSON.stringify(await system.nonces())}`)
}

it('a request ends when another party did its work in the block of our own transaction, which then did nothing', async () => {
  const model: Model = { ids: [], hadReorg: false }
  const system = new System()
  const id = await system.submit()
  model.ids.push(id)
  await system.pass(model.ids)
  await system.work(1_000_000)
  expect(system.chain.sent).toHaveLength(1)
  system.chain.mine([id])
  await drain(system, model)
  expect((await system.store.find(id))?.state).toBe('superseded')
})

it.each([1, 3])('a process stops before it sends: stored bytes of %i requests are checked again', async (count) => {
  const model: Model = { ids: [], hadReorg: false }
  const system = new System()
  const { chain, late } = system
  const ofOneKind = () => model.ids.filter((id) => kindOf(id) === 'one')
  while (ofOneKind().length < count) model.ids.push(await system.submit())
  const { onSend } = chain
  chain.onSend = () => Promise.reject(new Error('the process is dead'))
  await system.pass(model.ids)
  await system.work(1_000_000)
  expect((await system.nonces()).map(({ state }) => state)).toContain('broadcast')
  chain.onSend = onSend
  // This request is a member of the batch, and not its lead.
  const refused = ofOneKind().toSorted().at(-1) as string
  late.add(refused)
  for (let round = 0; round < 6; round += 1) {
    await system.pass(model.ids)
    await system.work(1_000_000)
    chain.mine()
  }
  expect(new Set(chain.sent.flatMap(({ ids }) => ids))).toEqual(new Set(model.ids.filter((id) => id !== refused)))
  // The nonce is not left empty: later ones would wait behind it.
  expect(chain.sent.some(({ ids }) => ids.length === 0)).toBe(true)
  await drain(system, model)
  expect((await system.store.find(refused))?.state).toBe('confirmed')
})

it('workers that overlap, crashes and reorgs leave no nonce empty, no request open, and no secret out too early', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 25 }), async (cmds) => {
      const model: Model = { ids: [], hadReorg: false }
      const system = new System()
      await fc.asyncModelRun(() => ({ model, real: system }), cmds)
      await drain(system, model)
      await system.checkInvariants(model)
      for (const id of model.ids) {
        const by = system.chain.doneBy(id, true)
        const request = await system.store.find(id)
        expect(request?.state).toBe(by === 'other' ? 'superseded' : 'confirmed')
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
})
