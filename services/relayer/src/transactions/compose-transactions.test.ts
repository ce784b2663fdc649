/** Tests how the transaction manager is composed: what is asked, stored and sent, in which order, and with which numbers. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type Hex, keccak256 } from 'viem'
import { anAttempt } from '../../test/support/builders.ts'
import { primeConfig } from '../../test/support/prime-config.ts'
import { blockHashOf, type NodeState } from '../../test/support/scripted-node.ts'
import {
  claimWork,
  escrowOn,
  initiationWork,
  nowSecs,
  requestOf,
  type Side,
  secret,
  type Wired,
  wire,
} from '../../test/support/wired.ts'
import type { Observe } from '../admin/observe.ts'
import type { Database } from '../db/client.ts'
import { batchMostOf, makeRequestRules } from '../requests/request-rules.ts'
import type { RelayerStore } from '../work/db/relayer.store.ts'
import type { WorkRequest } from '../work/domain/work.ts'
import { inSpan } from '../work/in-span.ts'
import type { RelayChain } from '../work/ports.ts'
import { composeTransactions } from './compose-transactions.ts'
import type { Attempt, NonceKey } from './ports.ts'

let clock: number
beforeEach(() => {
  clock = nowSecs * 1_000
  jest.spyOn(Date, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  jest.restoreAllMocks()
})

const escrows = { left: escrowOn('left', 7_001), right: escrowOn('right', 3_001) }
const dateAt = (secs: number) => new Date((nowSecs + secs) * 1_000)
type Called = [name: string, ...args: unknown[]]
type Answers = Record<string, (...args: never[]) => unknown>

/** A store that gives only the answers that it was given, and notes what it was asked. */
function recordingStore(answers: Answers, calls: Called[]): RelayerStore {
  return new Proxy({} as RelayerStore, {
    get:
      (_target, name: string) =>
      async (...args: never[]) => {
        calls.push([name, ...args])
        return answers[name]?.(...args)
      },
  })
}

const silent = new Proxy({} as Observe, { get: () => () => undefined })

interface Given {
  answers?: Answers
  nodes?: Partial<Record<Side, Partial<NodeState>>>
  /** Changes single endpoints after they were made. */
  change?: (wired: Wired) => void
  most?: number
}

/** The manager as production composes it, over the production chains and rules. */
async function managerOf({ answers = {}, nodes = {}, change = () => undefined }: Given) {
  const config = primeConfig()
  const calls: Called[] = []
  const wired = await wire(config, escrows, nodes)
  change(wired)
  const chains = new Map([...wired.chains].map(([name, chain]) => [name, noting(chain, calls)]))
  // Whatever is asked of this database, it has no rows.
  const rowless = { get: () => async () => [] }
  const prisma = new Proxy({}, { get: () => new Proxy({}, rowless) })
  const database = { prisma, sql: new Proxy({}, rowless) }
  const store = recordingStore(answers, calls)
  const { network } = config
  const manager = composeTransactions({
    config,
    store,
    observe: silent,
    chains,
    database: database as unknown as Database,
    rules: makeRequestRules({ store, chains, network, batchMost: batchMostOf(config), now: Date.now }),
    inSpan,
    now: Date.now,
  })
  const callsTo = (name: string) => calls.filter(([one]) => one === name).map(([, ...args]) => args)
  return { manager, chains, callsTo, namesOf: (...some: string[]) => namesOf(calls, some) }
}

const namesOf = (calls: readonly Called[], some: readonly string[]) =>
  calls.map(([name]) => name).filter((name) => some.includes(name))

/** The same chain, which also notes what it sends among the calls to the store. */
const noting = (chain: RelayChain, calls: Called[]): RelayChain =>
  Object.assign(Object.create(chain), {
    send: async (raw: Hex, visibility: 'private' | 'public') => {
      calls.push(['send', keccak256(raw), visibility])
      return chain.send(raw, visibility)
    },
  })

/** Takes one step on each of these requests. */
async function step(requests: readonly WorkRequest[], { answers = {}, most = 29, ...given }: Given = {}) {
  const { manager, ...seen } = await managerOf({ ...given, answers: { ...usual(requests), ...answers } })
  await Promise.all(await manager.tick(requests[0]?.chain ?? 'right', most))
  return seen
}

const keyOf = (signer: Hex): NonceKey => ({ chain: 'right', signer, nonce: 7n })

