import { type Address, encodeFunctionData, type Hex, parseSignature } from 'viem'
import type { EscrowTerms, HopRoute } from './escrow-terms.ts'
import {
  cancelAbi,
  cancelWithConsentAbi,
  claimAbi,
  claimBatchAbi,
  claimHopAbi,
  claimToAbi,
  createEscrowAbi,
  createEscrowAuthorizedAbi,
  createEscrowBatchAbi,
  createEscrowNativeAbi,
  createEscrowPermit2Abi,
  createEscrowPermitAbi,
  createEscrowSignedAbi,
  createEscrowSignedBatchAbi,
  recoverPrefundAbi,
  sweepAbi,
} from './generated/lean-abi.ts'

/** `deadline` in unix seconds; the signature is `0x` when the creator sends. */
export interface CreatorAuthorization {
  deadline: number
  creatorSignature: Hex
}

/** `gasLimit`: of this claim. */
export interface BatchClaim {
  terms: EscrowTerms
  secret: Hex
  gasLimit: bigint
}

const contractRoute = (route: HopRoute) => ({
  ...route,
  dispatchGas: BigInt(route.dispatchGas),
  deadline: BigInt(route.deadline),
})

/** Creates a vault that was funded before. */
export const encodeCreateEscrow = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ abi: createEscrowAbi, args: [terms] })

/** A vault that cannot be created does not stop the others. */
export const encodeCreateEscrowBatch = (all: readonly EscrowTerms[]): Hex =>
  encodeFunctionData({ abi: createEscrowBatchAbi, args: [all] })

/** With `amount` as value. */
export const encodeCreateEscrowNative = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ abi: createEscrowNativeAbi, args: [terms] })

/**
 * By an EIP-2612 permit. `permitDeadline` in unix seconds.
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

/** By an allowance and the creator's signature. */
export const encodeCreateEscrowSigned = (call: CreatorAuthorization & { terms: EscrowTerms }): Hex =>
  encodeFunctionData({
    abi: createEscrowSignedAbi,
    args: [call.terms, BigInt(call.deadline), call.creatorSignature],
  })

export const encodeCreateEscrowSignedBatch = (
  creations: readonly (CreatorAuthorization & { terms: EscrowTerms })[],
): Hex =>
  encodeFunctionData({
    abi: createEscrowSignedBatchAbi,
    args: [creations.map((one) => ({ ...one, deadline: BigInt(one.deadline) }))],
  })

/** By one Permit2 signature ({@link permit2TypedData}). `deadline` in unix seconds. */
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

/** By one EIP-3009 signature ({@link authorizationTypedData}). `validAfter` and `validBefore` in unix seconds. */
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

/** Repays the creator of a funded vault that was never created. */
export const encodeRecoverPrefund = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ abi: recoverPrefundAbi, args: [terms, terms.creator] })

/** Sends a settled vault's rest of a token to its creator. Anyone may send it. */
export const encodeSweep = (terms: EscrowTerms, token: Address): Hex =>
  encodeFunctionData({ abi: sweepAbi, args: [terms, token, terms.creator, 0n, '0x'] })

/** A claim that fails does not stop the others. */
export const encodeClaimBatch = (claims: readonly BatchClaim[]): Hex =>
  encodeFunctionData({ abi: claimBatchAbi, args: [claims] })

/** It carries the secret. */
export const encodeClaim = (terms: EscrowTerms, secret: Hex): Hex =>
  encodeFunctionData({ abi: claimAbi, args: [terms, secret] })

/** Bridges on, or pays the recipient here when the bridge fails. It carries the secret. */
export const encodeClaimHop = (terms: EscrowTerms, secret: Hex, route: HopRoute, signature: Hex): Hex =>
  encodeFunctionData({
    abi: claimHopAbi,
    args: [terms, secret, contractRoute(route), signature],
  })

/** By the recipient's call or signature (`ClaimTo`). `deadline` in unix seconds, for the signature only. */
export const encodeClaimTo = (call: {
  terms: EscrowTerms
  secret: Hex
  to: Address
  deadline?: number
  signature?: Hex
}): Hex =>
  encodeFunctionData({
    abi: claimToAbi,
    args: [call.terms, call.secret, call.to, BigInt(call.deadline ?? 0), call.signature ?? '0x'],
  })

/** By the recipient's call or signature (`ConsentCancel`). `deadline` in unix seconds, for the signature only. */
export const encodeCancelWithConsent = (
  terms: EscrowTerms,
  { deadline, signature }: { deadline: number; signature: Hex },
): Hex =>
  encodeFunctionData({
    abi: cancelWithConsentAbi,
    args: [terms, BigInt(deadline), signature],
  })

/** Repays the creator from `cancelAfter` on. */
export const encodeCancel = (terms: EscrowTerms): Hex => encodeFunctionData({ abi: cancelAbi, args: [terms] })
