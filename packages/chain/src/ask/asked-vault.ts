import type { ConfirmationDepth } from '@tandem/contracts/rules'
import type { EscrowTerms } from '@tandem/escrow'
import type { Address, Hex } from 'viem'

/** A vault to read. The caller has derived its address from the terms. */
export interface AskedVault {
  readonly vault: Address
  readonly terms: EscrowTerms
  readonly depth: ConfirmationDepth
  /**
   * Hashes of transactions that somebody says created or settled the vault. When they are right, the logs need not be
   * searched. When they are wrong, nothing false is believed.
   */
  readonly named?: readonly (Hex | null | undefined)[] | undefined
}

/** What is the same for all vaults of one request. */
export interface AskedOf {
  readonly registry: Address
  readonly blockTimeMs: number
  /** The longest time from an order to its escrow's `cancelAfter`, in seconds. No log is searched for before then. */
  readonly longestLifeSecs?: number | undefined
}
