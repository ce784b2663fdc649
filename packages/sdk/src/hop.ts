import { encodeClaimTo, type HopRoute, hopClaimTypedData, readVaultAtDepth } from '@tandem/escrow'
import { type Account, type Address, type Chain, type Client, type Hex, isAddressEqual, type Transport } from 'viem'
import { signTypedData } from 'viem/actions'
import type { HopPayload, Order } from './client.ts'
import { TandemError } from './tandem-error.ts'
import { termsOf, type VerifiedChain } from './verify-order.ts'
import { send, type Wallet } from './wallet.ts'

/** Signs for the recipient. On which chain the client is does not matter: the message names its own. */
export type Signer = Client<Transport, Chain | undefined, Account>

/**
 * What the recipient signs so that anybody may bridge the order's hop on: EIP-712 `HopClaim` in the domain of the hub's
 * registry (docs/hops.md). It holds as long as the escrow can be claimed.
 *
 * @throws TandemError `UNVERIFIED` when the order is no hop, or its chain is unknown.
 */
export function hopClaimOf({ destination_intent: hub }: Order, chains: readonly VerifiedChain[]) {
  const chain = chains.find((one) => one.chain === hub.chain)
  if (chain?.registry_address == null) throw new TandemError('UNVERIFIED', `${hub.chain} is not a known chain`)
  return hopClaimTypedData({
    chainId: chain.chain_id,
    registry: chain.registry_address as Address,
    vault: hub.swap_id as Address,
    commitmentHash: hub.commitment_hash as Hex,
    hopBridge: hub.hop_bridge_factory as Address,
    route: routeOf(hub),
  })
}

/** @throws TandemError `UNVERIFIED` when the order is no hop. */
function routeOf(hub: Order['destination_intent']): HopRoute {
  const { hop_dest_blockchain_id, hop_recipient, hop_fee_token, hop_relayer_fee } = hub
  if (!hop_dest_blockchain_id || !hop_recipient || !hop_fee_token || hop_relayer_fee === null)
    throw new TandemError('UNVERIFIED', 'the order is not a hop')
  return {
    destBlockchainId: hop_dest_blockchain_id as Hex,
    hopRecipient: hop_recipient as Address,
    feeToken: hop_fee_token as Address,
    relayerFee: BigInt(hop_relayer_fee),
    // The same for every attempt, so that the same claim is sent again, and as long as the escrow can be claimed.
    deadline: hub.cancel_after,
  }
}

/** The hop payload of `POST /claims`, signed by the recipient. */
export async function signHop(order: Order, signer: Signer, chains: readonly VerifiedChain[]): Promise<HopPayload> {
  const { destination_intent: hub } = order
  const route = routeOf(hub)
  const signature = await signTypedData(signer, { account: signer.account, ...hopClaimOf(order, chains) })
  return {
    bridge_factory: hub.hop_bridge_factory ?? '',
    dest_blockchain_id: route.destBlockchainId,
    recipient: route.hopRecipient,
    fee_token: route.feeToken,
    relayer_fee: String(route.relayerFee),
    deadline: route.deadline,
    signature,
  }
}

/** How the escrow's chain is judged before the secret leaves. */
export interface ClaimGuard {
  confirmations: number
  /** Instead of confirmations: the block that the chain itself calls safe, or final. */
  tag?: 'safe' | 'finalized' | null
  /** Seconds that must be left, unless the secret is public already. */
  safetySecs: number
  isSecretPublic: boolean
}

/**
 * Claims the destination escrow where it stands, by the recipient's own transaction. A hop then bridges nothing: the
 * whole amount, what the bridge's relayer would have had included, is paid on the hub chain. The secret becomes public.
 *
 * @param options.wallet of the recipient, on the escrow's chain.
 * @param options.to who is paid.
 * @returns the transaction, or `null` when the escrow is settled already.
 * @throws TandemError `NOT_THE_RECIPIENT`, `DESTINATION_NOT_INITIATED`, `TOO_LATE`; viem's errors.
 */
export async function claimOnHub(
  { destination_intent: destination }: Order,
  secret: Hex,
  { wallet, to, guard }: { wallet: Wallet; to: Address; guard: ClaimGuard },
): Promise<Hex | null> {
  const vault = destination.swap_id as Address
  const terms = termsOf(destination)
  if (!isAddressEqual(wallet.account.address, terms.recipient))
    throw new TandemError('NOT_THE_RECIPIENT', `only ${terms.recipient} can claim the escrow like this`)
  const { latest, atDepth, chainTime } = await readVaultAtDepth(wallet, { vault, terms, ...guard })
  if (latest.state === 'claimed' || latest.state === 'cancelled') return null
  if (!guard.isSecretPublic) {
    const isFunded = atDepth.state === 'open' && atDepth.hasTerms && atDepth.balance >= terms.amount
    if (!isFunded)
      throw new TandemError('DESTINATION_NOT_INITIATED', 'the escrow does not stand at its confirmation depth', {
        retryable: true,
      })
    if (terms.cancelAfter - chainTime < guard.safetySecs)
      throw new TandemError('TOO_LATE', 'too little time is left to reveal the secret')
  }
  return send(wallet, { to: vault, data: encodeClaimTo({ secret, to }) })
}