/** A store that lets everything pass. */
function usual(requests: readonly WorkRequest[]): Answers {
  return {
    lease: () => requests,
    find: (id: string) => requests.find((one) => one.id === id),
    signerQueues: () => new Map(),
    openSecret: () => secret,
    waitedFor: () => null,
    pullsBeside: () => [],
    attemptsOf: () => [],
    saveAttempt: () => true,
    markBroadcastStarted: () => true,
    openRaw: () => '0x01',
    membersOf: () => requests.map(({ id }) => id),
    assignFirstNonce: (request: WorkRequest, { address }: { address: Hex }) => ({
      key: { ...keyOf(address), members: [request.id] },
      request: { ...request, state: 'assigned' },
    }),
    assignSharedNonce: (group: readonly WorkRequest[], { address }: { address: Hex }) => ({
      assigned: {
        key: { ...keyOf(address), members: group.map(({ id }) => id) },
        requests: group.map((request) => ({ ...request, state: 'assigned' })),
      },
      outdated: [],
    }),
    beginBroadcast: (request: WorkRequest) => ({ ...request, state: 'revealed' }),
    beginSharedBroadcast: (_key: unknown, group: readonly WorkRequest[]) =>
      group.map((request) => ({ ...request, state: 'revealed' })),
    advance: (request: WorkRequest, event: string, _reason: string, changes: object) => ({
      ...request,
      ...changes,
      state: event === 'receipt_found' ? 'mined' : 'revealed',
    }),
    history: () => ({ nonces: [], all: [] }),
  }
}

const waits = { delayMs: 4_000, reason: expect.objectContaining({ code: 'waiting_for_receipt' }) }

describe('a step', () => {
  it('leases as many requests as it may take, for longer than its questions take', async () => {
    const { callsTo } = await step([requestOf(claimWork(escrows))], { most: 31 })
    expect(callsTo('lease')).toEqual([['right', 31, 8_000]])
  })

  it('reveals a claim in this order: bytes stored, reveal committed until the fence, bytes sent', async () => {
    const request = requestOf(claimWork(escrows), { leasedUntil: dateAt(100_003) })
    const { callsTo, namesOf } = await step([request])
    expect(namesOf('saveAttempt', 'beginBroadcast', 'send')).toEqual(['saveAttempt', 'beginBroadcast', 'send'])
    const [[, { hash }]] = callsTo('saveAttempt') as [[unknown, { hash: Hex }]]
    expect(callsTo('beginBroadcast')).toEqual([
      [expect.objectContaining({ id: request.id }), hash, { ...waits, notAfter: dateAt(3_001 - 131) }],
    ])
    expect(callsTo('send')).toEqual([[hash, 'private']])
  })

  it('reveals nothing after its lease', async () => {
    const { callsTo } = await step([requestOf(claimWork(escrows), { leasedUntil: dateAt(8) })])
    expect(callsTo('beginBroadcast')[0]?.[2]).toMatchObject({ notAfter: dateAt(8) })
  })

  it('sends nothing of a claim whose reveal was not committed', async () => {
    const { namesOf } = await step([requestOf(claimWork(escrows))], { answers: { beginBroadcast: () => undefined } })
    expect(namesOf('beginBroadcast')).toHaveLength(1)
    expect(namesOf('send')).toEqual([])
  })

  it('reveals no claim whose bytes were not stored', async () => {
    const { namesOf } = await step([requestOf(claimWork(escrows))], { answers: { saveAttempt: () => false } })
    expect(namesOf('saveAttempt')).toHaveLength(1)
    expect(namesOf('beginBroadcast')).toEqual([])
    expect(namesOf('send')).toEqual([])
  })

  it('reveals a batch until the earliest fence of its members, and only then sends it', async () => {
    const batch = [100_003, 53, 100_003].map((secs) => requestOf(claimWork(escrows), { leasedUntil: dateAt(secs) }))
    const { callsTo, namesOf } = await step(batch)
    expect(namesOf('saveAttempt', 'beginSharedBroadcast', 'send')).toEqual([
      'saveAttempt',
      'beginSharedBroadcast',
      'send',
    ])
    expect(callsTo('beginSharedBroadcast')[0]?.[3]).toEqual({
      ...waits,
      reason: expect.objectContaining({ code: 'waiting_for_receipt' }),
      notAfter: dateAt(53),
    })
  })

  it('puts a batch off as a whole when another request of its account has begun since, and sends none of it alone', async () => {
    const batch = [1, 2, 3].map(() => requestOf(claimWork(escrows)))
    const { callsTo, namesOf } = await step(batch, {
      answers: { assignSharedNonce: (group: readonly WorkRequest[]) => ({ assigned: undefined, outdated: group }) },
    })
    const reason = expect.objectContaining({ code: 'decision_outdated' })
    expect(callsTo('postpone')).toEqual(batch.map(({ id }) => [id, 1_013, reason]))
    expect(namesOf('assignFirstNonce', 'assignNonce', 'send')).toEqual([])
  })

  it('sends nothing of a batch whose reveal was not committed', async () => {
    const batch = [1, 2, 3].map(() => requestOf(claimWork(escrows)))
    const { namesOf } = await step(batch, { answers: { beginSharedBroadcast: () => undefined } })
    expect(namesOf('beginSharedBroadcast')).toHaveLength(1)
    expect(namesOf('send')).toEqual([])
  })

  it('reserves three halves of what the transaction may cost, from the chain’s own limits', async () => {
    const { callsTo } = await step([requestOf(claimWork(escrows))])
    // The price is twice the base fee of 2 wei, and the least tip.
    const price = 4n + 1_000_000_000n
    expect(callsTo('assignFirstNonce')[0]?.[1]).toMatchObject({
      chain: 'right',
      reserve: (211_007n * price * 3n) / 2n,
      balance: 10n ** 21n,
    })
    expect(callsTo('saveAttempt')[0]?.[1]).toMatchObject({ gasLimit: 211_007n, signedBlock: 7_001n, number: 0 })
  })
})

