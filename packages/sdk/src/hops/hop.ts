import { type HopRoute, hopClaimTypedData, hopDispatchGas } from '@tandem/escrow'
import { type Address, getAddress, type Hex } from 'viem'
import type { HopPayload, Intent, Order } from '../client/types.ts'
import type { StepOptions } from '../initiate/source-side.ts'
import { chainOf, type VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { signForContracts } from '../wallet/sign.ts'
import { ensureChain, type Wallet } from '../wallet/wallet.ts'

/** The wallet of a hop's recipient. */
export type Signer = Wallet

/**
 * The EIP-712 message `HopClaim` that the recipient of a hop signs (docs/hops.md).
 *
 * @throws `UNVERIFIED` when the order is not a hop, or the network does not name its chain.
 */
export function hopClaimOf({ destination_intent: hub }: Order, chains: readonly VerifiedChain[]) {
  const chain = chainOf({ chains }, hub.chain)
  if (chain.registry_address == null) throw new TandemError('UNVERIFIED', `${hub.chain} has no registry`)
  return hopClaimTypedData({
    chainId: chain.chain_id,
    registry: chain.registry_address as Address,
    vault: getAddress(hub.swap_id),
    commitmentHash: hub.commitment_hash as Hex,
    ...hopOf(hub),
  })
}

/**
 * The bridge and the route of a hop.
 *
 * @throws `UNVERIFIED` when the order is not a hop.
 */
function hopOf(hub: Intent): { hopBridge: Address; route: HopRoute } {
  const { hop_bridge_factory, hop_dest_blockchain_id, hop_recipient, hop_fee_token, hop_relayer_fee } = hub
  if (!hop_bridge_factory || !hop_dest_blockchain_id || !hop_recipient || !hop_fee_token || hop_relayer_fee === null)
    throw new TandemError('UNVERIFIED', 'the order is not a hop')
  const route = {
    destBlockchainId: hop_dest_blockchain_id as Hex,
    hopRecipient: getAddress(hop_recipient),
    feeToken: getAddress(hop_fee_token),
    relayerFee: BigInt(hop_relayer_fee),
    dispatchGas: hopDispatchGas,
    deadline: hub.cancel_after,
  }
  return { hopBridge: getAddress(hop_bridge_factory), route }
}

/**
 * Asks the recipient's wallet to sign the hop.
 *
 * @throws `WRONG_CHAIN`, `ACCOUNT_NOT_DEPLOYED`; the user's refusal.
 */
export async function signHop(
  order: Order,
  signer: Signer,
  { chains, switchChain }: StepOptions & { chains: readonly VerifiedChain[] },
): Promise<HopPayload> {
  const { destination_intent: hub } = order
  const { hopBridge, route } = hopOf(hub)
  await ensureChain(signer, chainOf({ chains }, hub.chain), switchChain)
  const signature = await signForContracts(signer, hopClaimOf(order, chains))
  return {
    bridge_factory: hopBridge,
    dest_blockchain_id: route.destBlockchainId,
    recipient: route.hopRecipient,
    fee_token: route.feeToken,
    relayer_fee: String(route.relayerFee),
    dispatch_gas: route.dispatchGas,
    deadline: route.deadline,
    signature,
  }
}
