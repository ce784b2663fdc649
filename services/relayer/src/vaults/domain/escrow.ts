import type { EscrowTerms } from '@tandem/escrow'
import type { Address } from 'viem'

export interface Escrow {
  chain: string
  vault: Address
  terms: EscrowTerms
  /** US dollars, for the depth. Unknown of old work. */
  valueUsd?: number | undefined
}
