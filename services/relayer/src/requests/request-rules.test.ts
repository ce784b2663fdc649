/** Tests how the rules are composed: which number of which chain decides about a claim, and about an initiation. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Address } from 'viem'
import { primeConfig, primeNetwork } from '../../test/support/prime-config.ts'
import type { NodeState } from '../../test/support/scripted-node.ts'
import { claimWork, escrowOn, initiationWork, nowSecs, requestOf, type Side, wire } from '../../test/support/wired.ts'
import type { Escrow } from '../vaults/domain/escrow.ts'
import type { FillTime, InitiationWork, WorkRequest } from '../work/domain/work.ts'
import { batchMostOf, makeRequestRules } from './request-rules.ts'

let clock: number
beforeEach(() => {
  clock = nowSecs * 1_000
  jest.spyOn(Date, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  jest.restoreAllMocks()
})

interface Given {
  escrows?: Record<Side, Escrow>
  nodes?: Partial<Record<Side, Partial<NodeState>>>
  fittedWindows?: boolean
}
const long = { left: escrowOn('left', 7_001), right: escrowOn('right', 3_001) }

async function rulesFor({ escrows = long, nodes = {}, fittedWindows = false }: Given = {}) {
  const config = primeConfig({}, primeNetwork({ fittedWindows }))
  const wired = await wire(config, escrows, nodes)
  const store = {
    openSecret: jest.fn<() => Promise<`0x${string}`>>(),
    waitedFor: async () => null,
    pullsBeside: async () => [],
  }
  const { chains } = wired
  const rules = makeRequestRules({
    store,
    chains,
    network: config.network,
    batchMost: batchMostOf(config),
    now: Date.now,
  })
  return { rules, wired, config }
}

const dateAt = (secs: number) => new Date((nowSecs + secs) * 1_000)

describe('the fence of the first broadcast', () => {
  const fill: FillTime = {
    chain: 'right',
    cancelAfter: nowSecs + 3_001,
    windowSecs: 211,
    fillBy: null,
    initiateBy: null,
  }
  const claimOn = (source: Side, destination: Side, lifeSecs: number, leaseSecs = 100_003): WorkRequest =>
    requestOf(
      { kind: 'claim', source: escrowOn(source, 7_001), destination: escrowOn(destination, lifeSecs), hop: null },
      { leasedUntil: dateAt(leaseSecs) },
    )
  const creation = (over: Partial<FillTime>, how?: InitiationWork['how']): WorkRequest =>
    requestOf(initiationWork(long.left, { ...fill, ...over }, how), { leasedUntil: dateAt(100_003) })

  it.each<[string, () => WorkRequest[], number]>([
    ['a claim: its destination’s safety before its deadline', () => [claimOn('left', 'right', 3_001)], 3_001 - 131],
    ['a claim the other way round', () => [claimOn('right', 'left', 3_001)], 3_001 - 67],
    ['a claim whose lease ends before', () => [claimOn('left', 'right', 3_001, 11)], 11],
    [
      'a batch: the earliest of its members',
      () => [claimOn('left', 'right', 3_001), claimOn('left', 'right', 2_003), claimOn('left', 'right', 2_503)],
      2_003 - 131,
    ],
    ['an initiation: the time that its destination needs', () => [creation({})], 3_001 - 211],
    ['an initiation that its maker fills no more', () => [creation({ fillBy: nowSecs + 503 })], 503],
    ['an initiation that its maker is bound to', () => [creation({ initiateBy: nowSecs + 401 })], 401],
    [
      'an initiation of money that has left',
      () => [creation({ initiateBy: nowSecs + 401, fillBy: nowSecs + 503 }, { type: 'prefunded' })],
      503,
    ],
  ])('is that of %s', async (_what, requests, expected) => {
    const { rules } = await rulesFor()
    expect(rules.broadcastableUntil(requests())).toEqual(dateAt(expected))
  })
})

/** The fixed margin of the network is 1,801 s, and half of it stays for the solver. */
const sourceSafety = 901

