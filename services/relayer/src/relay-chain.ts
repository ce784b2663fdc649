import type { ChainConfig } from '@tandem/contracts'
import type { FeePolicy } from '@tandem/sending'
import { rpcTransport } from '@tandem/service-kit/rpc'
import { standby } from '@tandem/service-kit/standby'
import type { Keyring } from '@tandem/signers'
import { createPublicClient } from 'viem'
import { makeBlockReader } from './chain/block-reader.ts'
import { makeBroadcaster } from './chain/broadcaster.ts'
import { endpointOf, makeVerify, verifiedTransport } from './chain/endpoint.ts'
import { makeEndpointPanel } from './chain/endpoint-panel.ts'
import { makeFeeSource } from './chain/fee-source.ts'
import { makeSignerReader } from './chain/signer-reader.ts'
import { makeTransactionCosts } from './chain/transaction-cost.ts'
import { makeVaultReader } from './vaults/vault-reader.ts'
import { type GasLimits, payoutGas } from './work/domain/gas-limits.ts'
import type { RelayChain } from './work/ports.ts'

const requestTimeoutMs = 10_000

/** The endpoints of a chain. */
export interface ChainEndpoints {
  /** The preferred one first. */
  rpcUrls: readonly string[]
  /** How many of them must agree on a vault. */
  quorum: number
  /** Questions that one request may hold. */
  mostTogether: number
  /** Is sent claims before the others are, for so long. */
  confidential?: { url: string; forMs: number } | undefined
  gasLimits: GasLimits
  fees: FeePolicy
}

/** A chain over viem: reads through the endpoints in order, one that hangs after the others; sends to all of them, signs with the keyring. */
export function makeRelayChain(
  config: ChainConfig,
  { rpcUrls, quorum, confidential, mostTogether, gasLimits, fees }: ChainEndpoints,
  keyring: Keyring,
): RelayChain {
  const verified = rpcUrls.map((url) => ({ url, verify: makeVerify(url, config) }))
  const client = createPublicClient({
    transport: standby(
      verified.map(({ url, verify }) =>
        verifiedTransport(rpcTransport(url, { timeoutMs: requestTimeoutMs, mostTogether }), verify),
      ),
    ),
  })
  const endpoints = verified.map(({ url, verify }) => endpointOf(url, mostTogether, verify))
  const panel = makeEndpointPanel(config.chain, endpoints, quorum)
  const privateEndpoint = confidential === undefined ? undefined : endpointOf(confidential.url)
  const clients = endpoints.map((endpoint) => endpoint.client)
  const costs = makeTransactionCosts(() => clients)

  return {
    ...makeBlockReader(config, { client, panel, quorum, onReceipt: costs.note }),
    ...makeSignerReader(config, { client, panel, quorum }),
    ...makeFeeSource(config, { client, clients, fees }),
    ...makeBroadcaster(config, { endpoints, privateEndpoint, keyring, feeModel: fees.model }),
    ...makeVaultReader(config, { client, clients, quorum, payoutGas: payoutGas(gasLimits) }),
    // A getter: the keyring knows its accounts when it is open.
    get signers() {
      return keyring.addresses
    },
    claimSafetySecs: config.claim_safety_secs,
    privateForMs: confidential?.forMs,
    gasLimits,
    transactionCost: costs.costOf,
    heads: () =>
      Promise.all(
        clients.map(async (one) => {
          const block = await one.getBlock({ blockTag: 'latest' }).catch(() => undefined)
          return block === undefined ? undefined : { number: block.number, timestamp: Number(block.timestamp) }
        }),
      ),
  }
}
