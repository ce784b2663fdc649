import { describe, expect, it } from '@jest/globals'
import { type SubmitFacts, submitStateOf } from './submit-state.ts'

const ready: SubmitFacts = {
  hasWallet: true,
  isTyped: true,
  isWrong: false,
  isShort: false,
  hasRecipient: true,
  price: 'here',
  hasPath: true,
  isStarting: false,
}

describe('submitStateOf', () => {
  it.each([
    ['swap', {}],
    ['starting', { isStarting: true, hasWallet: false }],
    ['connect', { hasWallet: false, isTyped: false }],
    ['type', { isTyped: false, price: 'asked' }],
    ['change', { isWrong: true, isShort: true }],
    ['short', { isShort: true, price: 'asked' }],
    ['recipient', { hasRecipient: false, price: 'asked' }],
    ['price', { price: 'asked' }],
    ['refused', { price: 'refused' }],
    ['wait', { hasPath: false }],
  ] as const)('is %s for %j', (state, over) => {
    expect(submitStateOf({ ...ready, ...over })).toBe(state)
  })
})
