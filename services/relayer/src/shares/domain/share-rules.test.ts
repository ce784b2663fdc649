import { describe, expect, it } from '@jest/globals'
import type { Hex } from 'viem'
import type { ClaimDecision } from '../../work/domain/safety.ts'
import { countReady, lookPauseMs, stepOfShare, turnMs } from './share-rules.ts'

const hashes = ['0xa0', '0xa1', '0xa2', '0xa3'] as Hex[]
const deal = { shareHashes: hashes, leastReady: 3 }
const answer = (...names: number[]) => names.map((name) => ({ shareHash: hashes[name] as Hex, share: null }))

describe('stepOfShare', () => {
  const safe: ClaimDecision = { type: 'safe' }
  it.each<[string, ClaimDecision, { isReady: boolean; secsLeft: number }, string]>([
    [
      'the destination does not stand',
      { type: 'wait', code: 'DESTINATION_NOT_INITIATED', reason: '' },
      fresh(),
      'wait',
    ],
    ['the chains cannot be read', { type: 'wait', code: 'CHAIN_UNAVAILABLE', reason: '' }, fresh(), 'wait'],
    ['it is too late', { type: 'refuse', code: 'TOO_LATE', reason: '' }, fresh(), 'forget'],
    ['another vault stands there', { type: 'refuse', code: 'VAULT_MISMATCH', reason: '' }, fresh(), 'forget'],
    ['the order is cancelled', { type: 'refuse', code: 'CANCELLED', reason: '' }, fresh(), 'forget'],
    ['another has claimed', { type: 'settled' }, fresh(), 'settled'],
    ['both escrows stand, with twice a claim’s time', safe, { isReady: false, secsLeft: 120 }, 'go'],
    ['less than that is left at the first look', safe, { isReady: false, secsLeft: 119 }, 'forget'],
    ['less is left, and it was ready before', safe, { isReady: true, secsLeft: 61 }, 'go'],
  ])('%s: %s', (_name, decision, facts, step) => {
    expect(stepOfShare(decision, { ...facts, claimSafetySecs: 60 })).toBe(step)
  })
  function fresh() {
    return { isReady: false, secsLeft: 3_000 }
  }
})

describe('countReady', () => {
  it.each([
    ['this relayer alone', [], 1],
    ['a peer with its share', [answer(1)], 2],
    ['two peers', [answer(1), answer(2)], 3],
    ['a peer that names every share counts once', [answer(1, 2, 3)], 2],
    ['a peer that names our own share counts nothing', [answer(0)], 1],
    ['two peers that name one share count once', [answer(1), answer(1)], 2],
    ['a peer with a share of another deal counts nothing', [[{ shareHash: '0xff' as Hex, share: null }]], 1],
    ['a peer that is not ready', [[]], 1],
  ])('%s', (_name, answers, ready) => {
    expect(countReady(deal, [hashes[0] as Hex], answers)).toBe(ready)
  })
})

describe('turnMs', () => {
  it.each([
    ['the first claims at once', 0, 12_000, 0],
    ['the next leaves it three blocks', 1, 12_000, 36_000],
    ['on a quick chain four seconds', 2, 100, 8_000],
  ])('%s', (_name, index, blockTimeMs, ms) => {
    expect(turnMs(deal, hashes[index] as Hex, blockTimeMs)).toBe(ms)
  })
})

it.each([
  [0, 1_000],
  [60_000, 3_000],
  [3_600_000, 15_000],
])('a share that is %d ms old is looked at again after %d ms', (ageMs, pauseMs) => {
  expect(lookPauseMs(ageMs)).toBe(pauseMs)
})
