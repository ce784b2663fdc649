import { describe, expect, it } from '@jest/globals'
import { authorizationNonce } from './initiate-eip3009.ts'

const escrow = {
  chainId: 1,
  vault: '0x1111111111111111111111111111111111111111',
  commitmentHash: `0x${'22'.repeat(32)}`,
} as const

describe('authorizationNonce', () => {
  it('is the same each time, in every release: an earlier signature must stay the same payment', () => {
    expect(authorizationNonce(escrow)).toBe('0xf9298fde5c3902e8ab9ade6239454d8d418b239c1875eea59f181f45b7fc5e36')
  })

  it.each([
    ['chain', { chainId: 2 }],
    ['vault', { vault: '0x3333333333333333333333333333333333333333' }],
    ['commitment', { commitmentHash: `0x${'44'.repeat(32)}` }],
  ] as const)('is another one for another %s', (_name, over) => {
    expect(authorizationNonce({ ...escrow, ...over })).not.toBe(authorizationNonce(escrow))
  })
})