/** The claim's gas limit is 211,007, and the price twice the base fee and the least tip, of 1 gwei. */
const gwei = 1_000_000_000n
describe('a claim that would cost too much', () => {
  const outcome = async (baseFee: bigint) => {
    const { callsTo, namesOf } = await step([requestOf(claimWork(escrows))], { nodes: { right: { baseFee } } })
    const reasons = callsTo('postpone').map(([, , reason]) => (reason as { code: string }).code)
    return [...namesOf('beginBroadcast'), ...reasons]
  }

  it.each<[string, bigint, string]>([
    ['waits at a price above the settings’ highest, of 500 gwei', 250n * gwei, 'fee_above_cap'],
    ['leaves below the highest cost', 236n * gwei, 'beginBroadcast'],
    ['waits above the highest cost', 237n * gwei, 'cost_above_cap'],
  ])('%s', async (_what, baseFee, expected) => {
    expect(await outcome(baseFee)).toEqual([expected])
  })
})

/** The accounts of the relayer's two signers, and the hash of a transaction by one of the two. */
const signerA: Hex = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const signerB: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const attemptHash: Hex = keccak256('0xbeef')

const attempt = (over: Partial<Attempt> = {}): Attempt =>
  anAttempt({
    hash: attemptHash,
    key: keyOf(signerA),
    gasLimit: 211_007n,
    maxFeePerGas: 11n,
    maxPriorityFeePerGas: 3n,
    signedBlock: 7_001n,
    createdAt: dateAt(0),
    broadcastStartedAt: dateAt(0),
    lastBroadcastAt: dateAt(0),
    ...over,
  })
const historyOf = (one: Attempt) => ({
  history: () => ({ nonces: [{ ...one.key, isLead: true, isShared: false, attempts: [one] }], all: [one] }),
  attemptsOf: () => [one],
})

const revealed = (over: Partial<WorkRequest> = {}) =>
  requestOf(claimWork(escrows), { state: 'revealed', firstBroadcastAt: dateAt(0), ...over })

/** The chain's next nonce is the one of the request. */
const isNext = { right: { nonceAt: () => 7n } }

