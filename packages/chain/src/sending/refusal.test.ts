import { describe, expect, it } from '@jest/globals'
import { answerOf, type BroadcastErrorClass, classifyBroadcastError, mostTelling } from './refusal.ts'

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

describe('mostTelling', () => {
  it.each<[string, (string | null)[], number]>([
    ['that it is taken', ['nonce too high', null, 'already known'], 1],
    ['that it is known', ['nonce too high', 'underpriced?', 'already known'], 2],
    ['that it pays too little', ['nonce too high', 'transaction underpriced'], 1],
    ['anything but that it is early', ['nonce too high', 'no answer'], 1],
    ['what the first one says', ['nonce gap', 'nonce too high'], 0],
  ])('%s', (_, messages, expected) => {
    const answers = messages.map((message, provider) => ({ message, provider }))
    expect(mostTelling(answers)?.provider).toBe(expected)
  })
  it('nothing where no endpoint answered', () => {
    expect(mostTelling([])).toBeUndefined()
  })
})

describe('answerOf', () => {
  it.each<[BroadcastErrorClass | null, string]>([
    [null, 'taken'],
    ['already_known', 'taken'],
    ['underpriced', 'refused'],
    ['fee_below_base', 'refused'],
    ['ambiguous', 'refused'],
    ['insufficient_funds', 'unpayable'],
    ['nonce_too_high', 'none'],
  ])('%s: %s', (refusal, expected) => {
    expect(answerOf(refusal)).toBe(expected)
  })
})
