import type { NetworkWire } from '@tandem/contracts'

const address = (digit: string) => `0x${digit.repeat(40)}`

const chain = (name: string, chainId: number) => ({
  chain: name,
  chain_id: chainId,
  display_name: name,
  registry_address: address('1'),
  solver_address: address('2'),
  block_time_ms: 1_000,
  confirmations: 2,
  start_block: 0,
  source_cancel_after_secs: 43_200,
  dest_cancel_after_secs: 3_600,
  claim_safety_secs: 600,
  native_symbol: 'ETH',
  explorer_url: null,
})

const asset = (id: string, symbol: string, decimals: number, token: string) => ({
  asset: id,
  symbol,
  display_name: symbol,
  decimals,
  token_address: token,
  permit: false,
  min_amount: '1000',
  max_amount: `1${'0'.repeat(decimals + 6)}`,
})

/** Two chains with escrows and a final chain behind the second one. */
export const networkWire = {
  chains: [
    chain('devnet_a', 31_401),
    {
      ...chain('devnet_b', 31_402),
      hop_bridge_address: address('3'),
      blockchain_id: `0x${'b'.repeat(64)}`,
      messenger_address: address('8'),
    },
    {
      ...chain('devnet_c', 31_403),
      registry_address: null,
      solver_address: null,
      hub_chain: 'devnet_b',
      blockchain_id: `0x${'c'.repeat(64)}`,
      messenger_address: address('8'),
    },
  ],
  assets: [
    asset('devnet_a:usdc', 'USDC', 6, address('4')),
    asset('devnet_b:usdc', 'USDC', 6, address('5')),
    { ...asset('devnet_c:usdc', 'USDC', 6, address('6')), token_home_address: address('9') },
    asset('devnet_a:eth', 'ETH', 18, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'),
    asset('devnet_b:dai', 'DAI', 18, address('7')),
  ],
  routes: [
    { source: 'devnet_a:usdc', destination: 'devnet_b:usdc', route_type: 'direct', fee_bips: 10 },
    { source: 'devnet_a:eth', destination: 'devnet_b:usdc', route_type: 'direct', fee_bips: 30 },
    { source: 'devnet_a:usdc', destination: 'devnet_b:dai', route_type: 'direct', fee_bips: 0 },
    {
      source: 'devnet_a:usdc',
      destination: 'devnet_c:usdc',
      route_type: 'hop',
      fee_bips: 20,
      hub_asset: 'devnet_b:usdc',
      hop_relayer_fee: '5000',
    },
  ],
  min_margin_secs: 21_600,
} as const satisfies NetworkWire
