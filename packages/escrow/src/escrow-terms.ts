import type { Address, Hex } from 'viem'

/** The terms of an escrow (`EscrowTerms` of the contract). Every field is part of the vault's address. */
export interface EscrowTerms {
  /** The ERC-20 token, or {@link nativeToken} for the chain's own. */
  token: Address
  /** The account that funds the vault, and that a cancellation repays. */
  creator: Address
  recipient: Address
  /** The bridge of a hop vault, or the zero address. */
  hopBridge: Address
  /** The amount in base units, at most 2^128 - 1. */
  amount: bigint
  /**
   * The deadline in unix seconds: the vault can be claimed before it, and cancelled from then on.
   */
  cancelAfter: number
  /** The SHA-256 of the 32-byte secret. */
  commitmentHash: Hex
}

/** How much gas a recipient lets the bridge use: twice what a token home needs with a fee. */
export const hopDispatchGas = 400_000

/**
 * The contract's `HopRoute`. `relayerFee` is in base units, `deadline` in unix seconds. With too little `dispatchGas`,
 * the recipient is paid on the hub instead.
 */
export interface HopRoute {
  destBlockchainId: Hex
  hopRecipient: Address
  feeToken: Address
  relayerFee: bigint
  dispatchGas: number
  deadline: number
}
