import type { EscrowTerms } from '@tandem/escrow'
import type { Address } from 'viem'

/** An escrow on a chain: what was agreed, and where it stands. */
export interface Escrow {
  chain: string
  vault: Address
  terms: EscrowTerms
  /** The worth of the order, US dollars: the more, the deeper its facts must stand. Not known of old work. */
  valueUsd?: number | undefined
}
