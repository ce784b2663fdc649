/** A token that stops paying, like a paused one or one that blocks an address, or that burns the gas. */
import { type Address, concatHex, type Hex, numberToHex, size } from 'viem'
import type { ChainName } from './test-chains.ts'
import type { Testbed } from './testbed.ts'

/** Where the token's own code is while other code is in its place. */
export const original: Address = '0x00000000000000000000000000000000000070Ce'

/** Instructions that push whether the call is `transfer`. */
export const isTransfer: Hex = '0x5f3560e01c63a9059cbb14'
/** Instructions that push whether the call is `balanceOf`. */
const isBalanceOf: Hex = '0x5f3560e01c6370a0823114'
/** Instructions that push whether the call has a gas price, as in a transaction: a simulation has none. */
const hasGasPrice: Hex = '0x3a1515'
/** Instructions that push whether the first argument of the call is this address. */
export const isTo = (address: Address): Hex => concatHex(['0x60043573', address, '0x14'])

/** Instructions that revert. */
const refuses: Hex = '0x5f5ffd'
/** An invalid instruction, which uses up all the gas of the call. */
export const burns: Hex = '0xfe'

/**
 * Code to put in a token's place: it refuses every call for which the condition holds, and hands all others to the token's own
 * code, which must be at {@link original}.
 * @param how the instructions with which it refuses.
 */
export function grudgingToken(condition: Hex, how: Hex = refuses): Hex {
  // calldatacopy; delegatecall(gas, original, 0, calldatasize, 0, 0); returndatacopy
  const delegate = concatHex(['0x365f5f375f5f365f73', original, '0x5af43d5f5f3e'])
  const revert: Hex = '0x3d5ffd'
  const giveBack: Hex = '0x5b3d5ff3'
  const refuse = concatHex(['0x5b', how])
  const jumpIf = (to: number): Hex => concatHex(['0x60', numberToHex(to, { size: 1 }), '0x57'])
  const paidAt = size(condition) + 3 + size(delegate) + 3 + size(revert)
  return concatHex([condition, jumpIf(paidAt + size(giveBack)), delegate, jumpIf(paidAt), revert, giveBack, refuse])
}

/**
 * Has the token refuse whatever would fund this vault in a transaction, but not in a simulation.
 * @returns a function that has it accept everything again.
 */
export async function refuseFunding(
  testbed: Testbed,
  chain: ChainName,
  vault: string,
  how?: Hex,
): Promise<() => Promise<void>> {
  const { token: address } = testbed
  const control = testbed.control(chain)
  const code = (await control.getCode({ address })) ?? '0x'
  await control.setCode({ address: original, bytecode: code })
  // Each condition leaves a word on the stack; 0x16 is AND.
  const condition = concatHex([isBalanceOf, isTo(vault as Address), '0x16', hasGasPrice, '0x16'])
  await control.setCode({ address, bytecode: grudgingToken(condition, how) })
  return () => control.setCode({ address, bytecode: code })
}
