import { type Address, encodeFunctionData, type Hex, parseSignature } from 'viem'
import type { EscrowTerms, HopRoute } from './escrow-terms.ts'
import { escrowRegistryAbi, escrowVaultAbi } from './generated/abi.ts'

/** The creator's authorization. `deadline` in unix seconds; the signature is empty (`0x`) when the creator sends. */
export interface CreatorAuthorization {
  deadline: number
  creatorSignature: Hex
}

/** One claim of {@link encodeClaimBatch}. `gasLimit`: what it may use at the most. */
export interface BatchClaim {
  vault: Address
  secret: Hex
  gasLimit: bigint
}

const onRegistry = { abi: escrowRegistryAbi } as const
const onVault = { abi: escrowVaultAbi } as const
const contractRoute = (route: HopRoute) => ({ ...route, deadline: BigInt(route.deadline) })

/** To the registry: creates a vault that was funded before. */
export const encodeCreateEscrow = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ ...onRegistry, functionName: 'createEscrow', args: [terms] })

/** To the registry, with `amount` as value: creates a vault of the native token. */
export const encodeCreateEscrowNative = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ ...onRegistry, functionName: 'createEscrowNative', args: [terms] })

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
    ...onRegistry,
    functionName: 'createEscrowPermit',
    args: [call.terms, call.permitDeadline, 27 + yParity, r, s, BigInt(call.deadline), call.creatorSignature],
  })
}

/** To the registry: creates a vault by an allowance and the creator's signature. */
export const encodeCreateEscrowSigned = (call: CreatorAuthorization & { terms: EscrowTerms }): Hex =>
  encodeFunctionData({
    ...onRegistry,
    functionName: 'createEscrowSigned',
    args: [call.terms, BigInt(call.deadline), call.creatorSignature],
  })

/** To the registry: repays a vault that was funded and never created. */
export const encodeRecoverPrefund = (terms: EscrowTerms): Hex =>
  encodeFunctionData({ ...onRegistry, functionName: 'recoverPrefund', args: [terms] })

/** To the registry: claims several plain vaults; one that fails does not stop the others. */
export const encodeClaimBatch = (claims: readonly BatchClaim[]): Hex =>
  encodeFunctionData({ ...onRegistry, functionName: 'claimBatch', args: [claims] })

/** To the vault: pays the recipient. It carries the secret. */
export const encodeClaim = (secret: Hex): Hex =>
  encodeFunctionData({ ...onVault, functionName: 'claim', args: [secret] })

/** To a hop vault: bridges the amount on. It carries the secret. */
export const encodeClaimHop = (secret: Hex, route: HopRoute, signature: Hex): Hex =>
  encodeFunctionData({ ...onVault, functionName: 'claimHop', args: [secret, contractRoute(route), signature] })

/**
 * To the vault: pays `to` on this chain, by the recipient's call or signature (`ClaimTo`). `deadline` in unix seconds;
 * it and the signature are of no meaning when the recipient sends it.
 */
export const encodeClaimTo = (call: { secret: Hex; to: Address; deadline?: number; signature?: Hex }): Hex =>
  encodeFunctionData({
    ...onVault,
    functionName: 'claimTo',
    args: [call.secret, call.to, BigInt(call.deadline ?? 0), call.signature ?? '0x'],
  })

/**
 * To the vault: repays the creator before `cancelAfter`, by the recipient's call or signature (`ConsentCancel`).
 * `deadline` in unix seconds; it and the signature are of no meaning when the recipient sends it.
 */
export const encodeCancelWithConsent = ({ deadline, signature }: { deadline: number; signature: Hex }): Hex =>
  encodeFunctionData({ ...onVault, functionName: 'cancelWithConsent', args: [BigInt(deadline), signature] })

/** To the vault: repays the creator once `cancelAfter` has passed. */
export const encodeCancel = (): Hex => cancelCall

const cancelCall = encodeFunctionData({ ...onVault, functionName: 'cancel' })
