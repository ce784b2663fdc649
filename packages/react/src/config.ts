import {
  type ClientOptions,
  createClient,
  type EvidenceOptions,
  type KnownNetwork,
  type SwapStore,
  type TandemClient,
} from '@tandem/sdk'
import { SwapRunner } from './swap-runner.ts'

/** What the hooks and the card work with. {@link createConfig} makes it once for the whole page. */
export interface TandemConfig<Pinned extends KnownNetwork = KnownNetwork> {
  client: TandemClient
  /** The chains, tokens and escrow contracts that your app trusts. No service can change them. */
  network: Pinned
  /** The RPC endpoints with which the browser checks what the services say. */
  evidence: EvidenceOptions
  /** Runs the swaps of this browser, whichever components are mounted. */
  swaps: SwapRunner
}

/** Where the services are, and what your app trusts instead of them. */
export interface CreateConfigOptions<Pinned extends KnownNetwork = KnownNetwork> extends ClientOptions {
  /** The chains, tokens and escrow contracts that your app trusts: the content of a network file. */
  network: Pinned
  /**
   * RPC endpoints of each chain. Name three of different operators: a majority has to agree, so that no single one can
   * deceive the user.
   */
  evidence: EvidenceOptions
  /** Where swaps and their secrets are kept. By default that is IndexedDB, encrypted with a key that no script can read. */
  store?: SwapStore
}

/**
 * Makes the configuration of the hooks and the card. Call it once, outside of any component: the swaps of the page live in
 * it, and a second one does not know those of the first.
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
