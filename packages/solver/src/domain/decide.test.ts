import { describe, expect, it } from '@jest/globals'
import type { VaultView } from '@tandem/escrow'
import { type Decision, decide, type OrderView, type Policy, type SideView } from './decide.ts'

const now = 1_000_000
const policy: Policy = {
  minFillWindowSecs: 900,
  deadlineProblem: ({ source, destination }) => (source - destination < 21_600 ? 'the margin' : undefined),
  isPaused: false,
  minProfitBips: undefined,
  fundingSecs: 30,
}
const fillBy = now + 300
const missing: VaultView = { state: 'missing' }
const vault = (
  state: 'open' | 'claimed' | 'cancelled',
  over: { hasTerms?: boolean; balance?: bigint } = {},
): VaultView => ({ state, hasTerms: true, balance: 100n, ...over })

function side(cancelAfter: number, over: Partial<SideView> = {}): SideView {
  const address = '0x0000000000000000000000000000000000000001'
  const terms = {
    token: address,
    creator: address,
    recipient: address,
    hopBridge: address,
    amount: 100n,
    cancelAfter,
    commitmentHash: '0x',
  } as const
  return { terms, latest: missing, atDepth: missing, chainTime: now, ...over }
}

const order = (
  source: Partial<SideView> = {},
  destination: Partial<SideView> = {},
  isSecretPublic = false,
): OrderView => ({
  source: side(now + 43_200, source),
  destination: side(now + 3600, destination),
  isSecretPublic,
  inventory: 100n,
  isBridgeOpen: true,
  initiateBy: null,
  sourceCreatedAt: undefined,
  fillBy: null,
  now,
  blocker: undefined,
  profitBips: undefined,
  risk: undefined,
  refund: { type: 'no', reason: 'not asked' },
})
/** An order with a time to fill that is over, and what may be given back. */
const overdue = (refund: OrderView['refund'], over: Partial<OrderView> = {}): OrderView => ({
  ...order(open, { chainTime: fillBy }),
  fillBy,
  refund,
  ...over,
})

const open = { latest: vault('open'), atDepth: vault('open') }
const late = (view: OrderView, which: 'source' | 'destination', seconds: number): OrderView => ({
  ...view,
  [which]: { ...view[which], chainTime: view[which].terms.cancelAfter + seconds },
})

it('hands on the clocks of both chains and its own', () => {
  const seen: unknown[] = []
  const deadlineProblem: Policy['deadlineProblem'] = (_deadlines, times) => {
    seen.push(times)
    return undefined
  }
  const view = order({ ...open, chainTime: now - 500 }, { chainTime: now + 5 })
  expect(decide(view, { ...policy, deadlineProblem }).do).toBe('fund_destination')
  expect(seen).toEqual([{ source: now - 500, destination: now + 5, own: now, fillBy: null }])
})

