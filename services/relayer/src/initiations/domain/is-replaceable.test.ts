import { describe, expect, it } from '@jest/globals'
import { requestStates } from '../../transactions/domain/request-lifecycle.ts'
import { isReplaceable, type StandingInitiation } from './is-replaceable.ts'

const standing = (over: Partial<StandingInitiation>): StandingInitiation => ({
  state: 'accepted',
  errorCode: null,
  mayBeMined: false,
  isSameBody: false,
  reverts: 0,
  waitsFor: null,
  ...over,
})

describe('isReplaceable', () => {
  it.each<[string, Partial<StandingInitiation>, boolean]>([
    ['rejected: nothing of it left', { state: 'rejected', errorCode: 'REVERTED' }, true],
    ['rejected, and the same body again: it is checked anew', { state: 'rejected', isSameBody: true }, true],
    ['expired after it was sent', { state: 'lost', errorCode: 'EXPIRED' }, true],
    ['reverted, and nothing of it is on its way', { state: 'revealed' }, true],
    ['reverted, and the same body again', { state: 'revealed', isSameBody: true }, false],
    ['sent, and not mined', { state: 'revealed', mayBeMined: true }, false],
    ['its simulation fails', { reverts: 1, waitsFor: 'simulation_reverts' }, true],
    ['its simulation fails, and the same body again', { reverts: 1, isSameBody: true }, false],
    ['it waits for a balance, and another way has it', { waitsFor: 'balance_in_use' }, true],
    ['it waits for an allowance, and another way needs none', { waitsFor: 'allowance_in_use' }, true],
    ['just posted', {}, false],
    ['it waits for the network fee', { waitsFor: 'fee_above_cap' }, false],
    ['about to be sent', { state: 'assigned', mayBeMined: true }, false],
    ['mined', { state: 'mined' }, false],
    ['done', { state: 'confirmed' }, false],
    ['done by another', { state: 'superseded' }, false],
    ['three reverts are paid for', { state: 'revealed', errorCode: 'PAYOUT_REVERTS' }, false],
  ])('%s', (_name, over, expected) => {
    expect(isReplaceable(standing(over))).toBe(expected)
  })
  it.each(requestStates)('never while a transaction of it may be mined: %s', (state) => {
    expect(isReplaceable(standing({ state, mayBeMined: true, reverts: 9 }))).toBe(false)
  })
})
