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
  /** Whichever components are mounted. */
  swaps: SwapRunner
}

export interface CreateConfigOptions extends ClientOptions {
  /** A network file. */
  network: KnownNetwork
  /** By chain; of different operators, so that none alone can deceive. */
  evidence: EvidenceOptions
  /** IndexedDB, sealed, by default. */
  store?: SwapStore
}

/**
 * Make it once.
 * @example
 * const config = createConfig({ baseUrl, relayerUrl, network, evidence: { endpoints } })
 */
export function createConfig({ network, evidence, store, ...services }: CreateConfigOptions): TandemConfig {
  const client = createClient(services)
  const swaps = new SwapRunner({ client, network, evidence, ...(store === undefined ? {} : { store }) })
  return { client, network, evidence, swaps }
}
