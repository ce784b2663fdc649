import { describe, expect, it } from '@jest/globals'
import { classifyBroadcastError } from './broadcast-error.ts'

describe('classifyBroadcastError', () => {
  it.each([
    ['already known', 'already_known'],
    ['transaction already imported', 'already_known'],
    ['nonce too low: next nonce 7, tx nonce 5', 'nonce_too_low'],
    ['replacement transaction underpriced', 'underpriced'],
    ['max fee per gas less than block base fee: address 0x…', 'fee_below_base'],
    ['Insufficient funds for gas * price + value', 'insufficient_funds'],
    ['nonce too high', 'nonce_too_high'],
    ['socket hang up', 'ambiguous'],
    ['', 'ambiguous'],
  ])('%s: %s', (message, expected) => {
    expect(classifyBroadcastError(message)).toBe(expected)
  })
})
