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

/** The valid network, with a final chain after the right one. */
function hopNetwork(): NetworkWire {
  const valid = network()
  const [, right] = valid.chains
  const [, hubAsset] = valid.assets
  if (right === undefined || hubAsset === undefined) throw new Error('the network lost its right side')
  const hop = { blockchain_id: `0x${'bb'.repeat(32)}`, messenger_address: address('55') }
  Object.assign(right, { ...hop, hop_bridge_address: address('44') })
  const noEscrows = { registry_address: null, solver_address: null, hop_bridge_address: null }
  valid.chains.push({ ...right, ...noEscrows, chain: 'final', chain_id: 3, hub_chain: 'right' })
  valid.assets.push({ ...hubAsset, asset: 'final:usdc', token_home_address: address('66') })
  valid.routes.push({
    source: 'left:usdc',
    destination: 'final:usdc',
    route_type: 'hop',
    fee_bips: 20,
    hub_asset: 'right:usdc',
    hop_relayer_fee: '10000',
  })
  return valid
}

/** Applies a change to a valid network and returns what the schema finds wrong: `path: message`. */
function complaints(change: (valid: NetworkWire) => void, changed = network()): string[] {
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
      'routes.0: dest_cancel_after_secs of right leaves no time for confirmations on both chains and claim_safety_secs: 3634 s',
    ],
    [
      'fitted windows whose margin is more than the network’s',
      (it) => {
        for (const chain of it.chains) Object.assign(chain, { fitted_windows: { reveal_secs: 60, claim_secs: 30_000 } })
      },
      'routes.0: min_margin_secs must be at least the margin of its fitted_windows: 30068 s',
    ],
    [
      'fitted windows that leave no time for the secret',
      (it) => {
        for (const chain of it.chains) Object.assign(chain, { fitted_windows: { reveal_secs: 3_600, claim_secs: 120 } })
      },
      'routes.0: dest_cancel_after_secs of right leaves no time for its fitted_windows: 4234 s',
    ],
    [
      'steps of confirmations that fall',
      (it) =>
        Object.assign(it.chains[0] ?? {}, {
          confirmation_steps: [
            { from_usd: 1_000, confirmations: 9 },
            { from_usd: 5_000, confirmations: 8 },
          ],
        }),
      'chains.0.confirmation_steps: must rise in confirmations, from those of the chain',
    ],
    [
      'two steps from one amount',
      (it) =>
        Object.assign(it.chains[0] ?? {}, {
          confirmation_steps: [
            { from_usd: 1_000, confirmations: 8 },
            { from_usd: 1_000, confirmations: 9 },
          ],
        }),
      'chains.0.confirmation_steps: must rise in from_usd',
    ],
    [
      'steps beside a tag',
      (it) =>
        Object.assign(it.chains[0] ?? {}, {
          confirmation_steps: [{ from_usd: 1_000, confirmations: 9 }],
          finality_tag: 'safe',
        }),
      'chains.0.confirmation_steps: say nothing where finality_tag is set',
    ],
    ['an unknown key', (it) => Object.assign(it, { rpc_url: 'http://key@host' }), ': Unrecognized key: "rpc_url"'],
  ])('refuses %s', (_name, change, complaint) => {
    expect(complaints(change)).toContain(complaint)
  })
  it.each([
    ['javascript:alert(1)', false],
    ['JavaScript://%0aalert(1)', false],
    ['data:text/html,hi', false],
    ['ftp://scan.example', false],
    ['https://scan.example', true],
    ['http://127.0.0.1:4000', true],
  ])('links to an explorer at %s: %s', (url, isTaken) => {
    const said = complaints((it) => Object.assign(it.chains[0] ?? {}, { explorer_url: url }))
    expect(said).toEqual(isTaken ? [] : ['chains.0.explorer_url: must be a URL that begins with https:// or http://'])
  })

  it.each([
    ['https://logos.example/usdc.svg', true],
    ['/logos/usdc.svg', true],
    ['logos/usdc.svg', true],
    ['javascript:alert(1)', false],
    ['data:image/svg+xml,<svg/>', false],
    ['http://logos.example/usdc.svg', false],
    ['//logos.example/usdc.svg', false],
    ['https://logos.example/a b', false],
    ['', false],
  ])('takes a logo at %j: %s', (logo, isTaken) => {
    const said = complaints((it) => Object.assign(it.assets[0] ?? {}, { logo }))
    expect(said).toEqual(isTaken ? [] : ['assets.0.logo: must be an https URL, or a path on the page that shows it'])
  })

  it('accepts a hop route whose chains say all that it needs', () => {
    expect(complaints(() => undefined, hopNetwork())).toEqual([])
  })

  it.each<[string, (valid: NetworkWire) => void, string]>([
    [
      'over a hub without a bridge',
      (it) => Object.assign(it.chains[1] ?? {}, { hop_bridge_address: null }),
      'routes.1: right has no hop_bridge_address',
    ],
    [
      'to a chain behind another hub',
      (it) => Object.assign(it.chains[2] ?? {}, { hub_chain: 'left' }),
      'routes.1: hub_chain of final is not right',
    ],
    [
      'to a chain that has escrows itself',
      (it) => Object.assign(it.chains[2] ?? {}, { registry_address: address('11') }),
      'routes.1: final has escrows: swap to it directly',
    ],
    [
      'to a chain without a blockchain id',
      (it) => Object.assign(it.chains[2] ?? {}, { blockchain_id: null }),
      'routes.1: final has no blockchain_id',
    ],
    [
      'over a hub without a messenger',
      (it) => Object.assign(it.chains[1] ?? {}, { messenger_address: null }),
      'routes.1: right has no messenger_address',
    ],
    [
      'to a token without a home',
      (it) => Object.assign(it.assets[2] ?? {}, { token_home_address: null }),
      'routes.1: final:usdc has no token_home_address',
    ],
  ])('refuses a hop %s', (_name, change, complaint) => {
    expect(complaints(change, hopNetwork())).toContain(complaint)
  })
})
