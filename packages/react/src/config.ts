import {
  type ClientOptions,
  createClient,
  type EvidenceOptions,
  type KnownNetwork,
  type SwapStore,
  type TandemClient,
} from '@tandem/sdk'
import { SwapRunner } from './swap-runner.ts'

export interface TandemConfig {
  client: TandemClient
  network: KnownNetwork
  evidence: EvidenceOptions
  /** Drives the swaps of this browser, whichever components are mounted. */
  swaps: SwapRunner
}

/** Options of {@link createConfig}. */
export interface CreateConfigOptions extends ClientOptions {
  /** A network file. The orderbook's own lists are not believed. */
  network: KnownNetwork
  /** Endpoints of your own choice by chain; two of different operators each, so that none alone can deceive. */
  evidence: EvidenceOptions
  /** Where swaps are kept; IndexedDB, sealed, by default. */
  store?: SwapStore
}

/**
 * Makes the configuration of {@link TandemProvider}, once.
 *
 * @example
 * const config = createConfig({ baseUrl, relayerUrl, network, evidence: { endpoints } })
 */
export function createConfig({ network, evidence, store, ...services }: CreateConfigOptions): TandemConfig {
  const client = createClient(services)
  const swaps = new SwapRunner({ client, network, evidence, ...(store === undefined ? {} : { store }) })
  return { client, network, evidence, swaps }
}
