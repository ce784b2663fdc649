import { describe, expect, it } from '@jest/globals'
import { networkSchema } from '@tandem/contracts'
import { keccak256 } from 'viem'
import { networkWire } from '../../../test/support/network.ts'
import { indexNetwork, resolveRoute } from '../../network/domain/network.ts'
import { orderTerms } from './order-terms.ts'

const user = { source: `0x${'a1'.repeat(20)}`, destination: `0x${'b2'.repeat(20)}` } as const
const solver = `0x${'22'.repeat(20)}` as const

/** The destination of an order over the hop route, whose final token has this many decimals. */
function destinationOf(finalDecimals: number, quoted: bigint) {
  const assets = networkWire.assets.map((one) =>
    one.asset === 'devnet_c:usdc' ? { ...one, decimals: finalDecimals } : one,
  )
  const index = indexNetwork(networkSchema.parse({ ...networkWire, assets }))
  const route = resolveRoute(index, 'devnet_a:usdc', 'devnet_c:usdc')
  if ('code' in route) throw new Error(route.code)
  return orderTerms({
    route,
    quote: {
      source: { asset: 'devnet_a:usdc', amount: 25_000_000n },
      destination: { asset: 'devnet_c:usdc', amount: quoted },
      sourceSolverAddress: solver,
      destSolverAddress: solver,
      hopRelayerFee: 5_000n,
    },
    user,
    commitmentHash: `0x${'cc'.repeat(32)}`,
    cancelAfter: { source: 2, destination: 1 },
    keccak: (bytes) => keccak256(bytes),
  }).destination
}

describe('the terms of a hop', () => {
  it('name everything that the claim must carry', () => {
    const { chain, asset, recipient, hop } = destinationOf(6, 24_945_000n)
    expect([chain, asset, recipient]).toEqual(['devnet_b', 'devnet_b:usdc', user.destination])
    expect(hop).toEqual({
      bridgeFactory: `0x${'3'.repeat(40)}`,
      destBlockchainId: `0x${'c'.repeat(64)}`,
      recipient: user.destination,
      feeToken: `0x${'5'.repeat(40)}`,
      relayerFee: 5_000n,
      finalChain: 'devnet_c',
      finalTokenAddress: `0x${'6'.repeat(40)}`,
      finalAsset: 'devnet_c:usdc',
      finalAmount: 24_945_000n,
    })
  })

  it.each([
    [6, 24_945_000n],
    [18, 24_945_000n * 10n ** 12n],
    [3, 24_945n],
  ])('put what is bridged, and the fee, into the escrow with %i decimals on the final chain', (decimals, quoted) => {
    expect(destinationOf(decimals, quoted).amount).toBe(24_945_000n + 5_000n)
  })

  it('refuse an amount that would leave dust', () => {
    expect(() => destinationOf(18, 1n)).toThrow('cannot be bridged')
  })
})
