import type { EscrowTerms } from '@tandem/escrow'
import type { Address, Hex } from 'viem'

export interface Escrow {
  chain: string
  vault: Address
  terms: EscrowTerms
  /** What the order is worth in US dollars, for the confirmation depth. Work that an earlier version stored has none. */
  valueUsd?: number | undefined
  /** The transactions that the orderbook named: they spare a search through logs, and prove nothing by themselves. */
  told?: readonly Hex[] | undefined
}
