import type { Address, Hex } from 'viem'
import type { EscrowTerms, HopRoute } from './escrow-terms.ts'

/** Where a message holds: one registry on one chain. All messages share the registry's domain (EIP-712). */
export interface EscrowDomain {
  chainId: number
  registry: Address
}

const domainOf = ({ chainId, registry }: EscrowDomain) =>
  ({ name: 'EscrowRegistry', version: '1', chainId, verifyingContract: registry }) as const

/** What a creator signs so that somebody else may create the escrow with the creator's tokens, up to `deadline`. */
export function createEscrowTypedData({
  terms,
  deadline,
  ...domain
}: EscrowDomain & { terms: EscrowTerms; deadline: number }) {
  return {
    domain: domainOf(domain),
    types: {
      CreateEscrow: [
        { name: 'token', type: 'address' },
        { name: 'creator', type: 'address' },
        { name: 'recipient', type: 'address' },
        { name: 'hopBridge', type: 'address' },
        { name: 'amount', type: 'uint128' },
        { name: 'cancelAfter', type: 'uint40' },
        { name: 'commitmentHash', type: 'bytes32' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'CreateEscrow',
    message: { ...terms, deadline: BigInt(deadline) },
  } as const
}

/** What a recipient signs so that anybody may bridge a hop vault's amount on along this route. */
export function hopClaimTypedData({
  vault,
  commitmentHash,
  hopBridge,
  route,
  ...domain
}: EscrowDomain & { vault: Address; commitmentHash: Hex; hopBridge: Address; route: HopRoute }) {
  return {
    domain: domainOf(domain),
    types: {
      HopClaim: [
        { name: 'vault', type: 'address' },
        { name: 'commitmentHash', type: 'bytes32' },
        { name: 'hopBridge', type: 'address' },
        { name: 'destBlockchainId', type: 'bytes32' },
        { name: 'hopRecipient', type: 'address' },
        { name: 'feeToken', type: 'address' },
        { name: 'relayerFee', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'HopClaim',
    message: { vault, commitmentHash, hopBridge, ...route, deadline: BigInt(route.deadline) },
  } as const
}

const payeeFields = [
  { name: 'vault', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'deadline', type: 'uint256' },
] as const

/** What a recipient signs so that the claim pays `to` instead. */
export function claimToTypedData({
  vault,
  to,
  deadline,
  ...domain
}: EscrowDomain & { vault: Address; to: Address; deadline: number }) {
  return {
    domain: domainOf(domain),
    types: { ClaimTo: payeeFields },
    primaryType: 'ClaimTo',
    message: { vault, to, deadline: BigInt(deadline) },
  } as const
}

/** What a creator signs so that the cancellation repays `to` instead. */
export function cancelToTypedData({
  vault,
  to,
  deadline,
  ...domain
}: EscrowDomain & { vault: Address; to: Address; deadline: number }) {
  return {
    domain: domainOf(domain),
    types: { CancelTo: payeeFields },
    primaryType: 'CancelTo',
    message: { vault, to, deadline: BigInt(deadline) },
  } as const
}

/** What a recipient signs so that the vault can be cancelled before its time. */
export function consentCancelTypedData({
  vault,
  deadline,
  ...domain
}: EscrowDomain & { vault: Address; deadline: number }) {
  return {
    domain: domainOf(domain),
    types: {
      ConsentCancel: [
        { name: 'vault', type: 'address' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'ConsentCancel',
    message: { vault, deadline: BigInt(deadline) },
  } as const
}

/** An EIP-2612 permit, in the token's own domain. `value` in base units, `deadline` in unix seconds. */
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