describe('a claim', () => {
  const decide = async (
    lives: { source: number; destination: number },
    { chainAheadSecs = 0, ourAheadSecs = 0, ...given }: Given & { chainAheadSecs?: number; ourAheadSecs?: number } = {},
  ) => {
    const escrows = { left: escrowOn('left', lives.source), right: escrowOn('right', lives.destination) }
    const time = nowSecs + chainAheadSecs
    const { rules } = await rulesFor({ ...given, escrows, nodes: { left: { time }, right: { time }, ...given.nodes } })
    clock = (nowSecs + ourAheadSecs) * 1_000
    return rules.check(requestOf(claimWork(escrows)))
  }
  const tooLate = { type: 'refuse', errorCode: 'EXPIRED' }
  const standsStill = { type: 'wait', reason: { code: 'chain_unavailable' } }

  it.each<[string, { source: number; destination: number }, Parameters<typeof decide>[1], object]>([
    ['goes with exactly the safety of both', { source: sourceSafety, destination: 131 }, {}, { type: 'go' }],
    ['is too late a second short on the destination', { source: sourceSafety, destination: 130 }, {}, tooLate],
    ['is too late a second short on the source', { source: sourceSafety - 1, destination: 131 }, {}, tooLate],
    [
      'counts by the chains’ clocks, when these are ahead',
      { source: sourceSafety + 7, destination: 131 + 7 },
      { chainAheadSecs: 8 },
      tooLate,
    ],
    [
      'waits while our own clock is past the safety, and a chain stands still',
      { source: sourceSafety + 7, destination: 131 + 7 },
      { ourAheadSecs: 8 },
      standsStill,
    ],
    [
      'has a fitted source safety between fitted chains: half of both depths and the source’s time to claim',
      { source: Math.ceil((Math.ceil(3 * 1.013) + 307 + Math.ceil(5 * 2.003)) / 2) - 1, destination: 131 },
      { fittedWindows: true },
      tooLate,
    ],
    [
      'goes with that safety',
      { source: Math.ceil((Math.ceil(3 * 1.013) + 307 + Math.ceil(5 * 2.003)) / 2), destination: 131 },
      { fittedWindows: true },
      { type: 'go' },
    ],
    [
      'waits for a source that is not at its depth',
      { source: 7_001, destination: 3_001 },
      { nodes: { left: { vaultAt: (block) => shown(block > 5_003n - 5n + 1n) } } },
      { type: 'wait', reason: { code: 'source_not_initiated' } },
    ],
    [
      'goes with a source that is just at its depth',
      { source: 7_001, destination: 3_001 },
      { nodes: { left: { vaultAt: (block) => shown(block >= 5_003n - 5n + 1n) } } },
      { type: 'go' },
    ],
    [
      'waits for a destination that is not at its depth',
      { source: 7_001, destination: 3_001 },
      { nodes: { right: { vaultAt: (block) => shown(block > 7_001n - 3n + 1n) } } },
      { type: 'wait', reason: { code: 'destination_not_initiated' } },
    ],
    [
      'is no more once the destination is claimed',
      { source: 7_001, destination: 3_001 },
      { nodes: { right: { vaultAt: () => ({ state: 'claimed', balance: 0n }) } } },
      { type: 'done' },
    ],
  ])('%s', async (_what, lives, given, expected) => {
    expect(await decide(lives, given)).toMatchObject(expected)
  })

  it('is not checked again once its secret has left, and an initiation is', async () => {
    const late = { left: escrowOn('left', 1), right: escrowOn('right', 1) }
    const { rules } = await rulesFor({ escrows: late })
    expect(await rules.checkAgain(requestOf(claimWork(late)))).toMatchObject({ type: 'go' })
    const { rules: ofCreation } = await rulesFor({ escrows: late, nodes: { left: { vaultAt: () => missing } } })
    expect(await ofCreation.checkAgain(requestOf(initiationWork(late.left, undefined)))).toMatchObject({
      type: 'refuse',
    })
  })

  it('is urgent until its destination can be cancelled, and confirmed as deep as it is worth', async () => {
    const { rules } = await rulesFor()
    const escrows = { left: escrowOn('left', 7_001, 17), right: escrowOn('right', 3_001, 19) }
    expect(rules.urgencyOf(requestOf(claimWork(escrows)))).toEqual({
      purpose: 'claim',
      valueUsd: 19,
      deadlineMs: (nowSecs + 3_001) * 1_000,
    })
    expect(rules.urgencyOf(requestOf(initiationWork(escrows.left, undefined)))).toEqual({
      purpose: 'initiation',
      valueUsd: 17,
      deadlineMs: null,
    })
  })

  it.each<[string, number, number, 'private' | 'public']>([
    ['for as long as the private endpoint has', 3_001, 60_012, 'private'],
    ['no longer', 3_001, 60_013, 'public'],
    ['with twice the safety of its chain left', 2 * 131, 0, 'private'],
    ['no more with less', 2 * 131 - 1, 0, 'public'],
  ])('is shown to the private endpoint alone, %s', async (_what, lifeSecs, sinceMs, expected) => {
    const escrows = { ...long, right: escrowOn('right', lifeSecs + Math.floor(sinceMs / 1_000)) }
    const { rules } = await rulesFor({ escrows })
    clock += sinceMs
    const request = requestOf(claimWork(escrows), { firstBroadcastAt: new Date(nowSecs * 1_000) })
    expect(await rules.visibilityOf(request)).toBe(expected)
  })

  it('is done by a receipt that succeeded at its destination, and by no other', async () => {
    const { rules } = await rulesFor()
    const request = requestOf(claimWork(long))
    const receipt = { hash: '0x', blockNumber: 1n, blockHash: '0x', from: long.right.vault } as const
    const isDoneBy = (isSuccess: boolean, ...vaults: Address[]) =>
      rules.isDoneBy(request, { ...receipt, isSuccess, vaults })
    expect(isDoneBy(true, long.left.vault, long.right.vault)).toBe(true)
    expect(isDoneBy(true, long.left.vault)).toBe(false)
    expect(isDoneBy(false, long.right.vault)).toBe(false)
  })

  it('ends as another’s only at the depth of its worth', async () => {
    const claimedFrom = (first: bigint) => ({
      right: { vaultAt: (block: bigint) => ({ state: block >= first ? 'claimed' : 'open', balance: 1_000n }) as const },
    })
    const endingWhen = async (first: bigint) => {
      const { rules } = await rulesFor({ nodes: claimedFrom(first) })
      return (await rules.findEnding(requestOf(claimWork(long)))).type
    }
    expect(await endingWhen(7_001n - 3n + 1n)).toBe('done')
    expect(await endingWhen(7_001n - 3n + 2n)).toBe('waiting')
  })
})

