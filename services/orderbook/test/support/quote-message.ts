import type { MakerQuoteMessage, QuoteAsk } from '@tandem/contracts'
import type { Address } from 'viem'

/** Where a maker settles one side of a swap. */
interface Side {
  chain: string
  address: Address
}

/** The parts of a network file that name its chains and tokens. */
interface Listed {
  chains: readonly { chain: string; chain_id: number }[]
  assets: readonly { asset: string; token_address: string }[]
}

/** The message that a maker signs to sell this amount, in base units of the destination's token. */
export function quoteMessage(
  ask: QuoteAsk,
  { chains, assets }: Listed,
  { amount, source, destination }: { amount: bigint; source: Side; destination: Side },
): MakerQuoteMessage {
  const chainIdOf = (name: string) => chains.find(({ chain }) => chain === name)?.chain_id ?? 0
  const tokenOf = (name: string) => assets.find(({ asset }) => asset === name)?.token_address ?? ''
  return {
    quote_id: ask.rfq_id,
    source_asset: ask.source_asset,
    source_chain_id: chainIdOf(source.chain),
    source_token: tokenOf(ask.source_asset),
    source_amount: ask.source_amount ?? '0',
    source_recipient: source.address,
    destination_asset: ask.destination_asset,
    destination_chain_id: chainIdOf(destination.chain),
    destination_token: tokenOf(ask.destination_asset),
    destination_amount: String(amount),
    destination_creator: destination.address,
    hop_relayer_fee: ask.hop_relayer_fee,
    initiate_by: ask.initiate_by,
    fill_by: ask.fill_by,
    expires_at: ask.expires_at,
  }
}
