import { describe, expect, it } from '@jest/globals'
import type { VaultView } from '@tandem/escrow'
import { zeroAddress } from 'viem'
import { decideReveal, type RevealFacts, type RevealSide } from './decide-reveal.ts'

const open: VaultView = { state: 'open', hasTerms: true, balance: 100n }
const missing: VaultView = { state: 'missing' }
const settled = (state: 'claimed' | 'cancelled'): VaultView => ({ state, hasTerms: true, balance: 0n })

const side = (over: Partial<RevealSide> & { cancelAfter: number }): RevealSide => ({
  latest: open,
  atDepth: open,
  chainTime: 1000,
  safetySecs: 100,
  terms: {
    token: zeroAddress,
    creator: zeroAddress,
    recipient: zeroAddress,
    hopBridge: zeroAddress,
    amount: 100n,
    cancelAfter: over.cancelAfter,
    commitmentHash: '0x',
  },
  ...over,
})
const facts = (over: Partial<RevealFacts> = {}): RevealFacts => ({
  source: side({ cancelAfter: 3000 }),
  destination: side({ cancelAfter: 2000 }),
  now: 1000,
  isRouteOpen: true,
  isPayable: true,
  ...over,
})
const source = (over: Partial<RevealSide>) => facts({ source: side({ cancelAfter: 3000, ...over }) })
const destination = (over: Partial<RevealSide>) => facts({ destination: side({ cancelAfter: 2000, ...over }) })

describe('decideReveal', () => {
  it.each<[string, RevealFacts, object]>([
    ['both escrows stand', facts(), { type: 'reveal' }],
    ['the recipient claims by itself, and the source is not read', facts({ source: undefined }), { type: 'reveal' }],
    ['the destination is claimed', destination({ latest: settled('claimed') }), { type: 'settled' }],
    ['the source is claimed, so the secret is public', source({ latest: settled('claimed') }), { type: 'reveal' }],
    ['the destination is cancelled', destination({ latest: settled('cancelled') }), { code: 'ORDER_FINAL' }],
    ['the source is cancelled', source({ latest: settled('cancelled') }), { code: 'ORDER_FINAL' }],
    [
      'the source is missing',
      source({ latest: missing, atDepth: missing }),
      { type: 'wait', code: 'SOURCE_NOT_INITIATED' },
    ],
    ['the source is not deep enough', source({ atDepth: missing }), { type: 'wait', code: 'SOURCE_NOT_INITIATED' }],
    [
      'a reorg took the destination',
      destination({ latest: missing }),
      { type: 'wait', code: 'DESTINATION_NOT_INITIATED' },
    ],
    [
      'the destination is not deep enough',
      destination({ atDepth: missing }),
      { type: 'wait', code: 'DESTINATION_NOT_INITIATED' },
    ],
    [
      'the destination has other terms',
      destination({ latest: { ...open, hasTerms: false } as VaultView }),
      { code: 'VAULT_MISMATCH' },
    ],
    [
      'the destination holds too little',
      destination({ latest: { ...open, balance: 99n } as VaultView }),
      { code: 'VAULT_MISMATCH' },
    ],
    [
      'the destination held too little at depth',
      destination({ atDepth: { ...open, balance: 99n } as VaultView }),
      { code: 'VAULT_MISMATCH' },
    ],
    ['too little time is left, by the chain', destination({ chainTime: 1901 }), { type: 'refuse', code: 'TOO_LATE' }],
    ['too little time is left, by our clock', facts({ now: 1901 }), { type: 'refuse', code: 'TOO_LATE' }],
    ['just enough time is left', facts({ now: 1900 }), { type: 'reveal' }],
    ['too little time is left on the source', source({ chainTime: 2901 }), { type: 'refuse', code: 'TOO_LATE' }],
    ['the route is closed', facts({ isRouteOpen: false }), { type: 'wait', code: 'HOP_ROUTE_CLOSED' }],
    ['the token refuses the recipient', facts({ isPayable: false }), { type: 'wait', code: 'PAYOUT_BLOCKED' }],
  ])('%s', (_name, given, wanted) => {
    expect(decideReveal(given)).toMatchObject(wanted)
  })
})
