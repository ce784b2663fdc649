import { describe, expect, it } from '@jest/globals'
import { maxFilledNonces, type NonceLedger, type NonceRepair, repairNonces } from './repair-nonces.ts'

describe('repairNonces', () => {
  it.each<[string, Omit<NonceLedger, 'surelyUsed'> & { surelyUsed?: bigint }, NonceRepair]>([
    ['nothing was ever sent', { settled: 0n, next: 0n, given: [] }, { type: 'none' }],
    ['all that was given out is mined', { settled: 7n, next: 7n, given: [] }, { type: 'none' }],
    ['some is under way', { settled: 7n, next: 9n, given: [7n, 8n] }, { type: 'none' }],
    ['another sender used the key', { settled: 9n, next: 7n, given: [] }, { type: 'raise', to: 9n }],
    ['the counter was moved', { settled: 7n, next: 1_000_001n, given: [] }, { type: 'lower', to: 7n }],
    [
      'the counter was moved behind what is under way',
      { settled: 7n, next: 99n, given: [7n, 8n] },
      { type: 'lower', to: 9n },
    ],
    ['rows are gone', { settled: 7n, next: 11n, given: [8n, 10n] }, { type: 'fill', nonces: [7n, 9n] }],
    [
      'the chain counts fewer than were mined long ago',
      { settled: 0n, surelyUsed: 500n, next: 502n, given: [500n, 501n] },
      { type: 'none' },
    ],
    [
      'work was given nonces that are out of reach',
      { settled: 7n, next: 1_000_003n, given: [7n, 1_000_001n, 1_000_002n] },
      { type: 'release', from: 1_000_001n, to: 8n },
    ],
  ])('%s', (_name, ledger, repair) => {
    expect(repairNonces({ surelyUsed: 0n, ...ledger })).toEqual(repair)
  })

  it('fills as many as it must, and releases what lies behind more', () => {
    const behind = (count: bigint) =>
      repairNonces({ settled: 0n, surelyUsed: 0n, next: count + 1n, given: [count] }).type
    expect([behind(maxFilledNonces), behind(maxFilledNonces + 1n)]).toEqual(['fill', 'release'])
  })
})
