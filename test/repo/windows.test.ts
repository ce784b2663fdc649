/** The orderbook's times of a quote, against the SDK's check before it funds: for all committed network files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { type Network, networkSchema } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import { highestWorthUsd } from '../../packages/sdk/src/evidence/confirmation-depth.ts'
import { requireFundable } from '../../packages/sdk/src/initiate/require-fundable.ts'
import { chainOf } from '../../packages/sdk/src/verify-order.ts'
import { indexNetwork } from '../../services/orderbook/src/domain/network.ts'
import { makeIndicativeQuote } from '../../services/orderbook/src/usecases/create-quote.ts'

const root = new URL('../..', import.meta.url).pathname
const read = (path: string): Network => networkSchema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')))
const nowSecs = 1_795_000_000

/** Quotes by the default settings, where a token costs what its ceiling says. */
const quoterOf = (network: Network) =>
  makeIndicativeQuote({
    network: indexNetwork(network),
    prices: {
      price: async ({ asset }) => network.assets.find((one) => one.asset === asset)?.usd_price_ceiling ?? '1',
    },
    hops: { isOpen: async () => true },
    timeOf: async () => nowSecs,
    ttlSecs: 60,
    initiateWithinSecs: 600,
    fillWithinSecs: 120,
    now: () => nowSecs * 1000,
    newId: () => 'q',
  })

describe.each([
  'docs/networks/mainnet.json',
  'docs/networks/testnet.json',
  'infra/k8s/overlays/production/network.json',
])('a quote on %s', (path) => {
  const network = read(path)

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
      const order = {
        status: 'created',
        source_intent: { asset: source, amount: String(quote.source.amount) },
        destination_intent: {
          asset: destination,
          amount: String(quote.destination.amount),
          cancel_after: nowSecs + (escrowed?.dest_cancel_after_secs ?? 0),
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
    }
  })
})
