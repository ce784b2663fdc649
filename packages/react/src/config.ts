import {
  type ClientOptions,
  createClient,
  type EvidenceOptions,
  type KnownNetwork,
  type SwapStore,
  type TandemClient,
} from '@tandem/sdk'
import { SwapRunner } from './swap-runner.ts'

/** All that the hooks rest on; made once, outside of any component. */
export interface TandemConfig {
  client: TandemClient
  network: KnownNetwork
  evidence: EvidenceOptions
  /** Drives the swaps of this browser, whichever components are mounted. */
  swaps: SwapRunner
}

/** Options of {@link createConfig}. */
export interface CreateConfigOptions extends ClientOptions {
  /** The chains and assets that your application pins: a network file. The orderbook's own lists are not believed. */
  network: KnownNetwork
  /** Endpoints of your own choice by chain; two of different operators each, so that none alone can deceive. */
  evidence: EvidenceOptions
  /** Where swaps are kept; IndexedDB, sealed, by default. */
  store?: SwapStore
}

/**
 * Makes the configuration of {@link TandemProvider}. Make it once, beside wagmi's and the `QueryClient`.
 *
 * @example
 * const config = createConfig({ baseUrl, relayerUrl, network, evidence: { endpoints } })
 */
export function createConfig({ network, evidence, store, ...services }: CreateConfigOptions): TandemConfig {
  const client = createClient(services)
  const swaps = new SwapRunner({ client, network, evidence, ...(store === undefined ? {} : { store }) })
  return { client, network, evidence, swaps }
}
