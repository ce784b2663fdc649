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

/** A claim of a batch. `gasLimit` is the gas that this claim alone may use. */
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

/**
 * Sends to its creator what a settled vault still holds of a token. Anyone may send the
 * transaction.
 */
export const encodeSweep = (terms: EscrowTerms, token: Address): Hex =>
  encodeFunctionData({ abi: sweepAbi, args: [terms, token, terms.creator, 0n, '0x'] })

/** Claims many vaults in one transaction. A claim that fails does not stop the others. */
export const encodeClaimBatch = (claims: readonly BatchClaim[]): Hex =>
  encodeFunctionData({ abi: claimBatchAbi, args: [claims] })

/** Claims a vault for its recipient. The calldata carries the secret, so treat it like the secret until it is on chain. */
export const encodeClaim = (terms: EscrowTerms, secret: Hex): Hex =>
  encodeFunctionData({ abi: claimAbi, args: [terms, secret] })

/**
 * Claims a hop vault: the amount is sent over the bridge, or to the recipient on this chain if the bridge fails. The
 * calldata contains the secret.
 */
export const encodeClaimHop = (terms: EscrowTerms, secret: Hex, route: HopRoute, signature: Hex): Hex =>
  encodeFunctionData({
    abi: claimHopAbi,
    args: [terms, secret, contractRoute(route), signature],
  })

/**
 * Claims a vault to another address, by the recipient's own call or its signature (`ClaimTo`). `deadline` is in unix
 * seconds, and counts for the signature only.
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
 * Cancels a vault before its time, by the recipient's own call or its signature (`ConsentCancel`). `deadline` is in unix
 * seconds, and counts for the signature only.
 */
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
 * Repays the creator of a vault, from `cancelAfter` on.
 * @throws Error when a value does not fit its field.
 */
export const encodeCancel = (terms: EscrowTerms): Hex => `${cancelSelector}${encodeTerms(terms).slice(2)}`
