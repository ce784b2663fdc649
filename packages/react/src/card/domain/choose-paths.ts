import type { InitiationPath } from '@tandem/contracts/rules'

/** The abilities of a token and of a wallet, by which the ways are chosen. */
export interface Abilities {
  isNative: boolean
  /** EIP-2612. */
  hasPermit: boolean
  hasEip3009: boolean
  /** Whether Permit2 stands on the chain. */
  hasPermit2: boolean
  /** Whether the wallet has let Permit2 move as much of this token before. */
  isPermit2Approved: boolean
  /** A contract account: it may be unable to sign what the tokens verify, and sends transactions instead. */
  isContractWallet: boolean
  /** The vault holds the amount already: it is only created, and there is nothing to choose. */
  isFunded: boolean
}

/**
 * The possible paths for this token and this wallet, the best first: the fewest signatures without gas, then a
 * transaction of the wallet. Sending the tokens to the vault works with every token and every wallet.
 */
export function choosePaths(abilities: Abilities): readonly [InitiationPath, ...InitiationPath[]] {
  const { isNative, hasPermit, hasEip3009, hasPermit2, isPermit2Approved } = abilities
  if (isNative) return ['native']
  if (abilities.isContractWallet || abilities.isFunded) return ['prefunded']
  const withoutGas: InitiationPath[] = []
  if (hasEip3009) withoutGas.push('eip3009')
  if (hasPermit2 && isPermit2Approved) withoutGas.push('permit2')
  if (hasPermit) withoutGas.push('permit')
  const withGas: InitiationPath[] = hasPermit2 && !isPermit2Approved ? ['permit2'] : []
  return [...withoutGas, 'prefunded', ...withGas, 'signed'] as unknown as [InitiationPath, ...InitiationPath[]]
}
