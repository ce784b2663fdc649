/** Compares native recovery with viem's own. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { bytesToHex, concatHex, type Hex, hexToBigInt, numberToHex, recoverAddress, slice } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { chooseRecoverSigner } from '../src/recover-signer.ts'

const load = () => import('secp256k1/bindings.js')
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const random = (bytes: number): Hex => bytesToHex(randomBytes(bytes))

const account = privateKeyToAccount(generatePrivateKey())
const digest = random(32)
const signature = await account.sign({ hash: digest })
const [r, s, v] = [slice(signature, 0, 32), slice(signature, 32, 64), slice(signature, 64)]
const word = (value: bigint) => numberToHex(value, { size: 32 })

/** Expects that the native module and viem find the same signer, or none. */
async function expectAsViem(hash: Hex, given: Hex): Promise<void> {
  const recover = await chooseRecoverSigner(load)
  const expected = await recoverAddress({ hash, signature: given }).catch(() => 'nobody')
  expect(await recover(hash, given).catch(() => 'nobody')).toBe(expected)
}

describe('recoverSigner', () => {
  it('names the signer of random digests, and of random bytes whom viem names', async () => {
    for (let index = 0; index < 100; index += 1) {
      const [hash, one] = [random(32), privateKeyToAccount(generatePrivateKey())]
      const signed = await one.sign({ hash })
      expect(await (await chooseRecoverSigner(load))(hash, signed)).toBe(one.address)
      for (const last of ['0x00', '0x01', '0x1b', '0x1c'] as const)
        await expectAsViem(hash, concatHex([random(64), last]))
    }
  })

  it.each<[string, Hex]>([
    ['the parity alone', concatHex([r, s, numberToHex(Number(v) - 27, { size: 1 })])],
    ['capital letters', `0x${signature.slice(2).toUpperCase()}`],
    ['a capital prefix', `0X${signature.slice(2)}` as Hex],
    ['the other parity', concatHex([r, s, v === '0x1b' ? '0x1c' : '0x1b'])],
    ['a high s', concatHex([r, word(order - hexToBigInt(s)), v])],
    ['a parity of a chain', concatHex([r, s, '0x25'])],
    ['a recovery id of 2', concatHex([r, s, '0x1d'])],
    ['64 bytes', slice(signature, 0, 64)],
    ['66 bytes', concatHex([signature, '0x00'])],
    ['an r of zero', concatHex([word(0n), s, v])],
    ['an s of zero', concatHex([r, word(0n), v])],
    ['an r of the order', concatHex([word(order), s, v])],
    ['an s of the order', concatHex([r, word(order), v])],
    ['an r that is no point', concatHex([word(5n), s, v])],
    ['no hex', '0xzz'],
    ['nothing', '0x'],
  ])('says of %s what viem says: %#', (_name, given) => expectAsViem(digest, given))

  it.each<[string, () => Promise<unknown>]>([
    ['does not load', () => Promise.reject(new Error('no binary for this platform'))],
    ['recovers something else', async () => ({ default: { ecdsaRecover: () => new Uint8Array(65) } })],
    ['is of another version', async () => ({ default: {} })],
  ])('falls back to viem when the module %s', async (_name, broken) => {
    expect(await (await chooseRecoverSigner(broken))(digest, signature)).toBe(account.address)
  })

  it('uses the native module on this platform', async () => {
    let calls = 0
    const { default: native } = await load()
    const counting: typeof native = {
      ...native,
      ecdsaRecover: (...given) => {
        calls += 1
        return native.ecdsaRecover(...given)
      },
    }
    const recover = await chooseRecoverSigner(async () => ({ default: counting }))
    await recover(digest, signature)
    expect(calls).toBe(2)
  })
})
