import { describe, expect, it } from '@jest/globals'
import type { VaultView } from '@tandem/escrow'
import {
  type ClaimDecision,
  type ClaimFacts,
  decideClaim,
  decideInitiation,
  type HopFacts,
  whyNoHop,
} from './safety.ts'

const now = 1_000_000
const address = '0x0000000000000000000000000000000000000001'
const missing: VaultView = { state: 'missing' }
const vault = (
  state: 'open' | 'claimed' | 'cancelled',
  over: { hasTerms?: boolean; balance?: bigint } = {},
): VaultView => ({ state, hasTerms: true, balance: 100n, ...over })

type Side = ClaimFacts['source']
const side = (cancelAfter: number, over: Partial<Side> = {}): Side => ({
  terms: {
    token: address,
    creator: address,
    recipient: address,
    hopBridge: address,
    amount: 100n,
    cancelAfter,
    commitmentHash: '0x',
  },
  latest: vault('open'),
  atDepth: vault('open'),
  headNumber: 10n,
  chainTime: now,
  ...over,
})

const facts = (source: Partial<Side> = {}, destination: Partial<Side> = {}): ClaimFacts => ({
  source: side(now + 43_200, source),
  destination: side(now + 3600, destination),
  claimSafetySecs: 600,
  sourceSafetySecs: 3600,
  now,
})

const standsStill = 'CHAIN_UNAVAILABLE'
const ends = (cancelAfter: number): Pick<Side, 'terms'> => ({ terms: side(cancelAfter).terms })

const outcome = (decision: ClaimDecision) => ('code' in decision ? decision.code : decision.type)

describe('decideClaim', () => {
  it.each<[string, ClaimFacts, string]>([
    ['both vaults final, right and in time', facts(), 'safe'],
    ['destination not deployed', facts({}, { latest: missing, atDepth: missing }), 'DESTINATION_NOT_INITIATED'],
    ['destination not at depth', facts({}, { atDepth: missing }), 'DESTINATION_NOT_INITIATED'],
    ['destination reorged away', facts({}, { latest: missing }), 'DESTINATION_NOT_INITIATED'],
    ['source not at depth', facts({ atDepth: missing }), 'SOURCE_NOT_INITIATED'],
    ['destination with other terms', facts({}, { latest: vault('open', { hasTerms: false }) }), 'VAULT_MISMATCH'],
    ['destination short', facts({}, { latest: vault('open', { balance: 99n }) }), 'VAULT_MISMATCH'],
    ['source with other terms', facts({ atDepth: vault('open', { hasTerms: false }) }), 'VAULT_MISMATCH'],
    ['source short', facts({ latest: vault('open', { balance: 0n }) }), 'VAULT_MISMATCH'],
    ['destination claimed by anyone', facts({}, { latest: vault('claimed', { balance: 0n }) }), 'settled'],
    ['destination cancelled', facts({}, { latest: vault('cancelled') }), 'CANCELLED'],
    ['source cancelled: the user has the funds back', facts({ latest: vault('cancelled') }), 'CANCELLED'],
    ['source claimed first', facts({ latest: vault('claimed', { balance: 0n }) }), 'safe'],
    ['one second too late on the destination', facts({}, { chainTime: now + 3001 }), 'TOO_LATE'],
    ['just in time on the destination', facts({}, { chainTime: now + 3000 }), 'safe'],
    ['too late on the source', facts({ chainTime: now + 39_601 }), 'TOO_LATE'],
    [
      'too late is said before not yet',
      facts({}, { latest: missing, atDepth: missing, chainTime: now + 3600 }),
      'TOO_LATE',
    ],
    ['the destination stands still, and by our clock it is too late', { ...facts(), now: now + 3001 }, standsStill],
    ['the destination is behind, and by our clock there is time', { ...facts(), now: now + 3000 }, 'safe'],
    [
      'the source stands still, and by our clock it is too late',
      { ...facts({}, { chainTime: now + 39_000, ...ends(now + 43_200) }), now: now + 39_601 },
      standsStill,
    ],
    [
      'claimed on a chain that stands still',
      { ...facts({}, { latest: vault('claimed') }), now: now + 9999 },
      'settled',
    ],
    ['too late by both clocks', { ...facts({}, { chainTime: now + 3001 }), now: now + 3001 }, 'TOO_LATE'],
    ['our clock is behind', { ...facts(), now: now - 9999 }, 'safe'],
  ])('%s', (_name, input, expected) => {
    expect(outcome(decideClaim(input))).toBe(expected)
  })

  it('is safe only when both vaults stand at depth with their terms', () => {
    const views = [
      missing,
      vault('open'),
      vault('open', { hasTerms: false }),
      vault('open', { balance: 1n }),
      vault('claimed'),
      vault('cancelled'),
    ]
    for (const latest of views)
      for (const atDepth of views) {
        if (decideClaim(facts({}, { latest, atDepth })).type !== 'safe') continue
        expect(latest).toEqual(vault('open'))
        expect(atDepth.state).not.toBe('missing')
      }
  })
})

