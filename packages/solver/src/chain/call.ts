import type { Address, Hex } from 'viem'

export interface Call {
  to: Address
  data: Hex
  /** In wei. */
  value?: bigint
}
