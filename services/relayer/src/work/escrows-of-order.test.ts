import { describe, expect, it } from '@jest/globals'
import { type Network, windowToleranceSecs } from '@tandem/contracts'
import { zeroAddress } from 'viem'
import type { Escrow } from '../vaults/domain/escrow.ts'
import { requireWindow } from './escrows-of-order.ts'

const chainOf = (chain: string, fitted_windows: object | null) => ({
  ...{ chain, block_time_ms: 2_000, confirmations: 30, confirmation_steps: [], finality_tag: null },
  ...{ claim_safety_secs: 120, source_cancel_after_secs: 86_400, dest_cancel_after_secs: 14_400, fitted_windows },
})
const networkOf = (fitted_windows: object | null) =>
  ({
    chains: [chainOf('left', fitted_windows), chainOf('right', fitted_windows)],
    assets: [],
    min_margin_secs: 43_200,
  }) as unknown as Network
/** Its least margin is 60 + 300 + 60 s. */
const fitted = networkOf({ reveal_secs: 120, claim_secs: 300 })
const fixed = networkOf(null)

const clock = 1_000_000
const fillBy = clock + 600
const end = fillBy + 300
const escrowOn = (chain: string, cancelAfter: number): Escrow => ({
  ...{ chain, vault: zeroAddress, valueUsd: 100 },
  terms: {
    ...{ token: zeroAddress, creator: zeroAddress, recipient: zeroAddress, hopBridge: zeroAddress },
    ...{ amount: 1n, cancelAfter, commitmentHash: '0x' },
  },
})

/** The refusal of an order at these clocks; `undefined` when it is taken. */
function refusalOf(
  { source, destination }: { source: number; destination: number },
  { sourceAheadSecs, network = fitted }: { sourceAheadSecs: number; network?: Network },
): { code?: string; retryable?: boolean; retryAfterSecs?: number | undefined } | undefined {
  const escrows = { source: escrowOn('left', source), destination: escrowOn('right', destination) }
  const times = { source: clock + sourceAheadSecs, destination: clock }
  try {
    requireWindow({ fill_by: fillBy }, escrows, { network, times })
    return undefined
  } catch (error) {
    const { code, retryable, retryAfterSecs } = error as { code: string; retryable: boolean; retryAfterSecs?: number }
    return { code, retryable, retryAfterSecs }
  }
}
const final = { code: 'VAULT_MISMATCH', retryable: false, retryAfterSecs: undefined }
const later = { code: 'CHAIN_UNAVAILABLE', retryable: true, retryAfterSecs: 2 }

describe('the deadlines of an order that the relayer is to create', () => {
  const least = { source: end + 420, destination: end }
  const life = { source: clock + 14_400 + 43_200, destination: clock + 14_400 }
  const year = 31_536_000
  it.each<[string, typeof least, Parameters<typeof refusalOf>[1], ReturnType<typeof refusalOf>]>([
    ['are taken with the least margin', least, { sourceAheadSecs: 0 }, undefined],
    ['are taken while the destination is ahead', least, { sourceAheadSecs: -300 }, undefined],
    ['wait while the source is ahead by a second', least, { sourceAheadSecs: 1 }, later],
    ['wait while the source is ahead by more than the margin', least, { sourceAheadSecs: 5_000 }, later],
    ['wait with fixed lives as well', life, { sourceAheadSecs: 1, network: fixed }, later],
    ['are refused a second short', { ...least, source: end + 419 }, { sourceAheadSecs: 0 }, final],
    [
      'are refused a second short, whatever the clocks',
      { ...least, source: end + 419 },
      { sourceAheadSecs: 50 },
      final,
    ],
    ['are refused the wrong way round', { source: end, destination: end + 1 }, { sourceAheadSecs: 50 }, final],
    [
      'are refused where the destination lives too long, whatever the clocks',
      { source: clock + 60_000, destination: clock + 14_400 + windowToleranceSecs + 1 },
      { sourceAheadSecs: 50_000 },
      final,
    ],
    [
      'are refused a year ahead',
      { source: clock + 2 * year, destination: clock + year },
      { sourceAheadSecs: 1 },
      final,
    ],
    [
      'are refused without time to reveal',
      { source: end + 301, destination: end - 121 },
      { sourceAheadSecs: 50 },
      final,
    ],
    ['are refused where a clock is no number', least, { sourceAheadSecs: Number.NaN }, final],
    ['are refused where a deadline is no number', { ...least, source: Number.NaN }, { sourceAheadSecs: 1 }, final],
  ])('%s', (_case, deadlines, at, expected) => {
    expect(refusalOf(deadlines, at)).toEqual(expected)
  })
})
