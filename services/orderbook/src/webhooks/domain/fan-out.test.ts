import { describe, expect, it } from '@jest/globals'
import { type FanOutState, nextRange } from './fan-out.ts'

const state: FanOutState = { registeredAfter: 0, done: 10, afterHook: null, newest: 100 }

describe('nextRange', () => {
  it.each([
    ['nothing without a webhook', { registeredAfter: undefined }, undefined],
    ['nothing after the newest event', { done: 100 }, undefined],
    ['nothing where no event was written yet', { done: 0, newest: 0 }, undefined],
    ['as many events as it may', {}, { first: 10, last: 30, afterHook: null }],
    ['up to the newest event', { done: 95 }, { first: 95, last: 100, afterHook: null }],
    ['no event from before every webhook', { registeredAfter: 60 }, { first: 60, last: 80, afterHook: null }],
    ['an event that was begun, alone', { afterHook: 'hook' }, { first: 10, last: 11, afterHook: 'hook' }],
    [
      'no event that was begun for webhooks that are gone',
      { registeredAfter: 60, afterHook: 'hook' },
      { first: 60, last: 80, afterHook: null },
    ],
  ])('takes %s', (_what, over, range) => {
    expect(nextRange({ ...state, ...over }, 20)).toEqual(range)
  })
})
