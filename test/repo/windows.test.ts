/** The orderbook's times of a quote, against the SDK's check before it funds: for all committed network files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import * as contracts from '@tandem/contracts'
import { type Network, networkSchema } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import fc from 'fast-check'
import { confirmationDepth, highestWorthUsd } from '../../packages/sdk/src/evidence/confirmation-depth.ts'
import { requireFundable } from '../../packages/sdk/src/initiate/require-fundable.ts'
import { chainOf } from '../../packages/sdk/src/known-network.ts'
import { depthSecs, windowChecks } from '../../packages/sdk/src/verify-windows.ts'
import { indexNetwork } from '../../services/orderbook/src/domain/network.ts'
import { makeIndicativeQuote } from '../../services/orderbook/src/usecases/create-quote.ts'

const root = new URL('../..', import.meta.url).pathname
/** The same network where escrows live as long as a swap needs. */
const fitted = ({ chains, ...network }: Network): Network => ({
  ...network,
  chains: chains.map((chain) => ({ ...chain, fitted_windows: { reveal_secs: 120, claim_secs: 600 } })),
})
const read = (path: string): Network => networkSchema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')))
const nowSecs = 1_795_000_000

/** Quotes by the default settings, where a token costs what its ceiling says. */
const quoterOf = (network: Network) =>
  makeIndicativeQuote({
    network: indexNetwork(network),
    prices: {
      price: async ({ asset }) => network.assets.find((one) => one.asset === asset)?.usd_price_ceiling ?? '1',
    },
    networkFee: async () => undefined,
    hops: { isOpen: async () => true },
    timeOf: async () => nowSecs,
    ttlSecs: 60,
    initiateWithinSecs: 600,
    fillWithinSecs: 120,
    now: () => nowSecs * 1000,
    newId: () => 'q',
  })

describe.each([
  ['docs/networks/mainnet.json', 'fixed'],
  ['docs/networks/mainnet.json', 'fitted'],
  ['docs/networks/testnet.json', 'fixed'],
  ['docs/networks/testnet.json', 'fitted'],
  ['infra/k8s/overlays/production/network.json', 'fixed'],
] as const)('a quote on %s with %s windows', (path, windows) => {
  const network = networkSchema.parse(windows === 'fitted' ? fitted(read(path)) : read(path))

  it.each(['least', 'most'])('can be funded for as long as the user was told, for the %s amount', async (which) => {
    for (const { source, destination } of network.routes) {
      const sold = network.assets.find(({ asset }) => asset === source)
      const value =
        BigInt((which === 'least' ? sold?.min_amount : sold?.max_amount) ?? 0) * (which === 'least' ? 2n : 1n)
      const request = { sourceAsset: source, destinationAsset: destination, amount: { side: 'source', value } as const }
      const quote = await quoterOf(network)(request).catch((error: { code?: string }) => error.code)
      if (typeof quote === 'string' || quote === undefined) {
        expect(quote).toBe('AMOUNT_OUT_OF_BOUNDS')
        continue
      }
      const chainName = (asset: string) => asset.slice(0, asset.indexOf(':'))
      const escrowed = network.chains.find(({ chain }) => chain === chainName(destination))
      expect(quote.cancelAfter !== null).toBe(windows === 'fitted')
      // Until the destination's own deadline, and not only until the secret can no longer leave by the relayer.
      const longestSecs = 60 + (escrowed?.dest_cancel_after_secs ?? 0)
      expect(quote.freeOptionSecs).toBe(
        quote.cancelAfter === null ? longestSecs : quote.cancelAfter.destination - nowSecs,
      )
      const order = {
        status: 'created',
        source_intent: {
          chain: chainName(source),
          asset: source,
          amount: String(quote.source.amount),
          cancel_after: quote.cancelAfter?.source ?? nowSecs + 86_400,
        },
        destination_intent: {
          asset: destination,
          chain: chainName(destination),
          amount: String(quote.destination.amount),
          cancel_after: quote.cancelAfter?.destination ?? nowSecs + (escrowed?.dest_cancel_after_secs ?? 0),
        },
        initiate_by: quote.initiateBy,
        fill_by: quote.fillBy,
      } as Order
      const chains = {
        source: chainOf(network, chainName(source)),
        destination: chainOf(network, chainName(destination)),
        valueUsd: highestWorthUsd(order, network),
      }
      expect(() => requireFundable(order, chains, nowSecs + 300)).not.toThrow()
      const checks = windowChecks(order, { quote: {}, startedAt: nowSecs }, network)
      expect(checks.filter(([, holds]) => !holds)).toEqual([])
    }
  })
})

/** The SDK is published without the contracts: it has rules of its own, which must be the same. */
describe('the SDK and the services count alike', () => {
  const worths = fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: undefined })
  const chains = fc.record({
    chain: fc.constant('a'),
    chain_id: fc.constant(1),
    registry_address: fc.constant(null),
    block_time_ms: fc.integer({ min: 50, max: 600_000 }),
    confirmations: fc.integer({ min: 1, max: 10_000 }),
    confirmation_steps: fc.array(
      fc.record({ from_usd: fc.integer({ min: 1, max: 50_000 }), confirmations: fc.integer({ min: 1, max: 10_000 }) }),
      { maxLength: 3 },
    ),
    finality_tag: fc.constantFrom(null, 'safe' as const, 'finalized' as const),
    claim_safety_secs: fc.integer({ min: 1, max: 3_600 }),
  })

  it('how long a fact takes to stand at its depth', () => {
    fc.assert(
      fc.property(chains, worths, (chain, worthUsd) => {
        expect(depthSecs(chain, worthUsd)).toBe(contracts.depthSecs(chain, worthUsd))
      }),
    )
    const tagged = { chain: 'a', chain_id: 1, registry_address: null, finality_tag: 'finalized' as const }
    expect(depthSecs(tagged, 1)).toBe(contracts.taggedDepthSecs)
  })

  it('the worth of an order, whichever of its sides is the dearer, and the depth that it asks for', () => {
    const assets = fc.record({
      asset: fc.constantFrom('a:x', 'b:y', 'c:z'),
      decimals: fc.integer({ min: 0, max: 24 }),
      usd_price_ceiling: fc.constantFrom(null, '0.000001', '1', '1.05', '4200.123456789', '98000'),
      token_address: fc.constant(`0x${'1'.repeat(40)}`),
    })
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 14n })
    const steps = [10, 1_000, 25_000].map((from_usd, index) => ({ from_usd, confirmations: 100 * (index + 1) }))
    const rules = { confirmations: 5, confirmation_steps: steps, finality_tag: null }
    fc.assert(
      fc.property(fc.tuple(assets, assets), amounts, amounts, (listed, source, destination) => {
        const order = {
          source_intent: { asset: 'a:x', amount: String(source) },
          destination_intent: { asset: 'b:y', amount: String(destination) },
        } as Order
        const worthUsd = contracts.highestWorthUsd(listed, order)
        const own = highestWorthUsd(order, { assets: listed })
        expect(own === undefined).toBe(worthUsd === undefined)
        const depth = (worth: number | undefined) =>
          confirmationDepth({ chain: 'a', chain_id: 1, registry_address: null, ...rules }, worth).confirmations
        expect(depth(own)).toBe(contracts.confirmationDepth(rules, worthUsd).confirmations)
      }),
      { numRuns: 500 },
    )
  })
})
