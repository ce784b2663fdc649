import { describe, expect, it } from '@jest/globals'
import { type ActFacts, nextAct } from './next-act.ts'

const ready: ActFacts = {
  hasWallet: true,
  isTyped: true,
  isWrong: false,
  isShort: false,
  hasRecipient: true,
  price: 'here',
  hasWay: true,
  isStarting: false,
}

describe('nextAct', () => {
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
    ['wait', { hasWay: false }],
  ] as const)('is %s for %j', (act, over) => {
    expect(nextAct({ ...ready, ...over })).toBe(act)
  })
})
