import { encodeFunctionData, type Hex, parseSignature } from 'viem'
import type { EscrowTerms } from './escrow-terms.ts'
import {
  createEscrowAbi,
  createEscrowAuthorizedAbi,
  createEscrowBatchAbi,
  createEscrowNativeAbi,
  createEscrowPermit2Abi,
  createEscrowPermitAbi,
  createEscrowSignedAbi,
  createEscrowSignedBatchAbi,
} from './generated/creation-abi.ts'

/**
 * The creator's permission. `deadline` is in unix seconds, and the signature is `0x` when the creator sends the transaction
 * itself.
 */
export interface CreatorAuthorization {
  deadline: number
  creatorSignature: Hex
}

/** Creates a vault around the tokens that were sent to its address before. */
export const encodeCreateEscrow = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ abi: createEscrowAbi, args: [terms] })

/** Creates many vaults that were funded before. A vault that cannot be created does not stop the others. */
export const encodeCreateEscrowBatch = (all: readonly EscrowTerms[]): Hex =>
  encodeFunctionData({ abi: createEscrowBatchAbi, args: [all] })

/** Creates a vault with the chain's native token. Send it with the terms' `amount` as the transaction's value. */
export const encodeCreateEscrowNative = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ abi: createEscrowNativeAbi, args: [terms] })

/**
 * Creates a vault, and pays it by an EIP-2612 permit. `permitDeadline` is in unix seconds.
 * @throws Error when the permit's signature is not 65 bytes.
 */
export function encodeCreateEscrowPermit(
  call: CreatorAuthorization & { terms: EscrowTerms; permitDeadline: bigint; permitSignature: Hex },
): Hex {
  const { r, s, yParity } = parseSignature(call.permitSignature)
  return encodeFunctionData({
    abi: createEscrowPermitAbi,
    args: [call.terms, call.permitDeadline, 27 + yParity, r, s, BigInt(call.deadline), call.creatorSignature],
  })
}

/** Creates a vault, and pays it from the creator's allowance to the registry, by the creator's signature. */
export const encodeCreateEscrowSigned = (call: CreatorAuthorization & { terms: EscrowTerms }): Hex =>
  encodeFunctionData({
    abi: createEscrowSignedAbi,
    args: [call.terms, BigInt(call.deadline), call.creatorSignature],
  })

/** Creates many vaults by their creators' signatures. One that cannot be created does not stop the others. */
export const encodeCreateEscrowSignedBatch = (
  creations: readonly (CreatorAuthorization & { terms: EscrowTerms })[],
): Hex =>
  encodeFunctionData({
    abi: createEscrowSignedBatchAbi,
    args: [creations.map((one) => ({ ...one, deadline: BigInt(one.deadline) }))],
  })

/** Creates a vault, and funds it with a single Permit2 signature ({@link permit2TypedData}). `deadline` is in unix seconds. */
export const encodeCreateEscrowPermit2 = (call: {
  terms: EscrowTerms
  nonce: bigint
  deadline: bigint
  signature: Hex
}): Hex =>
  encodeFunctionData({
    abi: createEscrowPermit2Abi,
    args: [call.terms, call.nonce, call.deadline, call.signature],
  })

/**
 * Creates a vault, and pays it by one EIP-3009 signature ({@link authorizationTypedData}). `validAfter` and `validBefore`
 * are in unix seconds.
 */
export const encodeCreateEscrowAuthorized = (call: {
  terms: EscrowTerms
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
  signature: Hex
}): Hex => {
  const { terms, ...authorization } = call
  return encodeFunctionData({
    abi: createEscrowAuthorizedAbi,
    args: [terms, authorization],
  })
}