const missing = { state: 'missing', balance: 0n } as const
const shown = (isThere: boolean) => (isThere ? ({ state: 'open', balance: 1_000n } as const) : missing)

describe('an initiation', () => {
  /** Decides about an initiation whose source does not exist; its vault may hold the prefund already. */
  const decide = async (
    given: {
      life?: { source?: number; destination?: number }
      fill?: Partial<FillTime>
      how?: InitiationWork['how']
      chainAheadSecs?: Partial<Record<Side, number>>
      ourAheadSecs?: number
      fittedWindows?: boolean
    } = {},
  ) => {
    const { life = {}, fill = {}, how, chainAheadSecs = {}, ourAheadSecs = 0, fittedWindows = false } = given
    const source = escrowOn('left', life.source ?? 7_001)
    const destination = escrowOn('right', life.destination ?? 3_001)
    const vaultAt = () => missing
    const { rules } = await rulesFor({
      escrows: { left: source, right: destination },
      nodes: {
        left: { vaultAt, time: nowSecs + (chainAheadSecs.left ?? 0) },
        right: { time: nowSecs + (chainAheadSecs.right ?? 0) },
      },
      fittedWindows,
    })
    clock = (nowSecs + ourAheadSecs) * 1_000
    const times: FillTime = {
      ...{ chain: 'right', cancelAfter: destination.terms.cancelAfter, windowSecs: 211, fillBy: null },
      ...{ initiateBy: null, ...fill },
    }
    return rules.check(requestOf(initiationWork(source, times, how)))
  }
  const refused = { type: 'refuse' }
  const waits = { type: 'wait', reason: { code: 'chain_unavailable' } }
  /** The source outlives the destination by the fixed margin. */
  const apart = 1_801

  it.each<[string, Parameters<typeof decide>[0], object]>([
    ['goes with time to spare', {}, { type: 'go' }],
    ['goes with exactly the margin', { life: { source: 3_001 + apart } }, { type: 'go' }],
    ['is refused a second short of the margin', { life: { source: 3_000 + apart } }, refused],
    ['goes with exactly the window of the destination', { life: { destination: 211 } }, { type: 'go' }],
    ['is refused a second short of it', { life: { destination: 210 } }, refused],
    ['is refused by the destination’s clock', { life: { destination: 215 }, chainAheadSecs: { right: 5 } }, refused],
    ['waits by our own clock', { life: { destination: 215 }, ourAheadSecs: 5 }, waits],
    ['goes a second before its maker fills it no more', { fill: { fillBy: nowSecs + 1 } }, { type: 'go' }],
    ['is refused when its maker fills it no more', { fill: { fillBy: nowSecs } }, refused],
    [
      'is refused by the destination’s clock when its maker fills it no more',
      { fill: { fillBy: nowSecs + 5 }, chainAheadSecs: { right: 5 } },
      refused,
    ],
    ['goes a second before its maker is bound no more', { fill: { initiateBy: nowSecs + 1 } }, { type: 'go' }],
    ['is refused when its maker is bound no more', { fill: { initiateBy: nowSecs } }, refused],
    [
      'is refused by the source’s clock when its maker is bound no more',
      { fill: { initiateBy: nowSecs + 5 }, chainAheadSecs: { left: 5 } },
      refused,
    ],
    [
      'waits by our own clock when its maker is bound no more',
      { fill: { initiateBy: nowSecs + 5 }, ourAheadSecs: 5 },
      waits,
    ],
    [
      'is refused where fitted windows leave no time to reveal',
      { fittedWindows: true, fill: { fillBy: nowSecs + 3_001 - (Math.ceil(3 * 1.013) + 131) + 1 } },
      refused,
    ],
    [
      'goes where fitted windows leave just that time',
      { fittedWindows: true, fill: { fillBy: nowSecs + 3_001 - (Math.ceil(3 * 1.013) + 131) } },
      { type: 'go' },
    ],
  ])('%s', async (_what, given, expected) => {
    expect(await decide(given)).toMatchObject(expected)
  })

  it('is refused when less than the claim safety of its own chain is left on the source', async () => {
    const decideAt = async (lifeSecs: number) => {
      const escrows = { left: escrowOn('left', lifeSecs), right: escrowOn('right', 3_001) }
      const { rules } = await rulesFor({ escrows, nodes: { left: { vaultAt: () => missing } } })
      return (await rules.check(requestOf(initiationWork(escrows.left, undefined)))).type
    }
    expect([await decideAt(67), await decideAt(66)]).toEqual(['go', 'refuse'])
  })
})

describe('a batch', () => {
  it('has as many claims, or initiations, as its own setting says', async () => {
    const { rules } = await rulesFor()
    const prefunded = initiationWork(long.left, undefined, { type: 'prefunded' })
    expect(rules.batchOf(requestOf(claimWork(long)))).toEqual({ kind: 'claim', most: 19 })
    expect(rules.batchOf(requestOf(prefunded))).toEqual({ kind: 'prefunded', most: 17 })
    expect(rules.batchOf(requestOf(initiationWork(long.left, undefined)))).toEqual({ kind: 'signed', most: 17 })
  })

  it('joins nothing that has a nonce already', async () => {
    const { rules } = await rulesFor()
    expect(rules.batchOf(requestOf(claimWork(long), { state: 'assigned' }))).toBeUndefined()
  })
})
