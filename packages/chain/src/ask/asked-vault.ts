import type { ConfirmationDepth } from '@tandem/contracts/rules'
import type { EscrowTerms } from '@tandem/escrow'
import type { Address, Hex } from 'viem'

/** The caller has derived the address from the terms. */
export interface AskedVault {
  readonly vault: Address
  readonly terms: EscrowTerms
  readonly depth: ConfirmationDepth
  /** Transactions that are said to have created or settled it, by whoever. They spare a search through logs. */
  readonly named?: readonly (Hex | null | undefined)[] | undefined
}

export interface AskedOf {
  readonly registry: Address
  readonly blockTimeMs: number
  /** The longest time from an order to its escrow's `cancelAfter`, in seconds: no log is looked for before. */
  readonly longestLifeSecs?: number | undefined
}
