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

/** The creator's authorization. `deadline` in unix seconds; the signature is empty (`0x`) when the creator sends. */
export interface CreatorAuthorization {
  deadline: number
  creatorSignature: Hex
}

/** A claim of {@link encodeClaimBatch}. `gasLimit`: the gas that it may use at the most. */
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

/** To the registry: creates a vault that was funded before. */
export const encodeCreateEscrow = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ abi: createEscrowAbi, args: [terms] })

/** To the registry: creates several vaults that were funded before; one that cannot be created does not stop the others. */
export const encodeCreateEscrowBatch = (all: readonly EscrowTerms[]): Hex =>
  encodeFunctionData({ abi: createEscrowBatchAbi, args: [all] })

/** To the registry, with `amount` as value: creates a vault of the native token. */
export const encodeCreateEscrowNative = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ abi: createEscrowNativeAbi, args: [terms] })

/**
 * To the registry: creates a vault by an EIP-2612 permit. `permitDeadline` in unix seconds.
 *
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

/** To the registry: creates a vault by an allowance and the creator's signature. */
export const encodeCreateEscrowSigned = (call: CreatorAuthorization & { terms: EscrowTerms }): Hex =>
  encodeFunctionData({
    abi: createEscrowSignedAbi,
    args: [call.terms, BigInt(call.deadline), call.creatorSignature],
  })

/**
 * To the registry: creates several vaults by allowances and signatures; one that cannot be created does not stop the
 * others.
 */
export const encodeCreateEscrowSignedBatch = (
  creations: readonly (CreatorAuthorization & { terms: EscrowTerms })[],
): Hex =>
  encodeFunctionData({
    abi: createEscrowSignedBatchAbi,
    args: [creations.map((one) => ({ ...one, deadline: BigInt(one.deadline) }))],
  })

/**
 * To the registry: creates a vault by one Permit2 signature that carries the terms ({@link permit2TypedData}).
 * `deadline` in unix seconds.
 */
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
 * To the registry: creates a vault by one EIP-3009 signature whose payee is the vault ({@link authorizationTypedData}).
 * `validAfter` and `validBefore` in unix seconds.
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

/** To the registry: repays the creator of a vault that was funded and never created. */
export const encodeRecoverPrefund = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ abi: recoverPrefundAbi, args: [terms, terms.creator] })

/** To the registry: sends what a settled vault still holds of a token to its creator. Anyone may send it. */
export const encodeSweep = (terms: EscrowTerms, token: Address): Hex =>
  encodeFunctionData({ abi: sweepAbi, args: [terms, token, terms.creator, 0n, '0x'] })

/** To the registry: claims several plain vaults; one that fails does not stop the others. */
export const encodeClaimBatch = (claims: readonly BatchClaim[]): Hex =>
  encodeFunctionData({ abi: claimBatchAbi, args: [claims] })

/** To the registry: pays the recipient of a plain vault. It carries the secret. */
export const encodeClaim = (terms: EscrowTerms, secret: Hex): Hex =>
  encodeFunctionData({ abi: claimAbi, args: [terms, secret] })

/**
 * To the registry: bridges a hop vault's amount on, or pays its recipient on this chain when the bridge fails. It
 * carries the secret.
 */
export const encodeClaimHop = (terms: EscrowTerms, secret: Hex, route: HopRoute, signature: Hex): Hex =>
  encodeFunctionData({
    abi: claimHopAbi,
    args: [terms, secret, contractRoute(route), signature],
  })

/**
 * To the registry: pays `to` on this chain, by the recipient's call or signature (`ClaimTo`). `deadline` in unix seconds;
 * it and the signature are of no meaning when the recipient sends it.
 */
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

/**
 * To the registry: repays the creator before `cancelAfter`, by the recipient's call or signature (`ConsentCancel`).
 * `deadline` in unix seconds; it and the signature are of no meaning when the recipient sends it.
 */
export const encodeCancelWithConsent = (
  terms: EscrowTerms,
  { deadline, signature }: { deadline: number; signature: Hex },
): Hex =>
  encodeFunctionData({
    abi: cancelWithConsentAbi,
    args: [terms, BigInt(deadline), signature],
  })

/** To the registry: repays the creator once `cancelAfter` has passed. */
export const encodeCancel = (terms: EscrowTerms): Hex => encodeFunctionData({ abi: cancelAbi, args: [terms] })
