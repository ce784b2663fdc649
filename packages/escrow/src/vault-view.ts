/** The states of a vault, in the order of the contract's enum. */
export const vaultStates = ['open', 'claimed', 'cancelled'] as const
export type VaultState = (typeof vaultStates)[number]

/**
 * A vault as a chain shows it. `hasTerms` is true when the vault's address follows from the expected terms. `balance`
 * is in base units.
 */
export type VaultView = { state: 'missing' } | { state: VaultState; hasTerms: boolean; balance: bigint }

/**
 * A vault in two blocks: the newest one, and the newest one that has the confirmations that count.
 */
export interface VaultAtDepth {
  /** The vault in the newest block. */
  latest: VaultView
  atDepth: VaultView
  headNumber: bigint
  /** The time of the newest block, in unix seconds. */
  chainTime: number
}
