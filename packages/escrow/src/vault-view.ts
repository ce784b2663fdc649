/** The states of a vault that exists, in the order of the contract's enum. */
export const vaultStates = ['open', 'claimed', 'cancelled'] as const
export type VaultState = (typeof vaultStates)[number]

/**
 * The escrow at a vault's address, if one stands there. `hasTerms`: whether the address is the one that the expected
 * terms give. `balance` in base units of the escrow's token.
 */
export type VaultView = { state: 'missing' } | { state: VaultState; hasTerms: boolean; balance: bigint }
