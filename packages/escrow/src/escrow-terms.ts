import type { Address, Hex } from 'viem'

/** The whole of an escrow, as the contract's `EscrowTerms`. Every field is part of the vault's address. */
export interface EscrowTerms {
  /** The ERC-20 token, or {@link nativeToken}. */
  token: Address
  /** Funds the vault, and is repaid when it is cancelled. */
  creator: Address
  /** Is paid when the vault is claimed. */
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

/** Gas that the SDK has a recipient sign for the dispatch of a hop: twice what a token home uses with a fee. */
export const hopDispatchGas = 400_000

/**
 * Where a hop goes, as the contract's `HopRoute`. `relayerFee` in base units, `deadline` in unix seconds. The bridge is given
 * exactly `dispatchGas`; when that is not enough, the recipient is paid on this chain.
 */
export interface HopRoute {
  destBlockchainId: Hex
  hopRecipient: Address
  feeToken: Address
  relayerFee: bigint
  dispatchGas: number
  deadline: number
}
