import { chainOfAsset, hubAmountOf, type Network, type QuoteWire } from '@tandem/contracts'
import { predictVault } from '@tandem/escrow'
import { type CreateOrder, type Intent, type Order, TandemError, termsOf } from '@tandem/sdk'
import { type Address, zeroAddress } from 'viem'

/**
 * The order that an honest orderbook would make of this quote. The SDK verifies it in a dry run like any other order.
 */
export function expectedOrder(body: CreateOrder, quote: QuoteWire, network: Network): Order {
  const { source, destination } = body
  const escrow = escrowsOf(network, body.commitment_hash)
  return {
    order_id: '<order_id>',
    user_id: body.user_id,
    quote_id: quote.quote_id,
    status: 'created',
    initiate_by: quote.initiate_by,
    fill_by: quote.fill_by,
    source_intent: escrow({
      ...{ asset: source.asset, amount: source.amount, hop: {} },
      ...{ creator: source.recipient, recipient: quote.source_solver_address },
      cancelAfter: quote.source_cancel_after,
      life: 'source_cancel_after_secs',
    }),
    destination_intent: escrow({
      ...hubSide(destination, quote, network),
      ...{ creator: quote.dest_solver_address, recipient: destination.recipient },
      cancelAfter: quote.dest_cancel_after,
      life: 'dest_cancel_after_secs',
    }),
  } as unknown as Order
}

interface Side {
  asset: string
  amount: string
  creator: string
  recipient: string
  cancelAfter: number | null
  life: 'source_cancel_after_secs' | 'dest_cancel_after_secs'
  hop: Partial<Intent>
}

const escrowsOf =
  ({ chains, assets }: Network, commitmentHash: string) =>
  ({ asset, amount, creator, recipient, cancelAfter, life, hop }: Side): Intent => {
    const chain = chains.find((one) => one.chain === chainOfAsset(asset))
    const token = assets.find((one) => one.asset === asset)?.token_address
    if (chain === undefined || chain.registry_address === null || token === undefined) throw unknown(asset)
    const intent = {
      swap_id: zeroAddress,
      chain: chain.chain,
      ...{ asset, amount, creator, recipient },
      token_address: token,
      commitment_hash: commitmentHash,
      cancel_after: cancelAfter ?? Math.floor(Date.now() / 1000) + chain[life],
      registry_address: chain.registry_address,
      l1_hop: false,
      hop_bridge_factory: null,
      ...hop,
    } as Intent
    const registry = chain.registry_address as Address
    return { ...intent, swap_id: predictVault({ registry, chainId: chain.chain_id, terms: termsOf(intent) }) }
  }

/** The destination side of the order. The escrow of a hop is on the hub, and holds the bridge's fee in addition. */
function hubSide({ asset, amount, recipient }: CreateOrder['destination'], quote: QuoteWire, network: Network) {
  if (quote.route_type === 'direct') return { asset, amount, hop: {} }
  const route = network.routes.find((one) => one.source === quote.source.asset && one.destination === asset)
  const final = network.chains.find(({ chain }) => chain === chainOfAsset(asset))
  const hub = network.chains.find(({ chain }) => chain === final?.hub_chain)
  const decimalsOf = (name: string) => network.assets.find((one) => one.asset === name)?.decimals ?? 0
  const hubAsset = route?.hub_asset ?? null
  if (hubAsset === null || final === undefined || hub === undefined) throw unknown(asset)
  const token = (name: string) => network.assets.find((one) => one.asset === name)?.token_address ?? null
  const bridged = hubAmountOf(BigInt(amount), { hub: decimalsOf(hubAsset), final: decimalsOf(asset) })
  if (bridged === undefined) throw unknown(asset)
  return {
    asset: hubAsset,
    amount: String(bridged + BigInt(quote.hop_relayer_fee ?? 0)),
    hop: {
      l1_hop: true,
      hop_bridge_factory: hub.hop_bridge_address,
      hop_dest_blockchain_id: final.blockchain_id,
      hop_recipient: recipient,
      hop_fee_token: token(hubAsset),
      hop_relayer_fee: quote.hop_relayer_fee,
      final_chain: final.chain,
      final_token_address: token(asset),
    },
  }
}

const unknown = (asset: string) => new TandemError('UNVERIFIED', `${asset} is not of the network file`)
