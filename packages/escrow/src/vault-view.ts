/** In the order of the contract's enum. */
export const vaultStates = ['open', 'claimed', 'cancelled'] as const
export type VaultState = (typeof vaultStates)[number]

/** `hasTerms`: the address follows from the expected terms. `balance` in base units. */
export type VaultView = { state: 'missing' } | { state: VaultState; hasTerms: boolean; balance: bigint }

export interface VaultAtDepth {
  /** In the latest block. */
  latest: VaultView
  atDepth: VaultView
  headNumber: bigint
  /** Unix seconds of the latest block. */
  chainTime: number
}
