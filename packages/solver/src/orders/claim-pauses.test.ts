import { expect, it } from '@jest/globals'
import { makeClaimPauses } from './claim-pauses.ts'

it('a source is left alone after a claim of it reverted, each time for twice as long', () => {
  let now = 0
  const pauses = makeClaimPauses(() => now)
  expect(pauses.isPaused('0x1')).toBe(false)
  for (const pauseMs of [30_000, 60_000, 120_000]) {
    pauses.noteReverted('0x1')
    now += pauseMs - 1
    expect([pauses.isPaused('0x1'), pauses.isPaused('0x2')]).toEqual([true, false])
    now += 1
    expect(pauses.isPaused('0x1')).toBe(false)
  }
})
