import { describe, expect, it } from '@jest/globals'
import { spendable } from './spendable.ts'

describe('spendable', () => {
  it.each([
    ['the balance of a token', { balance: 5n, isNative: false }, 10n, 5n],
    ['what the route takes', { balance: 50n, isNative: false }, 10n, 10n],
    ['nothing of a native token that the gas needs', { balance: 10n ** 15n, isNative: true }, 10n ** 18n, 0n],
    ['the rest of a native token', { balance: 10n ** 16n, isNative: true }, 10n ** 18n, 8n * 10n ** 15n],
  ])('is %s', (_name, funds, most, expected) => {
    expect(spendable(funds, most)).toBe(expected)
  })
})
