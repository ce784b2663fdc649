/** Compares the orderbook's times of a quote with the SDK's check before it funds, for all committed network files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { type Network, networkSchema } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import { requireFundable } from '../../packages/sdk/src/initiate/require-fundable.ts'
import { chainOf, worthOf } from '../../packages/sdk/src/known-network.ts'
import { windowChecks } from '../../packages/sdk/src/verify/verify-windows.ts'
import { indexNetwork } from '../../services/orderbook/src/network/domain/network.ts'
import { makeIndicativeQuote } from '../../services/orderbook/src/quotes/create-quote.ts'

const root = new URL('../..', import.meta.url).pathname
/** The same network with fitted windows, so that escrows live only as long as a swap needs. */
const fitted = ({ chains, ...network }: Network): Network => ({
  ...network,
  chains: chains.map((chain) => ({ ...chain, fitted_windows: { reveal_secs: 120, claim_secs: 600 } })),
})
const read = (path: string): Network => networkSchema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')))
const nowSecs = 1_795_000_000

/** Quotes with the default settings, when each token costs what its ceiling says. */
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
      // Counted until the destination's own deadline, and not only until the relayer lets no secret leave any more.
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
        valueUsd: worthOf(order, network),
      }
      expect(() => requireFundable(order, chains, nowSecs + 300)).not.toThrow()
      const checks = windowChecks(order, { quote: {}, startedAt: nowSecs }, network)
      expect(checks.filter(([, holds]) => !holds)).toEqual([])
    }
  })
})
