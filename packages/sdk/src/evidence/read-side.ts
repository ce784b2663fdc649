import { askVaultsBy, type Belief, type VaultFacts } from '@tandem/chain'
import { type ConfirmationDepth, confirmationDepth } from '@tandem/contracts/rules'
import { type EscrowTerms, readVault, type readVaults } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import { getBlock } from 'viem/actions'
import type { Intent, Order } from '../client/types.ts'
import { chainOf, type KnownNetwork, rulesOf, type VerifiedChain, worthOf } from '../known-network.ts'
import { escrowOf } from '../verify/verify-order.ts'
import { readBalance } from '../wallet/read-account.ts'
import {
  askMajority,
  believe,
  type ChainEvidence,
  type EvidenceOptions,
  evidenceOf,
  evidenceRequired,
} from './evidence-options.ts'

export interface ReadSide {
  intent: Intent
  evidence: ChainEvidence
  depth: ConfirmationDepth
  vault: Address
  terms: EscrowTerms
  views: VaultFacts
}

/**
 * Reads the vault of one side of an order, in the newest block and at depth.
 *
 * @param asked the depth to read at; by default the one that the pinned network requires for the order's worth.
 * @throws `UNVERIFIED`, `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 */
export async function readSide(
  order: Order,
  side: 'source_intent' | 'destination_intent',
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
  asked?: ConfirmationDepth,
): Promise<ReadSide> {
  const intent = order[side]
  const chain = chainOf(network, intent.chain)
  const evidence = evidenceOf(options, chain)
  const depth = asked ?? depthOf(chain, order, network)
  const { vault, terms } = escrowOf(intent)
  const of = { registry: chain.registry_address as Address, blockTimeMs: chain.block_time_ms ?? 1000 }
  const named = [intent.create_tx_hash, intent.claim_tx_hash, intent.cancel_tx_hash] as (Hex | null)[]
  const views = await believe(
    evidence,
    askVaultsBy(readEach, evidence.quorum, [{ vault, terms, depth, named }], of).then(first),
  )
  return { intent, evidence, depth, vault, terms, views }
}

/** @throws `EVIDENCE_REQUIRED` when the chain's number of confirmations is not pinned. */
export function depthOf(chain: VerifiedChain, order: Order, network: KnownNetwork): ConfirmationDepth {
  if (chain.confirmations === undefined) throw evidenceRequired(`the number of confirmations of ${chain.chain}`)
  return confirmationDepth(rulesOf(chain), worthOf(order, network))
}

const first = ([views]: readonly Belief<VaultFacts>[]): Belief<VaultFacts> =>
  views ?? { kind: 'waiting', reason: 'nothing was asked' }

const readEach: typeof readVaults = (client, { vaults, ...at }) =>
  Promise.all(vaults.map((one) => readVault(client, { ...at, ...one })))

/** The time of the highest block whose facts have all their confirmations, in unix seconds. */
export async function readTimeAtDepth({ evidence, views }: ReadSide): Promise<number> {
  const { counted: blockNumber, headNumber, chainTime } = views
  if (blockNumber === headNumber) return chainTime
  return Number(
    await askMajority(evidence, 'time', async (client) => (await getBlock(client, { blockNumber })).timestamp),
  )
}

/** The vault's balance of its token, in base units. */
export const readHeld = ({ evidence, terms, vault }: ReadSide): Promise<bigint> =>
  askMajority(evidence, 'balance', (client) => readBalance(client, terms.token, vault))
