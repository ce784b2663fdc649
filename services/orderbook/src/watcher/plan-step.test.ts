import { describe, expect, it } from '@jest/globals'
import { planRead, planStep } from './plan-step.ts'

const block = (number: number, hash: string) => ({ number: BigInt(number), hash: `0x${hash}` as const })

describe('planStep', () => {
  it.each([
    ['begins while nothing is stored', undefined, block(9, 'a'), 'begin'],
    ['says nothing about endpoints that have not reached the cursor', block(9, 'a'), block(8, 'b'), 'behind'],
    ['rolls back when the head replaced the cursor', block(9, 'a'), block(9, 'b'), 'roll_back'],
    ['rests when the head is the cursor', block(9, 'a'), block(9, 'a'), 'rest'],
    ['reads when the head is above the cursor', block(9, 'a'), block(10, 'b'), 'read'],
  ])('%s', (_name, cursor, head, does) => {
    expect(planStep(cursor, head)).toBe(does)
  })
})

describe('planRead', () => {
  const limits = { remembered: 256n, widest: 2_000n }
  it.each([
    ['every block up to a near head', 90, 100, limits, { by: 'linked', to: 100n }],
    ['32 linked blocks at most', 0, 200, limits, { by: 'linked', to: 32n }],
    ['a wide range far below the head', 0, 9_000, limits, { by: 'range', to: 2_000n }],
    ['a range that ends where blocks are remembered', 0, 1_000, limits, { by: 'range', to: 744n }],
    ['linked blocks from there on', 744, 1_000, limits, { by: 'linked', to: 776n }],
    ['no range within the linked blocks of a step', 0, 20, { remembered: 8n, widest: 4n }, { by: 'linked', to: 4n }],
    ['less after a step that was too much', 0, 9_000, { ...limits, widest: 10n }, { by: 'range', to: 10n }],
  ])('reads %s', (_name, cursor, head, given, reading) => {
    expect(planRead({ number: BigInt(cursor) }, { number: BigInt(head) }, given)).toEqual(reading)
  })
})
