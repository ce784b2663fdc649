import {
  askAbility,
  askEach,
  type Endpoint,
  expectContract,
  makeQuorum,
  type QuorumObserver,
  readHeader,
} from '@tandem/chain'
import type { FeePolicy } from '@tandem/chain/sending'
import type { ChainConfig } from '@tandem/contracts'
import type { Keyring } from '@tandem/signers'
import type { Address } from 'viem'
import { makeVaultReader } from '../vaults/vault-reader.ts'
import { type GasLimits, payoutGas } from '../work/domain/gas-limits.ts'
import type { RelayChain } from '../work/ports.ts'
import { makeBlockReader } from './block-reader.ts'
import { makeBroadcaster } from './broadcaster.ts'
import { endpointOf, verifyEndpoints } from './endpoint.ts'
import { makeFeeSource } from './fee-source.ts'
import { makeSignerReader } from './signer-reader.ts'
import { makeTransactionCosts } from './transaction-cost.ts'

/** Milliseconds for a question to the endpoints: less than a third of a step's lease, because a step asks several. */
const budgetMs = 2_500

/** How many questions one request to an endpoint may batch. */
const maxTogether = 50

/** The endpoints of a chain, with its gas limits and what may be paid per gas. */
export interface ChainEndpoints {
  rpcUrls: readonly string[]
  /**
   * The private endpoint. In the first `forMs` milliseconds after the reveal it alone is sent a claim, unless the deadline is
   * near.
   */
  confidential?: { url: string; forMs: number } | undefined
  gasLimits: GasLimits
  fees: FeePolicy
}

export function makeRelayChain(
  config: ChainConfig,
  { rpcUrls, confidential, gasLimits, fees }: ChainEndpoints,
  keyring: Keyring,
  observer: QuorumObserver,
): RelayChain {
  const endpoints = rpcUrls.map((url, position) => endpointOf(url, position, maxTogether))
  const privateEndpoint = confidential && endpointOf(confidential.url, endpoints.length)
  const privateForMs = confidential?.forMs
  return relayChainOn(config, { endpoints, privateEndpoint, privateForMs, gasLimits, fees }, keyring, observer)
}

export interface RelayChainParts extends Pick<ChainEndpoints, 'gasLimits' | 'fees'> {
  endpoints: readonly Endpoint[]
  privateEndpoint: Endpoint | undefined
  privateForMs: number | undefined
}

/**
 * The chain as the relayer uses it. What a majority of the endpoints says is believed (docs/belief.md), and all of them are sent
 * public transactions.
 */
export function relayChainOn(
  config: ChainConfig,
  { endpoints, privateEndpoint, privateForMs, gasLimits, fees }: RelayChainParts,
  keyring: Keyring,
  observer: QuorumObserver,
): RelayChain {
  const verify = expectContract(config.chain_id, config.registry_address as Address)
  const quorum = makeQuorum(endpoints, { chain: config.chain, budgetMs, verify, observer })
  const costs = makeTransactionCosts(quorum)

  return {
    ...makeBlockReader(config, { quorum, onReceipt: costs.note }),
    ...makeSignerReader(config, quorum),
    ...makeFeeSource(config, { quorum, fees }),
    ...makeBroadcaster(config, { quorum, privateEndpoint, keyring, feeModel: fees.model }),
    ...makeVaultReader(config, { quorum, payoutGas: payoutGas(gasLimits) }),
    // The keyring knows its accounts once it is open.
    get signers() {
      return keyring.addresses
    },
    claimSafetySecs: config.claim_safety_secs,
    privateForMs,
    gasLimits,
    transactionCost: costs.costOf,
    heads: (enough) =>
      askEach(quorum, (endpoint) => readHeader(endpoint, 'latest'), {
        name: 'head',
        ...(enough === undefined ? {} : { enough }),
      }),
    verify: () => verifyEndpoints(quorum, config.chain_id, privateEndpoint),
    askAbility: () => askAbility(quorum, config, { fees: fees.model === 'legacy' ? 'price' : 'history' }),
  }
}