describe('whyNoHop', () => {
  const holds: HopFacts = {
    ...{ deadline: 2000, chainTime: 1000, now: 1000 },
    ...{ claimSafetySecs: 600, isSigned: true, isRouteOpen: true },
  }
  it.each<[string, Partial<HopFacts>, string | undefined]>([
    ['all holds', {}, undefined],
    ['just in time', { chainTime: 1400 }, undefined],
    ['a second too late', { chainTime: 1401 }, 'HOP_EXPIRED'],
    ['expired', { deadline: 999 }, 'HOP_EXPIRED'],
    ['in time by the chain that stands still, and not by our clock', { now: 1401 }, 'CHAIN_UNAVAILABLE'],
    ['just in time by our clock', { now: 1400 }, undefined],
    ['by another key, or over something else', { isSigned: false }, 'SIGNATURE_INVALID'],
    ['no route', { isRouteOpen: false }, 'HOP_ROUTE_CLOSED'],
  ])('%s', (_name, over, expected) => {
    expect(whyNoHop({ ...holds, ...over })?.code).toBe(expected)
  })
})

describe('decideInitiation', () => {
  const source = (over: Partial<Side>) => side(now + 3600, { latest: missing, atDepth: missing, ...over })
  it.each([
    ['nothing there, prefunded', source({}), 100n, 'safe'],
    ['nothing there, prefund short', source({}), 99n, 'wait'],
    ['nothing there, by signature', source({}), undefined, 'safe'],
    ['created by another account', source({ latest: vault('open') }), 0n, 'settled'],
    ['recovered by its creator', source({ latest: vault('cancelled') }), 0n, 'refuse'],
    ['too late', source({ chainTime: now + 3000 }), 100n, 'refuse'],
  ])('%s', (_name, input, prefund, expected) => {
    const facts = { source: input, prefund, minWindowSecs: 900, destination: undefined, now }
    expect(decideInitiation(facts).type).toBe(expected)
  })

  const fill = (over = {}) => ({ chain: 'right', cancelAfter: now + 1000, windowSecs: 300, chainTime: now, ...over })
  it.each([
    ['time enough', fill(), 'safe'],
    ['just enough', fill({ chainTime: now + 700 }), 'safe'],
    ['a second too late', fill({ chainTime: now + 701 }), 'TOO_LATE'],
    ['over', fill({ chainTime: now + 1000 }), 'ORDER_EXPIRED'],
    ['long over', fill({ cancelAfter: now - 984 }), 'ORDER_EXPIRED'],
    [
      'over, by our clock, on a chain that is not read',
      fill({ chainTime: undefined, cancelAfter: now }),
      'ORDER_EXPIRED',
    ],
    ['a destination that stands still', fill({ chainTime: now - 800, cancelAfter: now + 299 }), 'CHAIN_UNAVAILABLE'],
  ])('the destination has %s', (_name, destination, expected) => {
    const facts = { source: source({}), prefund: 100n, minWindowSecs: 900, destination, now }
    const decision = decideInitiation(facts)
    expect('code' in decision ? decision.code : decision.type).toBe(expected)
  })

  const bound = (over = {}) => fill({ initiateBy: now + 60, ...over })
  it.each([
    ['a maker that is still bound', bound(), now + 59, now + 59, 'safe'],
    ['a maker that is no longer bound', bound(), now + 60, now, 'TOO_LATE'],
    ['a source chain that stands still', bound(), now + 59, now + 60, 'CHAIN_UNAVAILABLE'],
    ['a maker without such a time', bound({ initiateBy: null }), now + 700, now, 'safe'],
    ['old work, which does not know it', fill(), now + 700, now, 'safe'],
  ])('pulls money for %s: decided', (_name, destination, chainTime, ownTime, expected) => {
    const base = { source: source({ chainTime }), minWindowSecs: 900, destination, now: ownTime }
    const decision = decideInitiation({ ...base, prefund: undefined })
    expect('code' in decision ? decision.code : decision.type).toBe(expected)
    // A prefund has left its account already, and can be given back early only once the escrow exists.
    expect(decideInitiation({ ...base, prefund: 100n }).type).toBe('safe')
  })

  it.each([
    ['in time', { fillBy: now + 60 }, now + 59, 'safe'],
    ['over', { fillBy: now + 60, chainTime: now + 60 }, now, 'TOO_LATE'],
    ['over by our clock, on a chain that stands still', { fillBy: now + 60 }, now + 60, 'CHAIN_UNAVAILABLE'],
  ])('the time to fill is %s', (_name, over, ownTime, expected) => {
    const facts = { source: source({}), prefund: 100n, minWindowSecs: 900, destination: fill(over), now: ownTime }
    const decision = decideInitiation(facts)
    expect('code' in decision ? decision.code : decision.type).toBe(expected)
  })

  it('says what a prefund lacks', () => {
    const facts = { source: source({}), prefund: 99n, minWindowSecs: 900, destination: undefined, now }
    expect(decideInitiation(facts)).toMatchObject({ code: 'PREFUND_MISSING', held: 99n, required: 100n })
  })
})
