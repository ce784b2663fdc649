import type { Address, Hex } from 'viem'

/** The contract's `EscrowTerms`: every field is part of the vault's address. */
export interface EscrowTerms {
  /** ERC-20, or {@link nativeToken}. */
  token: Address
  /** Funds the vault, and is repaid by a cancellation. */
  creator: Address
  recipient: Address
  /** The bridge of a hop vault, or the zero address. */
  hopBridge: Address
  /** Base units, at most 2^128 - 1. */
  amount: bigint
  /** Unix seconds: claim before, cancel from then on. */
  cancelAfter: number
  /** SHA-256 of the 32-byte secret. */
  commitmentHash: Hex
}

/** For a recipient's signature: twice a token home's use with a fee. */
export const hopDispatchGas = 400_000

/**
 * The contract's `HopRoute`. `relayerFee` in base units, `deadline` in unix seconds. With too little `dispatchGas` the
 * recipient is paid here.
 */
export interface HopRoute {
  destBlockchainId: Hex
  hopRecipient: Address
  feeToken: Address
  relayerFee: bigint
  dispatchGas: number
  deadline: number
}
