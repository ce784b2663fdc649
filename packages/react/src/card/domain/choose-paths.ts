import type { InitiationPath } from '@tandem/contracts/rules'

/** The facts about a token and a wallet that decide how the wallet can pay. */
export interface Abilities {
  isNative: boolean
  /** Whether the token has `permit` (EIP-2612). */
  hasPermit: boolean
  /** Whether the token can be paid by a signed authorization (EIP-3009). */
  hasEip3009: boolean
  /** Whether the Permit2 contract is deployed on the chain. */
  hasPermit2: boolean
  /** Whether the wallet has approved Permit2 for at least this amount of the token. */
  isPermit2Approved: boolean
  /** Whether the wallet is a contract. Tokens may not accept its signatures, so it pays by transactions. */
  isContractWallet: boolean
  /**
   * Whether the vault's address holds the amount already. Then the escrow only has to be created, and there is nothing to
   * choose.
   */
  isFunded: boolean
}

/**
 * Returns the paths by which this wallet can pay with this token, the best one first. Paths without gas come first, ordered by
 * how few signatures they take; then come those with a transaction. Sending the tokens to the vault (`prefunded`) works with
 * every ERC-20 token and every wallet.
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
