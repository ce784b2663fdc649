import type { EscrowTerms } from '@tandem/escrow'
import type { Address, Hex } from 'viem'

export interface Escrow {
  chain: string
  vault: Address
  terms: EscrowTerms
  /** US dollars, for the depth. Unknown of old work. */
  valueUsd?: number | undefined
  /** The transactions that the orderbook named: they spare a search through logs, and prove nothing by themselves. */
  told?: readonly Hex[] | undefined
}
