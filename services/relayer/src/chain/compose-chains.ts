import type { QuorumObserver } from '@tandem/chain'
import {
  type Abilities,
  type Lifecycle,
  type Logger,
  makeObserveEndpoints,
  type Part,
  watchAbilities,
} from '@tandem/service-kit'
import { type Keyring, makeKeyring } from '@tandem/signers'
import type { Registry } from 'prom-client'
import type { Observe } from '../admin/observe.ts'
import type { Config } from '../config.ts'
import { feePolicyOf, gasLimitsOf } from '../gas-settings.ts'
import { signersOf } from '../signers/signers-of.ts'
import type { Chains, RelayChain } from '../work/ports.ts'
import { type ChainEndpoints, makeRelayChain } from './compose-relay-chain.ts'

export type ChainsPart = Part & {
  readonly chains: Chains
  readonly abilities: Abilities
  /** For each chain, the readiness probe's question whether it answers. */
  readonly probes: Record<string, ReturnType<Abilities['probeOf']>>
}

type Needs = {
  config: Config
  observe: Pick<Observe, 'unverifiedEndpoints'>
  logger: Logger
  registry: Registry
  lifecycle: Lifecycle
}

export function composeChains({ config, observe, logger, registry, lifecycle }: Needs): ChainsPart {
  const keyrings = keyringsOf(config)
  const chains = chainsOf(config, keyrings, makeObserveEndpoints(logger, registry))
  const asking = new Map([...chains].map(([name, chain]) => [name, chain.askAbility] as const))
  const abilities = watchAbilities(asking, { logger, lifecycle })
  const verify = async ([name, chain]: [string, RelayChain]) => observe.unverifiedEndpoints(name, await chain.verify())
  return {
    chains,
    abilities,
    probes: Object.fromEntries(
      [...chains].map(([name, chain]) => [name, abilities.probeOf(name, () => requireAnswer(chain))]),
    ),
    start: async () => {
      await Promise.all([...chains].map(verify))
      await abilities.start()
      // Only a worker signs: the other roles need no key.
      if (config.roles.includes('worker'))
        await Promise.all([...chains.keys()].map((chain) => keyrings.get(chain)?.open()))
    },
  }
}

/** One endpoint is enough to be ready: a request that needs more endpoints is refused by itself. */
async function requireAnswer({ name, heads }: RelayChain): Promise<void> {
  if ((await heads(1)).every((head) => head === undefined)) throw new Error(`no endpoint of ${name} answers`)
}

function keyringsOf(config: Config): ReadonlyMap<string, Keyring> {
  return new Map(config.network.chains.map(({ chain }) => [chain, makeKeyring(chain, signersOf(config, chain))]))
}

/** The chains of the network file that have a registry, an endpoint, and a keyring. */
export function chainsOf(
  config: Config,
  keyrings: ReadonlyMap<string, Keyring>,
  observerOf: (chain: string) => QuorumObserver,
): Chains {
  return new Map(
    config.network.chains.flatMap((chain) => {
      const endpoints = endpointsOf(config, chain.chain)
      const keyring = keyrings.get(chain.chain)
      if (chain.registry_address === null || endpoints.rpcUrls.length === 0 || keyring === undefined) return []
      return [[chain.chain, makeRelayChain(chain, endpoints, keyring, observerOf(chain.chain))] as const]
    }),
  )
}

export function endpointsOf(config: Config, chain: string): ChainEndpoints {
  const url = config.privateRpcUrls[chain]
  return {
    rpcUrls: config.rpcUrls[chain] ?? [],
    gasLimits: gasLimitsOf(config.gasLimits[chain]),
    fees: feePolicyOf(config.fees[chain], {
      chainId: chainIdOf(config, chain),
      maxFeePerGas: config.maxFeePerGas,
      maxClaimFee: config.maxClaimFee,
    }),
    confidential: url === undefined ? undefined : { url, forMs: config.privateFallbackMs },
  }
}

/**
 * The chain's identifier (EIP-155) in the network file.
 * @throws Error for a chain that is not in the file.
 */
function chainIdOf({ network }: Config, chain: string): number {
  const found = network.chains.find((one) => one.chain === chain)
  if (found === undefined) throw new Error(`chain ${chain} is not in the network file`)
  return found.chain_id
}
