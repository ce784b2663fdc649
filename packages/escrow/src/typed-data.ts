import type { Address, Hex } from 'viem'
import type { HopRoute } from './escrow-terms.ts'

/** The domain that all signed messages of a registry share (EIP-712). */
export interface EscrowDomain {
  chainId: number
  registry: Address
}

/** The EIP-712 domain of a registry. */
export const domainOf = ({ chainId, registry }: EscrowDomain) =>
  ({ name: 'EscrowRegistry', version: '1', chainId, verifyingContract: registry }) as const

/** What the recipient signs so that any account may bridge the amount along this route. */
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
        { name: 'dispatchGas', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'HopClaim',
    message: {
      ...{ vault, commitmentHash, hopBridge, ...route },
      dispatchGas: BigInt(route.dispatchGas),
      deadline: BigInt(route.deadline),
    },
  } as const
}

const payeeFields = [
  { name: 'vault', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'deadline', type: 'uint256' },
] as const

/** What the recipient signs so that the claim pays the address `to`. */
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

/** What the recipient signs so that the vault can be cancelled before its time. */
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