describe('a revealed claim', () => {
  it('is marked before its bytes leave again', async () => {
    clock += 11_000
    const { callsTo, namesOf } = await step([revealed()], { answers: historyOf(attempt()), nodes: isNext })
    expect(namesOf('markBroadcastStarted', 'send')).toEqual(['markBroadcastStarted', 'send'])
    expect(callsTo('markBroadcastStarted')).toEqual([[attemptHash]])
  })

  it('whose bytes are stored no more is not sent', async () => {
    clock += 11_000
    const answers = { ...historyOf(attempt()), markBroadcastStarted: () => false }
    const { namesOf } = await step([revealed()], { answers, nodes: isNext })
    expect(namesOf('markBroadcastStarted')).toHaveLength(1)
    expect(namesOf('send')).toEqual([])
  })

  it.each<[string, bigint, string[]]>([
    ['waits in a block above the depth of its worth', 7_001n - 3n + 2n, []],
    ['is confirmed in a block at that depth', 7_001n - 3n + 1n, ['confirm']],
  ])('%s', async (_what, block, confirmed) => {
    const nodes = { right: { minedIn: () => block, nonceAt: () => 8n } }
    const { callsTo, namesOf } = await step([revealed()], { answers: historyOf(attempt()), nodes })
    expect(callsTo('advance')).toEqual([
      [
        expect.anything(),
        'receipt_found',
        expect.anything(),
        expect.objectContaining({
          txHash: attemptHash,
          minedBlock: block,
          minedBlockHash: blockHashOf('0xaa', block),
        }),
      ],
    ])
    expect(namesOf('confirm')).toEqual(confirmed)
  })
})

describe('a nonce that the chain counts as used, and not by ours', () => {
  const deepest = 7_001n - 13n + 1n
  const ofClosed = async (given: Given) => {
    clock += 11_000
    const { callsTo, namesOf } = await step([revealed()], { answers: historyOf(attempt()), ...given })
    return [...namesOf('send'), ...callsTo('closeNonce').map(([, , outcome]) => outcome)]
  }

  it('is given up at the deepest depth of its chain, and not before', async () => {
    const usedFrom = (block: bigint) => ({ right: { nonceAt: (at: bigint) => (at >= block ? 8n : 7n) } })
    expect(await ofClosed({ nodes: usedFrom(deepest) })).toEqual(['dropped'])
    expect(await ofClosed({ nodes: usedFrom(deepest + 1n) })).toEqual([])
  })

  it('is sent again while only one endpoint says so', async () => {
    const change: Given['change'] = ({ nodes: { right } }) => {
      right[0].state = { ...right[0].state, nonceAt: () => 8n }
    }
    expect(await ofClosed({ nodes: isNext, change })).toEqual(['send'])
  })
})

describe('a mined claim', () => {
  const minedIn = (minedBlock: bigint, over: Partial<WorkRequest> = {}) =>
    revealed({
      ...{ state: 'mined', txHash: attemptHash, minedBlock, minedBlockHash: blockHashOf('0xaa', minedBlock) },
      ...over,
    })

  it.each<[string, bigint, number | undefined, 'confirm' | 'postpone']>([
    ['a block above the depth of a small order', 7_001n - 3n + 2n, 1, 'postpone'],
    ['the depth of a small order', 7_001n - 3n + 1n, 1, 'confirm'],
    ['the depth of a small order, of a large one', 7_001n - 3n + 1n, 997, 'postpone'],
    ['a block above the depth of a large order', 7_001n - 13n + 2n, 997, 'postpone'],
    ['the depth of a large order', 7_001n - 13n + 1n, 997, 'confirm'],
    ['the depth of a large order, of unknown worth', 7_001n - 13n + 1n, undefined, 'confirm'],
    ['a block above it, of unknown worth', 7_001n - 13n + 2n, undefined, 'postpone'],
  ])('at %s: %s (worth %s) is told %s', async (_what, block, valueUsd, expected) => {
    const work = claimWork({ ...escrows, right: { ...escrows.right, valueUsd } })
    const { namesOf } = await step([minedIn(block, { work })], { answers: historyOf(attempt()) })
    expect(namesOf('confirm', 'postpone')).toEqual([expected])
  })

  it('says in which block it is mined, and which blocks count', async () => {
    const { callsTo } = await step([minedIn(7_000n)], { answers: historyOf(attempt()) })
    const text = 'mined in block 7000, which does not count yet: the last one that does is 6999'
    expect(callsTo('postpone')).toEqual([[expect.anything(), expect.anything(), { code: 'waiting_for_depth', text }]])
  })

  it('is taken back when another block stands in the place of its own, and sent again at once', async () => {
    const block = 6_997n
    const forked = minedIn(block, { minedBlockHash: blockHashOf('0xbb', block) })
    const { callsTo, namesOf } = await step([forked], { answers: historyOf(attempt()) })
    expect(callsTo('advance')).toEqual([
      [
        expect.objectContaining({ id: forked.id }),
        'reorged',
        expect.anything(),
        { txHash: null, minedBlock: null, minedBlockHash: null },
      ],
    ])
    expect(namesOf('markBroadcastStarted', 'send')).toEqual(['markBroadcastStarted', 'send'])
    expect(callsTo('postpone')).toEqual([[forked.id, 0, expect.objectContaining({ code: 'reorg' })]])
    expect(namesOf('confirm')).toEqual([])
  })

  it('is neither confirmed nor taken back while no majority says which block stands there', async () => {
    const { namesOf } = await step([minedIn(6_997n)], {
      answers: historyOf(attempt()),
      change({ nodes: { right } }) {
        right[1].state = { ...right[1].state, seed: '0xbb' }
        right[2].state = { ...right[2].state, seed: '0xcc' }
      },
    })
    expect(namesOf('confirm', 'advance', 'send', 'postpone')).toEqual(['postpone'])
  })
})