describe('decide', () => {
  it.each<[string, OrderView, Partial<Policy>, Decision['do']]>([
    ['nothing on chain: waits', order(), {}, 'wait'],
    ['source in the latest block only: waits for depth', order({ latest: vault('open') }), {}, 'wait'],
    ['source final: funds', order(open), {}, 'fund_destination'],
    ['paused: does not fund', order(open), { isPaused: true }, 'wait'],
    [
      'paused, destination open and expired: still takes its money back',
      late(order(open, open), 'destination', 0),
      { isPaused: true },
      'cancel_destination',
    ],
    [
      'paused, secret public: still takes what is due',
      order(open, { latest: vault('claimed') }, true),
      { isPaused: true },
      'claim_source',
    ],
    [
      'source with other terms: keeps its money',
      order({ latest: vault('open'), atDepth: vault('open', { hasTerms: false }) }),
      {},
      'nothing',
    ],
    [
      'source short of the amount: keeps its money',
      order({ latest: vault('open'), atDepth: vault('open', { balance: 99n }) }),
      {},
      'nothing',
    ],
    [
      'source cancelled meanwhile: keeps its money',
      order({ latest: vault('cancelled'), atDepth: vault('open') }),
      {},
      'nothing',
    ],
    ['too little time to fill: keeps its money', late(order(open), 'destination', -899), {}, 'nothing'],
    ['just enough time to fill: funds', late(order(open), 'destination', -900), {}, 'fund_destination'],
    ['margin too small: keeps its money', order(open), { deadlineProblem: () => 'the margin' }, 'nothing'],
    [
      'margin too small for now, until the time to fill is over',
      { ...order(open), fillBy },
      { deadlineProblem: () => 'the margin' },
      'wait',
    ],
    ['a hop whose bridge is closed: funds nothing', { ...order(open), isBridgeOpen: false }, {}, 'nothing'],
    ['out of the token: waits for more of it', { ...order(open), inventory: 99n }, {}, 'wait'],
    [
      'a funding could be mined after its time: does not fund',
      { ...order(open, { chainTime: fillBy - 30 }), fillBy },
      {},
      'wait',
    ],
    ['just in time to be mined: funds', { ...order(open, { chainTime: fillBy - 31 }), fillBy }, {}, 'fund_destination'],
    [
      'an endpoint stopped long ago, the time is over by our clock: does not fund',
      { ...order(open), fillBy, now: fillBy - 30 },
      {},
      'wait',
    ],
    [
      'too little time to fill by our clock alone: keeps its money',
      { ...order(open), now: now + 3600 - 899 },
      {},
      'nothing',
    ],
    ['source in time: funds', { ...order(open), initiateBy: now, sourceCreatedAt: now }, {}, 'fund_destination'],
    ['source a second late: does not fund', { ...order(open), initiateBy: now, sourceCreatedAt: now + 1 }, {}, 'wait'],
    ['the block of the source is not known: does not fund', { ...order(open), initiateBy: now }, {}, 'wait'],
    [
      'source late, time to fill over: gives the source back',
      overdue({ type: 'refund' }, { initiateBy: now, sourceCreatedAt: now + 1 }),
      {},
      'refund_source',
    ],
    ['time to fill over, safe: gives the source back', overdue({ type: 'refund' }), {}, 'refund_source'],
    [
      'time to fill over, paused: gives the source back all the same',
      overdue({ type: 'refund' }),
      { isPaused: true },
      'refund_source',
    ],
    [
      'time to fill over, a funding may be mined: uses its nonce',
      overdue({ type: 'use_nonces', upTo: 7 }),
      {},
      'use_nonces',
    ],
    ['time to fill over, not safe: waits', overdue({ type: 'no', reason: 'not at depth' }), {}, 'wait'],
    [
      'time to fill over, destination funded: waits for the user',
      { ...overdue({ type: 'refund' }), destination: side(now + 3600, { ...open, chainTime: fillBy }) },
      {},
      'wait',
    ],
    [
      'time to fill over, secret public: claims the source',
      overdue({ type: 'refund' }, { isSecretPublic: true }),
      {},
      'claim_source',
    ],
    ['consent was given: never funds', { ...order(open), blocker: 'consent was given' }, {}, 'nothing'],
    ['earns too little: waits', { ...order(open), profitBips: 4 }, { minProfitBips: 5 }, 'wait'],
    ['earns enough: funds', { ...order(open), profitBips: 5 }, { minProfitBips: 5 }, 'fund_destination'],
    ['must earn something and has no prices: waits', order(open), { minProfitBips: 5 }, 'wait'],
    ['beyond a limit of money at risk: waits', { ...order(open), risk: 'a limit' }, {}, 'wait'],
    ['destination open: waits for the user', order(open, open), {}, 'wait'],
    ['destination open one second before its time: waits', late(order(open, open), 'destination', -1), {}, 'wait'],
    ['destination open at its time: cancels', late(order(open, open), 'destination', 0), {}, 'cancel_destination'],
    ['destination claimed, secret not read yet: waits', order(open, { latest: vault('claimed') }), {}, 'wait'],
    [
      'destination claimed, secret public: claims the source',
      order(open, { latest: vault('claimed') }, true),
      {},
      'claim_source',
    ],
    [
      'secret public though the destination is not funded: claims the source',
      order(open, {}, true),
      {},
      'claim_source',
    ],
    [
      'secret public, source past its time: nothing can be done',
      late(order(open, { latest: vault('claimed') }, true), 'source', 0),
      {},
      'nothing',
    ],
    ['both settled: nothing', order({ latest: vault('claimed') }, { latest: vault('claimed') }, true), {}, 'nothing'],
    ['destination cancelled: nothing', order(open, { latest: vault('cancelled') }), {}, 'nothing'],
  ])('%s', (_name, view, over, expected) => {
    expect(decide(view, { ...policy, ...over }).do).toBe(expected)
  })

  it('never funds a destination that exists, and never funds without a final source', () => {
    const states: VaultView[] = [missing, vault('open'), vault('claimed'), vault('cancelled')]
    for (const sourceLatest of states)
      for (const sourceAtDepth of states)
        for (const latest of states)
          for (const isSecretPublic of [true, false]) {
            const view = order(
              { latest: sourceLatest, atDepth: sourceAtDepth },
              { latest, atDepth: latest },
              isSecretPublic,
            )
            if (decide(view, policy).do !== 'fund_destination') continue
            expect([latest.state, sourceLatest.state, sourceAtDepth.state]).toEqual(['missing', 'open', 'open'])
          }
  })
})
