import { describe, expect, it } from '@jest/globals'
import { countPrompts } from './prompt-counts.ts'

const fresh = { hasSecrets: false, isHop: false, isPermit2Approved: false }

describe('countPrompts', () => {
  it.each([
    ['eip3009', fresh, [2, 1, 0, 0]],
    ['eip3009', { ...fresh, hasSecrets: true }, [0, 1, 0, 0]],
    ['permit', { ...fresh, isHop: true }, [2, 2, 0, 1]],
    ['permit2', fresh, [2, 1, 1, 0]],
    ['permit2', { ...fresh, isPermit2Approved: true }, [2, 1, 0, 0]],
    ['native', fresh, [2, 0, 1, 0]],
    ['signed', fresh, [2, 1, 1, 0]],
    ['prefunded', fresh, [2, 0, 1, 0]],
  ] as const)('counts the questions of %s (%j)', (path, given, expected) => {
    const { secrets, signatures, transactions, later } = countPrompts(path, given)
    expect([secrets, signatures, transactions, later]).toEqual(expected)
  })
})
