import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem'

/** The three words of the nonce. */
const words = [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }] as const

/**
 * The nonce of the EIP-3009 authorization that pays a vault: `keccak256(abi.encode(chainId, vault, commitmentHash))`. The
 * token executes a nonce of an account once, so that a second signature, after a reload say, cannot pay the vault again.
 * Neither the registry nor the relayer expects this nonce: authorizations with any other one work as well.
 */
export const authorizationNonce = (escrow: { chainId: number; vault: Address; commitmentHash: Hex }): Hex =>
  keccak256(encodeAbiParameters(words, [BigInt(escrow.chainId), escrow.vault, escrow.commitmentHash]))
