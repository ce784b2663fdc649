import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  type Address,
  concat,
  encodePacked,
  getAddress,
  getCreate2Address,
  type Hex,
  keccak256,
  pad,
  toHex,
} from 'viem'
import { packTerms } from './pack-terms.ts'
import { predictVault, vaultImplementation } from './predict-vault.ts'

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)
/** Small letters, or checksummed. */
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

describe('packTerms', () => {
  it('packs as abi.encodePacked does', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const { token, creator, recipient, hopBridge, amount, cancelAfter, commitmentHash } = given
        const packed = encodePacked(
          ['address', 'address', 'address', 'address', 'uint128', 'uint40', 'bytes32'],
          [token, creator, recipient, hopBridge, amount, cancelAfter, commitmentHash],
        )
        expect(packTerms(given)).toBe(packed)
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
    expect(() => packTerms({ ...valid, ...over })).toThrow()
  })
})

describe('predictVault', () => {
  it('is CREATE2 over the clone with the terms behind it', () => {
    fc.assert(
      fc.property(address, fc.integer({ min: 1, max: 2 ** 48 }), terms, (registry, chainId, given) => {
        const [head, tail] = ['0x3d81600a3d39f3363d3d373d3d3d363d73', '0x5af43d82803e903d91602b57fd5bf3'] as const
        const code = concat(['0x6100b2', head, vaultImplementation(registry), tail, packTerms(given)])
        const salt = pad(toHex(chainId), { size: 32 })
        const expected = getCreate2Address({ from: registry, salt, bytecodeHash: keccak256(code) })
        expect(predictVault({ registry, chainId, terms: given })).toBe(expected)
      }),
    )
  })
})
