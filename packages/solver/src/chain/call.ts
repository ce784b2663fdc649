import type { Address, Hex } from 'viem'

/** A call that a transaction makes. */
export interface Call {
  to: Address
  data: Hex
  /** Wei. */
  value?: bigint
}
