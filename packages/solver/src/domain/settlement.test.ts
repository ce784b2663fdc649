import { expect, it } from '@jest/globals'
import { type SideAtDepth, settlementOf } from './settlement.ts'

type Side = SideAtDepth['state'] | `${SideAtDepth['state']}, over`
const side = (text: Side): SideAtDepth => ({
  state: text.split(',')[0] as SideAtDepth['state'],
  isOver: text.endsWith('over'),
})

it.each<[Side, Side, boolean, string | undefined]>([
  ['open', 'missing', true, undefined],
  ['open', 'open', true, undefined],
  ['open', 'open, over', true, undefined],
  ['open', 'claimed', true, undefined],
  ['open', 'cancelled', false, undefined],
  ['open', 'missing, over', false, undefined],
  // A reorganization may hide the source for a while.
  ['missing', 'claimed', true, undefined],
  ['claimed', 'open', false, undefined],
  ['claimed', 'missing', false, undefined],
  ['claimed', 'claimed', false, 'filled'],
  ['claimed, over', 'claimed, over', false, 'filled'],
  ['claimed', 'cancelled', false, 'windfall'],
  ['claimed', 'missing, over', false, 'windfall'],
  ['cancelled', 'claimed', false, 'lost'],
  ['open, over', 'claimed', false, 'lost'],
  ['missing, over', 'claimed', false, 'lost'],
  ['cancelled', 'cancelled', false, 'returned'],
  ['open, over', 'cancelled', false, 'returned'],
  ['cancelled', 'missing', true, undefined],
  ['cancelled', 'missing, over', false, 'unfilled'],
  ['cancelled', 'open', true, undefined],
])('a source that is %s and a destination that is %s', (source, destination, isAtRisk, outcome) => {
  expect(settlementOf({ source: side(source), destination: side(destination) })).toEqual({ isAtRisk, outcome })
})
