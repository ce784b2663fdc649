import { describe, expect, it } from '@jest/globals'
import { hashSecret } from '@tandem/escrow'
import fc from 'fast-check'
import { split } from 'shamir-secret-sharing'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import type { ClaimDecision } from '../../work/domain/safety.ts'
import { countReady, lookPauseMs, openShares, stepOfShare, turnMs } from './share-rules.ts'

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

describe('openShares', () => {
  const dealt = fc
    .record({
      secret: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      threshold: fc.integer({ min: 2, max: 5 }),
      more: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ secret, threshold, more }) => ({ secret: bytesToHex(secret), threshold, count: threshold + more }))
  const sharesOf = async ({ secret, count, threshold }: { secret: Hex; count: number; threshold: number }) =>
    (await split(hexToBytes(secret), count, threshold)).map((share) => bytesToHex(share))

  it('takes any shares from the threshold up, and no fewer', async () => {
    await fc.assert(
      fc.asyncProperty(dealt, fc.nat(), async (one, from) => {
        const shares = await sharesOf(one)
        const turned = [...shares.slice(from % shares.length), ...shares.slice(0, from % shares.length)]
        const commitment = hashSecret(one.secret)
        expect(await openShares(turned.slice(0, one.threshold), commitment)).toBe(one.secret)
        expect(await openShares(turned, commitment)).toBe(one.secret)
        expect(await openShares(turned.slice(0, one.threshold - 1), commitment)).toBeUndefined()
      }),
      { numRuns: 50 },
    )
  })

  it('finds nothing in one share twice, in shares of another secret, and in those of a dealer that lied', async () => {
    const secret: Hex = `0x${'5e'.repeat(32)}`
    const [first, second] = (await sharesOf({ secret, count: 3, threshold: 2 })) as [Hex, Hex]
    expect(await openShares([first, first], hashSecret(secret))).toBeUndefined()
    expect(await openShares([first, second], hashSecret(`0x${'5f'.repeat(32)}`))).toBeUndefined()
    expect(await openShares([first, `0x${'00'.repeat(32)}${first.slice(-2)}`], hashSecret(secret))).toBeUndefined()
  })
})
