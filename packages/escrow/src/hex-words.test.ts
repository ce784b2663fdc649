import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type Address, encodeFunctionData, encodeFunctionResult, erc20Abi, type Hex, zeroAddress } from 'viem'
import { encodeCancel } from './calldata.ts'
import { escrowRegistryAbi, payoutLensAbi, vaultLensAbi } from './generated/abi.ts'
import { rowsOf } from './hex-words.ts'
import { decodeVaultAnswer, encodeVaultQuestion } from './read-vaults.ts'
import { encodeTransfer, encodeTryAll, payeeOf } from './try-payouts.ts'
import { vaultStates } from './vault-view.ts'

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)
const address = hex(20) as fc.Arbitrary<Address>
const uint = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
const terms = fc.record({
  ...{ token: address, creator: address, recipient: address },
  hopBridge: fc.oneof(address, fc.constant(zeroAddress)),
  amount: uint(128n),
  cancelAfter: fc.integer({ min: 0, max: 2 ** 40 - 1 }),
  commitmentHash: hex(32),
})
const look = fc.record({
  ...{ vault: address, isDeployed: fc.boolean(), isRead: fc.boolean(), balance: uint(256n) },
  state: fc.integer({ min: 0, max: 255 }),
})
const sample = <T>(kind: fc.Arbitrary<T>): T => fc.sample(kind, { numRuns: 1, seed: 1 })[0] as T

describe('calls as hex text are those that viem encodes', () => {
  it('look', () => {
    fc.assert(
      fc.property(address, fc.array(terms, { maxLength: 20 }), (registry, all) => {
        const args = [registry, all] as const
        expect(encodeVaultQuestion(registry, all)).toBe(
          encodeFunctionData({ abi: vaultLensAbi, functionName: 'look', args }),
        )
      }),
    )
  })

  it('tryAll', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ vault: address, terms })), uint(256n), (vaults, gas) => {
        const payouts = vaults.map((one) => ({
          ...{ vault: one.vault, token: one.terms.token, to: payeeOf(one.terms), amount: one.terms.amount },
        }))
        const expected = encodeFunctionData({ abi: payoutLensAbi, functionName: 'tryAll', args: [payouts, gas] })
        expect(encodeTryAll(vaults, gas)).toBe(expected)
      }),
    )
  })

  it('transfer', () => {
    fc.assert(
      fc.property(address, uint(256n), (to, amount) => {
        const expected = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
        expect(encodeTransfer(to, amount)).toBe(expected)
      }),
    )
  })

  it('cancel', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const expected = encodeFunctionData({ abi: escrowRegistryAbi, functionName: 'cancel', args: [one] })
        expect(encodeCancel(one)).toBe(expected)
      }),
    )
  })

  it('refuses values that do not fit their fields', () => {
    const valid = sample(terms)
    const tooMuch = { ...valid, amount: 2n ** 128n }
    expect(() => encodeVaultQuestion(valid.creator, [valid, tooMuch])).toThrow()
    expect(() => encodeVaultQuestion('0x1234', [valid])).toThrow()
    expect(() => encodeTransfer(valid.creator, 2n ** 256n)).toThrow()
    expect(() => encodeTransfer(valid.creator, -1n)).toThrow()
    expect(() => encodeCancel(tooMuch)).toThrow()
    expect(() => encodeTryAll([{ vault: '0x12', terms: valid }], 1n)).toThrow()
  })
})

describe('decodeVaultAnswer', () => {
  it('reads what viem encodes', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(look, { maxLength: 20 }), (hasRegistry, looks) => {
        const result = [hasRegistry, looks] as const
        const data = encodeFunctionResult({ abi: vaultLensAbi, functionName: 'look', result })
        const expected = looks.map((one) => ({ ...one, state: vaultStates[one.state] }))
        expect(decodeVaultAnswer(data)).toEqual({ hasRegistry, vaults: expected })
      }),
    )
  })

  const result = [true, [sample(look), sample(look)]] as const
  const valid = encodeFunctionResult({ abi: vaultLensAbi, functionName: 'look', result })
  const withWord = (index: number, digits: string): Hex =>
    `0x${valid.slice(2, 2 + index * 64)}${digits.padStart(64, '0')}${valid.slice(2 + (index + 1) * 64)}`

  it.each<[string, Hex]>([
    ['nothing', '0x'],
    ['an answer that is cut off', valid.slice(0, -64) as Hex],
    ['an answer with half a word more', `${valid}${'0'.repeat(32)}`],
    ['more rows than were counted', `${valid}${'0'.repeat(64)}`],
    ['a count that no memory holds', withWord(2, 'f'.repeat(64))],
    ['another offset', withWord(1, '60')],
    ['a boolean that is neither', withWord(0, '2')],
    ['digits that are no hex', withWord(7, 'z'.repeat(64))],
  ])('refuses %s', (_name, data) => {
    expect(() => decodeVaultAnswer(data)).toThrow('The answer is not what the contract returns.')
  })
})

describe('rowsOf', () => {
  it('reads the answer of tryAll', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (doPay) => {
        const data = encodeFunctionResult({ abi: payoutLensAbi, functionName: 'tryAll', result: doPay })
        expect(rowsOf(data, { head: 1, width: 1 }).rows.map(([one]) => BigInt(`0x${one}`) === 1n)).toEqual(doPay)
      }),
    )
  })
})
