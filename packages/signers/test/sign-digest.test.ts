/** Compares the native signer with viem's own. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { bytesToHex, type Hex, parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'
import { chooseSignDigest, signDigest } from '../src/sign-digest.ts'
import { makeLocalSigner } from '../src/signer.ts'

const load = () => import('secp256k1/bindings.js')
const asViem = async (hash: Hex, privateKey: Hex) => {
  const { r, s, yParity } = await sign({ hash, privateKey })
  return { r, s, yParity }
}

describe('signDigest', () => {
  it('signs hundreds of random digests with random keys as viem does', async () => {
    const native = await chooseSignDigest(load)
    for (let index = 0; index < 500; index += 1) {
      const [digest, key] = [bytesToHex(randomBytes(32)), generatePrivateKey()]
      expect(await native(digest, key)).toEqual(await asViem(digest, key))
    }
  })

  it('uses the native module on this platform', async () => {
    let calls = 0
    const { default: native } = await load()
    const counting = {
      ecdsaSign: (digest: Uint8Array, key: Uint8Array) => {
        calls += 1
        return native.ecdsaSign(digest, key)
      },
    }
    const signer = await chooseSignDigest(async () => ({ default: counting }))
    await signer(bytesToHex(randomBytes(32)), generatePrivateKey())
    expect(calls).toBe(2)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['does not load', () => Promise.reject(new Error('no binary for this platform'))],
    [
      'signs something else',
      async () => ({ default: { ecdsaSign: () => ({ signature: new Uint8Array(64), recid: 0 }) } }),
    ],
    ['is of another version', async () => ({ default: {} })],
  ])('falls back to viem when the module %s', async (_name, broken) => {
    const [digest, key] = [bytesToHex(randomBytes(32)), generatePrivateKey()]
    expect(await (await chooseSignDigest(broken))(digest, key)).toEqual(await asViem(digest, key))
  })

  it('never repeats a key that is none in its error', async () => {
    const key: Hex = `0x${'ff'.repeat(32)}`
    await expect(signDigest(bytesToHex(randomBytes(32)), key)).rejects.toThrow(expect.not.stringContaining('ffffffff'))
  })
})

describe('a local signer', () => {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  const common = { chainId: 931, nonce: 7, to: account.address, gas: 21_000n, data: '0x1234' } as const
  it.each([
    { ...common, type: 'eip1559', maxFeePerGas: 10n, maxPriorityFeePerGas: 1n } as const,
    { ...common, type: 'legacy', gasPrice: 10n } as const,
  ])('signs a transaction ($type) byte for byte as viem’s account does', async (transaction) => {
    const raw = await makeLocalSigner(key).signTransaction(transaction)
    expect(raw).toBe(await account.signTransaction(transaction))
    expect(await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })).toBe(
      account.address,
    )
    expect(parseTransaction(raw).nonce).toBe(7)
  })
})
