import { describe, expect, it } from '@jest/globals'
import { type Hex, hexToBigInt, keccak256, toHex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { derOf } from './der-of.ts'
import { curveOrder } from './der-signature.ts'
import { toRecoverable } from './recoverable-signature.ts'

const key: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const { address } = privateKeyToAccount(key)

describe('toRecoverable', () => {
  it('gives what a signer with the key at hand gives, from either s', async () => {
    const parities = new Set<number>()
    for (let i = 0; i < 40; i += 1) {
      const digest = keccak256(toHex(i))
      const { r, s, yParity } = await sign({ hash: digest, privateKey: key })
      const [rNumber, sNumber] = [hexToBigInt(r), hexToBigInt(s)]
      for (const either of [sNumber, curveOrder - sNumber])
        expect(await toRecoverable(derOf(rNumber, either), digest, address)).toEqual({ r, s, yParity })
      parities.add(yParity ?? -1)
    }
    expect(parities).toEqual(new Set([0, 1]))
  })

  const digest = keccak256('0x01')
  it('refuses a signature by another key, or of another digest', async () => {
    const { r, s } = await sign({ hash: digest, privateKey: key })
    const der = derOf(hexToBigInt(r), hexToBigInt(s))
    const other = privateKeyToAccount(keccak256('0x02')).address
    await expect(toRecoverable(der, digest, other)).rejects.toThrow(`not one of ${other}`)
    await expect(toRecoverable(der, keccak256('0x03'), address)).rejects.toThrow('not one of')
  })
  it('refuses an r that is on no point', async () => {
    // No point of secp256k1 has x = 5.
    await expect(toRecoverable(derOf(5n, 7n), digest, address)).rejects.toThrow('not one of')
  })
})
