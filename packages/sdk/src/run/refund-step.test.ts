import { expect, it } from '@jest/globals'
import { mayEnd, sourceEnd } from './refund-step.ts'

const seen = { isSourceClaimed: true, isDestinationOver: true }
it.each([
  ['nothing', {}, true],
  ['cancelled', {}, true],
  ['recovered', {}, true],
  ['swept', {}, false],
  ['claimed', {}, true],
  ['claimed', { isSourceClaimed: false }, false],
  ['claimed', { isDestinationOver: false }, false],
] as const)('a run may end with the source "%s" and %j: %s', (shown, over, expected) => {
  expect(mayEnd(shown, { ...seen, ...over })).toBe(expected)
})

it.each([
  ['nothing', true, false, 'ended'],
  ['nothing', true, true, 'payable'],
  ['nothing', false, true, 'unconfirmed'],
  ['claimed', true, true, 'ended'],
  ['cancelled', true, true, 'refunded'],
  ['recovered', true, false, 'refunded'],
  ['recovered', false, false, 'unconfirmed'],
] as const)('"%s", confirmed %s, still payable %s: %s', (shown, isConfirmed, mayBePaid, end) => {
  expect(sourceEnd(shown, { isConfirmed, mayBePaid })).toBe(end)
})
