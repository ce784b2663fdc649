import { type Network, networkSchema } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { type Contracts, chainNames } from './test-chains.ts'

/** The bridge of the hub chain `right`, and the final chain that it leads to. There is no code until a test puts it there. */
export const hopBridge: Address = '0x0000000000000000000000000000000000008001'
export const finalChain = { chain: 'final', blockchainId: `0x${'cd'.repeat(32)}` as Hex }

/** The network file of a testbed: its two chains, and a final chain behind the second one. */
export function testNetwork(
  { registry, token }: Contracts,
  { solver, ...depth }: { solver: Address; confirmations: number; block_time_ms: number },
): Network {
  const chain = (name: string, index: number) => ({
    chain: name,
    chain_id: 911 + index,
    display_name: name,
    ...depth,
    start_block: 0,
    source_cancel_after_secs: 7200,
    dest_cancel_after_secs: 3600,
    claim_safety_secs: 60,
    native_symbol: 'ETH',
    explorer_url: null,
  })
  const asset = (id: string, symbol: string, display_name: string, decimals: number, token_address: Address) => ({
    asset: id,
    symbol,
    display_name,
    decimals,
    token_address,
    permit: false,
    min_amount: '100',
    max_amount: '1000000000000000000',
  })
  const escrows = { registry_address: registry, solver_address: solver }
  const nothing = { registry_address: null, solver_address: null }
  return networkSchema.parse({
    chains: [
      { ...chain('left', 0), ...escrows },
      { ...chain('right', 1), ...escrows, hop_bridge_address: hopBridge },
      { ...chain(finalChain.chain, 2), ...nothing, hub_chain: 'right', blockchain_id: finalChain.blockchainId },
    ],
    assets: chainNames.flatMap((name) => [
      asset(`${name}:dai`, 'DAI', 'Dai', 6, token),
      asset(`${name}:eth`, 'ETH', 'Ether', 18, nativeToken),
    ]),
    routes: [{ source: 'left:dai', destination: 'right:dai', route_type: 'direct', fee_bips: 10 }],
    min_margin_secs: 1800,
  })
}
