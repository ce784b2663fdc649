import type { Address, Hex } from 'viem'
import type { EscrowTerms } from './escrow-terms.ts'
import { domainOf, type EscrowDomain } from './typed-data.ts'

/** The fields of the terms, in the order of the contract's struct. */
const termsFields = [
  { name: 'token', type: 'address' },
  { name: 'creator', type: 'address' },
  { name: 'recipient', type: 'address' },
  { name: 'hopBridge', type: 'address' },
  { name: 'amount', type: 'uint128' },
  { name: 'cancelAfter', type: 'uint40' },
  { name: 'commitmentHash', type: 'bytes32' },
] as const

/**
 * What the creator signs so that another account may create the escrow with the creator's tokens, until `deadline` (unix
 * seconds).
 */
export function createEscrowTypedData({
  terms,
  deadline,
  ...domain
}: EscrowDomain & { terms: EscrowTerms; deadline: number }) {
  return {
    domain: domainOf(domain),
    types: {
      CreateEscrow: [...termsFields, { name: 'deadline', type: 'uint256' }],
    },
    primaryType: 'CreateEscrow',
    message: { ...terms, deadline: BigInt(deadline) },
  } as const
}

/** An EIP-2612 permit, in the token's own domain. `value` is in base units, `deadline` in unix seconds. */
export function permitTypedData(permit: {
  token: Address
  name: string
  version: string
  chainId: number
  owner: Address
  spender: Address
  value: bigint
  nonce: bigint
  deadline: bigint
}) {
  const { token, name, version, chainId, ...message } = permit
  return {
    domain: { name, version, chainId, verifyingContract: token },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message,
  } as const
}

/** The address of Permit2 on every chain. */
export const permit2Address: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/**
 * What the creator signs so that any account may create the escrow by Permit2. `nonce` is Permit2's, of which any unused one
 * will do; `deadline` is in unix seconds.
 */
export function permit2TypedData({
  chainId,
  registry,
  terms,
  nonce,
  deadline,
}: EscrowDomain & { terms: EscrowTerms; nonce: bigint; deadline: bigint }) {
  return {
    domain: { name: 'Permit2', chainId, verifyingContract: permit2Address },
    types: {
      PermitWitnessTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
        { name: 'witness', type: 'EscrowTerms' },
      ],
      EscrowTerms: termsFields,
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'PermitWitnessTransferFrom',
    message: {
      permitted: { token: terms.token, amount: terms.amount },
      spender: registry,
      nonce,
      deadline,
      witness: terms,
    },
  } as const
}

/**
 * What the creator signs so that any account may pay the vault by EIP-3009, in the token's domain. `value` is in base units,
 * `validAfter` and `validBefore` in unix seconds.
 */
export function authorizationTypedData(authorization: {
  token: Address
  name: string
  version: string
  chainId: number
  from: Address
  to: Address
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
}) {
  const { token, name, version, chainId, ...message } = authorization
  return {
    domain: { name, version, chainId, verifyingContract: token },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message,
  } as const
}
