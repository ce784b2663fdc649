import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem'

const words = [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }] as const

/** Signed again, the authorization is the same payment. */
export const authorizationNonce = (escrow: { chainId: number; vault: Address; commitmentHash: Hex }): Hex =>
  keccak256(encodeAbiParameters(words, [BigInt(escrow.chainId), escrow.vault, escrow.commitmentHash]))
