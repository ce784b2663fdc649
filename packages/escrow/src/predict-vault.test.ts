import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  type Address,
  concat,
  encodeAbiParameters,
  getAddress,
  getCreate2Address,
  type Hex,
  keccak256,
  pad,
  parseAbiParameters,
  toHex,
} from 'viem'
import { encodeTerms } from './encode-terms.ts'
import { isVaultOf, predictVault, vaultInitCode } from './predict-vault.ts'

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)
/** Addresses in small letters or with a checksum. */
const address = fc
  .tuple(hex(20), fc.boolean())
  .map(([value, isChecksummed]) => (isChecksummed ? getAddress(value) : value) as Address)
const terms = fc.record({
  token: address,
  creator: address,
  recipient: address,
  hopBridge: address,
  amount: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
  cancelAfter: fc.integer({ min: 0, max: 2 ** 40 - 1 }),
  commitmentHash: hex(32),
})

describe('encodeTerms', () => {
  it('encodes as abi.encode does', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const { token, creator, recipient, hopBridge, amount, cancelAfter, commitmentHash } = given
        const encoded = encodeAbiParameters(
          parseAbiParameters('address, address, address, address, uint128, uint40, bytes32'),
          [token, creator, recipient, hopBridge, amount, cancelAfter, commitmentHash],
        )
        expect(encodeTerms(given)).toBe(encoded.toLowerCase())
      }),
    )
  })

  const [valid] = fc.sample(terms, { numRuns: 1, seed: 1 })
  it.each([
    ['an amount over 128 bits', { amount: 2n ** 128n }],
    ['a negative amount', { amount: -1n }],
    ['a deadline over 40 bits', { cancelAfter: 2 ** 40 }],
    ['a short address', { creator: '0x1234' as const }],
    ['a hash that is no hex', { commitmentHash: `0x${'g'.repeat(64)}` as const }],
  ])('refuses %s', (_name, over) => {
    if (valid === undefined) throw new Error('no sample')
    expect(() => encodeTerms({ ...valid, ...over })).toThrow()
  })
})

describe('predictVault', () => {
  it('is CREATE2 of one creation code, salted with chain id and terms', () => {
    fc.assert(
      fc.property(address, fc.integer({ min: 1, max: 2 ** 48 }), terms, (registry, chainId, given) => {
        const head = '0x63a7c6a1005f52602060116004601c335afa50602c601d5f3960315ff3'
        const clone = ['0x365f5f375f5f365f73', registry, '0x5af43d5f5f3e5f3d91602a57fd5bf3'] as const
        const code = concat([head, ...clone])
        expect(vaultInitCode(registry)).toBe(code.toLowerCase())
        const salt = keccak256(concat([pad(toHex(chainId), { size: 32 }), keccak256(encodeTerms(given))]))
        const expected = getCreate2Address({ from: registry, salt, bytecodeHash: keccak256(code) })
        expect(predictVault({ registry, chainId, terms: given })).toBe(expected)
        const lowerCase = expected.toLowerCase() as Address
        for (const vault of [expected, lowerCase])
          expect(isVaultOf(vault, { registry, chainId, terms: given })).toBe(true)
        expect(isVaultOf(expected, { registry, chainId: chainId + 1, terms: given })).toBe(false)
      }),
    )
  })
})
