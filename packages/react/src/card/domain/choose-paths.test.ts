import { describe, expect, it } from '@jest/globals'
import { type Abilities, choosePaths } from './choose-paths.ts'

const none: Abilities = {
  isNative: false,
  hasPermit: false,
  hasEip3009: false,
  hasPermit2: false,
  isPermit2Approved: false,
  isContractWallet: false,
  isFunded: false,
}

describe('choosePaths', () => {
  it.each<[string, Partial<Abilities>, string[]]>([
    ['the native token', { isNative: true, hasPermit2: true }, ['native']],
    ['a plain token', {}, ['prefunded', 'signed']],
    ['a token with permit', { hasPermit: true }, ['permit', 'prefunded', 'signed']],
    [
      'a token with authorizations',
      { hasEip3009: true, hasPermit: true },
      ['eip3009', 'permit', 'prefunded', 'signed'],
    ],
    ['Permit2 not approved', { hasPermit2: true }, ['prefunded', 'permit2', 'signed']],
    ['Permit2 approved', { hasPermit2: true, isPermit2Approved: true }, ['permit2', 'prefunded', 'signed']],
    ['a vault that holds the amount', { hasEip3009: true, hasPermit: true, isFunded: true }, ['prefunded']],
    ['a contract wallet', { hasPermit: true, hasPermit2: true, isContractWallet: true }, ['prefunded']],
  ])('offers for %s', (_name, abilities, paths) => {
    expect(choosePaths({ ...none, ...abilities })).toEqual(paths)
  })
})
