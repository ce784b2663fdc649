import { describe, expect, it } from '@jest/globals'
import { type NetworkWire, networkSchema } from './network.ts'

const address = (byte: string) => `0x${byte.repeat(20)}`

function network(): NetworkWire {
  const chain = (name: string, id: number) => ({
    chain: name,
    chain_id: id,
    display_name: name,
    registry_address: address('11'),
    solver_address: address('22'),
    block_time_ms: 1000,
    confirmations: 2,
    start_block: 0,
    source_cancel_after_secs: 43_200,
    dest_cancel_after_secs: 3600,
    claim_safety_secs: 600,
    native_symbol: 'ETH',
    explorer_url: null,
  })
  const asset = (name: string) => ({
    asset: name,
    symbol: 'USDC',
    display_name: 'USD Coin',
    decimals: 6,
    token_address: address('33'),
    permit: true,
    min_amount: '1000000',
    max_amount: '1000000000000',
  })
  return {
    chains: [chain('left', 1), chain('right', 2)],
    assets: [asset('left:usdc'), asset('right:usdc')],
    routes: [{ source: 'left:usdc', destination: 'right:usdc', route_type: 'direct', fee_bips: 10 }],
    min_margin_secs: 21_600,
  }
}

/** Applies a change to a valid network and returns what the schema finds wrong: `path: message`. */
function complaints(change: (valid: NetworkWire) => void): string[] {
  const changed = network()
  change(changed)
  const { error } = networkSchema.safeParse(changed)
  return (error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

describe('networkSchema', () => {
  it('accepts a network whose parts fit together', () => {
    expect(complaints(() => undefined)).toEqual([])
  })

  it.each<[string, (valid: NetworkWire) => void, string]>([
    ['a chain listed twice', (it) => it.chains.push(it.chains[0] as never), 'chains.2.chain: listed twice'],
    [
      'two chains with one chain id',
      (it) => Object.assign(it.chains[1] ?? {}, { chain_id: 1 }),
      'chains.1.chain_id: listed twice',
    ],
    [
      'an asset of an unknown chain',
      (it) => Object.assign(it.assets[0] ?? {}, { asset: 'up:usdc' }),
      'assets.0.asset: its chain is not listed',
    ],
    [
      'a minimum above the maximum',
      (it) => Object.assign(it.assets[0] ?? {}, { max_amount: '1' }),
      'assets.0.min_amount: exceeds max_amount',
    ],
    [
      'a route from an unknown asset',
      (it) => Object.assign(it.routes[0] ?? {}, { source: 'left:dai' }),
      'routes.0.source: is not a listed asset',
    ],
    [
      'a hop route without its hub asset',
      (it) => Object.assign(it.routes[0] ?? {}, { route_type: 'hop' }),
      'routes.0.hub_asset: is for hop routes, and they need it',
    ],
    [
      'a route to a chain without a registry',
      (it) => Object.assign(it.chains[1] ?? {}, { registry_address: null }),
      'routes.0: right has no registry or no solver, so it cannot hold an escrow',
    ],
    [
      'a source escrow that does not outlive its destination by the margin',
      (it) => Object.assign(it.chains[0] ?? {}, { source_cancel_after_secs: 25_199 }),
      'routes.0: source_cancel_after_secs of left must be at least dest_cancel_after_secs of right plus min_margin_secs',
    ],
    [
      'a destination escrow that could never be claimed safely',
      (it) => Object.assign(it.chains[1] ?? {}, { claim_safety_secs: 3600 }),
      'routes.0: dest_cancel_after_secs of right leaves no time before claim_safety_secs',
    ],
    ['an unknown key', (it) => Object.assign(it, { rpc_url: 'http://key@host' }), ': Unrecognized key: "rpc_url"'],
  ])('refuses %s', (_name, change, complaint) => {
    expect(complaints(change)).toContain(complaint)
  })
})
