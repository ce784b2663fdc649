import { type Address, encodeFunctionData, type Hex, toFunctionSelector } from 'viem'
import { encodeTerms } from './encode-terms.ts'
import type { EscrowTerms, HopRoute } from './escrow-terms.ts'
import {
  cancelAbi,
  cancelWithConsentAbi,
  claimAbi,
  claimBatchAbi,
  claimHopAbi,
  claimToAbi,
  recoverPrefundAbi,
  sweepAbi,
} from './generated/lean-abi.ts'

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

const cancelSelector = toFunctionSelector(cancelAbi[0])

/**
 * Repays the creator from `cancelAfter` on. Lists of orders have many.
 * @throws Error when a value does not fit its field.
 */
export const encodeCancel = (terms: EscrowTerms): Hex => `${cancelSelector}${encodeTerms(terms).slice(2)}`
