import {
  type ClientOptions,
  createClient,
  type EvidenceOptions,
  type KnownNetwork,
  type SwapStore,
  type TandemClient,
} from '@tandem/sdk'
import { SwapRunner } from './swap-runner.ts'

export interface TandemConfig<Pinned extends KnownNetwork = KnownNetwork> {
  client: TandemClient
  network: Pinned
  evidence: EvidenceOptions
  /** Whichever components are mounted. */
  swaps: SwapRunner
}

export interface CreateConfigOptions<Pinned extends KnownNetwork = KnownNetwork> extends ClientOptions {
  /** A network file. */
  network: Pinned
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
export function createConfig<Pinned extends KnownNetwork>({
  network,
  evidence,
  store,
  ...services
}: CreateConfigOptions<Pinned>): TandemConfig<Pinned> {
  const client = createClient(services)
  const swaps = new SwapRunner({ client, network, evidence, ...(store === undefined ? {} : { store }) })
  return { client, network, evidence, swaps }
}
