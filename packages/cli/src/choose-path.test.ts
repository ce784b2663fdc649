import { describe, expect, it } from '@jest/globals'
import { nativeToken } from '@tandem/escrow'
import { choosePath } from './choose-path.ts'

const token = `0x${'1'.repeat(40)}`
const native = { asset: 'a:eth', token_address: nativeToken, permit: false }
const withPermit = { asset: 'a:usdc', token_address: token, permit: true }
const plain = { asset: 'a:usdt', token_address: token, permit: false }

describe('choosePath', () => {
  it.each([
    [native, {}, { path: 'native', by: 'wallet' }],
    [withPermit, {}, { path: 'permit', by: 'relayer' }],
    [plain, {}, { path: 'signed', by: 'relayer' }],
    [plain, { path: 'prefunded', by: 'wallet' }, { path: 'prefunded', by: 'wallet' }],
    [withPermit, { path: 'eip3009' }, { path: 'eip3009', by: 'relayer' }],
  ] as const)('%j, asked for %j', (source, asked, chosen) => {
    expect(choosePath(source, asked)).toEqual(chosen)
  })

  it.each([
    [native, { path: 'permit' }, 'use --path native'],
    [withPermit, { path: 'native' }, 'use --path permit'],
    [plain, { path: 'permit' }, 'use --path signed'],
    [native, { by: 'relayer' }, 'use --by wallet'],
  ] as const)('%j, asked for %j, is refused', (source, asked, message) => {
    expect(() => choosePath(source, asked)).toThrow(message)
  })
})