describe('nonces that a reorganization may have given back', () => {
  it('are those that a majority counts as unused, and old enough to be no transaction under way', async () => {
    const { manager, chains, callsTo } = await managerOf({
      nodes: { right: { nonceAt: () => 9n } },
      change({ nodes: { right } }) {
        right[0].state = { ...right[0].state, nonceAt: () => 5n }
      },
    })
    const upkeep = manager.upkeep(chains.get('right') as RelayChain, {
      intervalMs: 251,
      onWoken: () => undefined,
      isQuiet: () => false,
    })
    expect(upkeep.map(({ name, intervalMs }) => [name, intervalMs])).toEqual([
      ['repaired', 10_000],
      ['mined', 251],
      ['abandoned', 1_004],
    ])
    await upkeep.find(({ name }) => name === 'mined')?.run()
    const ofSigner = (address: Hex) => ({ chain: 'right', address })
    // The last number is ten blocks of 1,013 ms.
    expect(callsTo('reopenNonces')).toEqual([
      [ofSigner(signerA), 9n, 10_130],
      [ofSigner(signerB), 9n, 10_130],
    ])
  })
})

describe('bytes that never left', () => {
  const unsent = attempt({ lastBroadcastAt: null, provider: null, purpose: 'initiation' })
  const source = escrowOn('right', 7_001)
  const creation = (cancelAfter: number) =>
    requestOf(
      initiationWork(source, { chain: 'left', cancelAfter: nowSecs + cancelAfter, windowSecs: 211, fillBy: null }),
      { state: 'revealed', firstBroadcastAt: dateAt(0) },
    )
  const missing = { ...isNext.right, vaultAt: () => ({ state: 'missing', balance: 0n }) as const, vault: source.vault }

  it('are checked again, and sent in time', async () => {
    const { namesOf } = await step([creation(3_001)], { answers: historyOf(unsent), nodes: { right: missing } })
    expect(namesOf('send')).toHaveLength(1)
    expect(namesOf('abandonNonces')).toEqual([])
  })

  it('do not leave when it became too late meanwhile: their nonce is given up', async () => {
    const { callsTo, namesOf } = await step([creation(210)], { answers: historyOf(unsent), nodes: { right: missing } })
    expect(namesOf('send')).toEqual([])
    expect(callsTo('abandonNonces')).toEqual([
      [expect.anything(), { only: expect.objectContaining({ signer: signerA, nonce: 7n }) }],
    ])
  })

  it('do leave once some have: their nonce must be used', async () => {
    clock += 11_000
    const sent = { ...unsent, lastBroadcastAt: dateAt(0) }
    const { namesOf } = await step([creation(210)], { answers: historyOf(sent), nodes: { right: missing } })
    expect(namesOf('send')).toHaveLength(1)
  })
})

describe('another signer', () => {
  const afterMs = 73_009
  const assigned = (calls: unknown[][]) => calls.map(([, payer]) => (payer as { address: Hex }).address)

  it.each<[string, number, Hex[]]>([
    ['does not try before its time', afterMs - 1, []],
    ['tries after the time of the settings', afterMs, [signerB]],
  ])('%s', async (_what, sinceMs, expected) => {
    clock += sinceMs
    const { callsTo } = await step([revealed()], {
      answers: { ...historyOf(attempt()), assignNonce: () => undefined },
      nodes: isNext,
    })
    expect(assigned(callsTo('assignNonce'))).toEqual(expected)
  })
})
