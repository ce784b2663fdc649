import type { Address, Hex } from 'viem'

export interface Call {
  to: Address
  data: Hex
  /** The native money that the call carries, in wei. */
  value?: bigint
}
