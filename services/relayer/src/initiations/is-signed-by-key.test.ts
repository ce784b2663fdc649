import { describe, expect, it } from '@jest/globals'
import { concatHex, type Hex, hashMessage, hexToBigInt, numberToHex, slice } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { isSignedByKey } from './is-signed-by-key.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const account = privateKeyToAccount(generatePrivateKey())
const digest = hashMessage('an escrow')
const signature = await account.sign({ hash: digest })
const [r, s, v] = [slice(signature, 0, 32), slice(signature, 32, 64), slice(signature, 64)]
const other: Hex = v === '0x1b' ? '0x1c' : '0x1b'

describe('isSignedByKey', () => {
  it.each<[string, Hex, boolean]>([
    ['65 bytes by the key', signature, true],
    ['the same in capital letters', `0x${signature.slice(2).toUpperCase()}`, true],
    ['a parity of 0 or 1, which the registry does not take', concatHex([r, s, v === '0x1b' ? '0x00' : '0x01']), false],
    ['the other parity', concatHex([r, s, other]), false],
    ['a high s', concatHex([r, numberToHex(order - hexToBigInt(s), { size: 32 }), other]), false],
    ['64 bytes', slice(signature, 0, 64), false],
    ['66 bytes', concatHex([signature, '0x00']), false],
    ['an r that no signature has', concatHex([numberToHex(order - 1n, { size: 32 }), s, v]), false],
    ['an r of zero', concatHex([numberToHex(0, { size: 32 }), s, v]), false],
    ['nothing', '0x', false],
  ])('%s: %#', async (_name, given, expected) => {
    expect(await isSignedByKey(account.address, digest, given)).toBe(expected)
  })

  it('takes no signature by another key, or over another digest', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    expect(await isSignedByKey(stranger.address, digest, signature)).toBe(false)
    expect(await isSignedByKey(account.address, hashMessage('another'), signature)).toBe(false)
  })
})
