import { describe, expect, it } from '@jest/globals'
import type { VaultView } from '@tandem/escrow'
import { decideEnd, type EndFacts, type SwapEnd } from './decide-end.ts'

const missing: VaultView = { state: 'missing' }
const settled = (state: 'open' | 'claimed' | 'cancelled', balance = 0n): VaultView => ({
  state,
  hasTerms: true,
  balance,
})
const at = (view: VaultView, timeAtDepth = 100) => ({ latest: view, atDepth: view, timeAtDepth, cancelAfter: 2000 })
const source = (view: VaultView, timeAtDepth?: number, held = 0n) => ({ ...at(view, timeAtDepth), held })
const destination = (view: VaultView, timeAtDepth?: number) => ({ ...at(view, timeAtDepth), cancelAfter: 1000 })
const facts: EndFacts = {
  source: source(missing),
  destination: destination(missing),
  isDelivered: true,
  fundableUntil: 0,
}
const bothClaimed = { source: source(settled('claimed')), destination: destination(settled('claimed')) }

describe('decideEnd', () => {
  it.each<[string, Partial<EndFacts>, SwapEnd | undefined]>([
    ['a vault that may still come', {}, undefined],
    ['the same, a second before its time', { source: source(missing, 1999) }, undefined],
    ['a vault that never came', { source: source(missing, 2000) }, 'ended'],
    ['the same, with money at its address', { source: source(missing, 2000, 1n) }, undefined],
    ['the same, with an authorization out', { source: source(missing, 2000), fundableUntil: 2001 }, undefined],
    ['the same, once it lapsed', { source: source(missing, 2001), fundableUntil: 2001 }, 'ended'],
    [
      'the same, with a transfer that no block shows',
      { source: source(missing, 9e9), fundableUntil: Number.MAX_SAFE_INTEGER },
      undefined,
    ],
    [
      'a vault that came and does not count yet',
      { source: { ...source(missing, 2000), latest: settled('open', 100n), held: 100n } },
      undefined,
    ],
    ['an open vault', { source: source(settled('open', 100n), 2000, 100n) }, undefined],
    ['an open vault that is empty', { source: source(settled('open'), 2000) }, undefined],
    ['a cancelled vault', { source: source(settled('cancelled')) }, 'refunded'],
    ['a cancelled vault to which money came late', { source: source(settled('cancelled'), 0, 1n) }, undefined],
    [
      'a vault cancelled in a block that does not count yet',
      { source: { ...source(settled('cancelled'), 2000), atDepth: settled('open', 100n) } },
      undefined,
    ],
    [
      'a cancelled vault of which no destination is known',
      { source: source(settled('cancelled')), destination: undefined },
      'refunded',
    ],
    ['both claimed', bothClaimed, 'completed'],
    ['both claimed, and a hop that no endpoint was given for', { ...bothClaimed, isDelivered: undefined }, 'paid'],
    ['both claimed, and a hop that is not delivered', { ...bothClaimed, isDelivered: false }, undefined],
    [
      'a claimed source, and a destination claimed in a block that does not count yet',
      {
        source: source(settled('claimed')),
        destination: { ...destination(settled('claimed')), atDepth: settled('open', 99n) },
      },
      undefined,
    ],
    [
      'a claimed source, and a destination past its time that is not cancelled',
      { source: source(settled('claimed')), destination: destination(settled('open', 99n), 3000) },
      undefined,
    ],
    [
      'a claimed source, and a cancelled destination',
      { source: source(settled('claimed')), destination: destination(settled('cancelled')) },
      'ended',
    ],
    ['a claimed source, and a destination that may come', { source: source(settled('claimed')) }, undefined],
    [
      'a claimed source, and a destination that never came',
      { source: source(settled('claimed')), destination: destination(missing, 1000) },
      'ended',
    ],
    [
      'a claimed source of which no destination is known',
      { source: source(settled('claimed')), destination: undefined },
      undefined,
    ],
  ])('%s', (_, over, end) => {
    expect(decideEnd({ ...facts, ...over })).toBe(end)
  })
})
