import { describe, expect, it } from '@jest/globals'
import { networkSchema } from '@tandem/contracts'
import { networkWire } from '../../../test/support/network.ts'
import { parsePauses, pausedBy, pausesOf, withPauses } from './pauses.ts'

const network = networkSchema.parse(networkWire)
const [direct, , , hop] = network.routes
const [usdcA, usdcB] = network.assets
if (direct === undefined || hop === undefined || usdcA === undefined || usdcB === undefined)
  throw new Error('no routes')
const paused = { paused: true }

describe('a pause', () => {
  it.each([
    ['nothing', network, undefined, undefined],
    [
      'the source chain',
      { ...network, chains: network.chains.map((c) => (c.chain === 'devnet_a' ? { ...c, ...paused } : c)) },
      'devnet_a',
      'devnet_a',
    ],
    [
      'the hub of a hop',
      { ...network, chains: network.chains.map((c) => (c.chain === 'devnet_b' ? { ...c, ...paused } : c)) },
      'devnet_b',
      'devnet_b',
    ],
    [
      'the final chain',
      { ...network, chains: network.chains.map((c) => (c.chain === 'devnet_c' ? { ...c, ...paused } : c)) },
      undefined,
      'devnet_c',
    ],
    ['an asset', { ...network, assets: [usdcA, { ...usdcB, ...paused }] }, 'devnet_b:usdc', 'devnet_b:usdc'],
    [
      'a route',
      { ...network, routes: [direct, { ...hop, ...paused }] },
      undefined,
      'the route from devnet_a:usdc to devnet_c:usdc',
    ],
  ])('of %s closes the routes that need it', (_name, file, ofDirect, ofHop) => {
    const pauses = pausesOf(file)
    expect([pausedBy(pauses, direct), pausedBy(pauses, hop)]).toEqual([ofDirect, ofHop])
  })

  it('is all that is read of a changed file, and is shown', () => {
    const text = JSON.stringify({
      ...networkWire,
      chains: networkWire.chains.map((chain) => ({ ...chain, ...paused })),
    })
    const pauses = parsePauses(text, 'hash')
    expect([...pauses.chains]).toEqual(['devnet_a', 'devnet_b', 'devnet_c'])
    expect(withPauses(network, pauses).chains.map((chain) => chain.paused)).toEqual([true, true, true])
    expect(withPauses(network, pausesOf(network))).toEqual({
      chains: network.chains,
      assets: network.assets,
      routes: network.routes,
    })
    expect(() => parsePauses('{}', 'hash')).toThrow()
  })
})
