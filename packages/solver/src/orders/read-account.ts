import { askHeader, askVaults, believedOf, readNonce, type VaultFacts } from '@tandem/chain'
import { confirmationDepth } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import { askReached } from '../chain/ask.ts'
import { askCreatedAt } from '../chain/vault-events.ts'
import type { SideView } from '../domain/decide.ts'
import type { Journal } from '../journal.ts'
import type { Side } from './sides.ts'

/** A side of an order as its chain is believed to show it. */
export type SideSeen = SideView & VaultFacts

/** @param valueUsd by which facts count; undefined when it is not known. @throws UnbelievedError; Error when something stands at the address that is no vault. */
export async function readSide({ chain, terms, vault }: Side, valueUsd: number | undefined): Promise<SideSeen> {
  const { config, panel, registry } = chain
  const asked = { vault, terms, depth: confirmationDepth(config, valueUsd) }
  const belief = await askVaults(panel, [asked], { registry, blockTimeMs: config.block_time_ms })
  const [facts] = believedOf(panel, belief)
  if (facts === undefined) throw new Error(`${config.chain}: what stands at ${vault} is no vault`)
  return { terms, ...facts }
}

/** The time of the block that created the source, where one was agreed on. @throws UnbelievedError. */
export async function readBinding(order: Order, { chain, vault }: Side): Promise<number | undefined> {
  const block = order.source_intent.create_block_number
  return order.initiate_by === null || block === null ? undefined : askCreatedAt(chain, vault, block)
}

/** The time of the block at depth, and the nonces that the solver had used there. @throws UnbelievedError. */
export async function readCounted(
  { chain: { panel, account } }: Side,
  { counted }: Pick<VaultFacts, 'counted'>,
): Promise<{ timeAtDepth: number; noncesAtDepth: number }> {
  const [header, nonces] = await Promise.all([
    askHeader(panel, counted),
    askReached(panel, 'nonce', (endpoint) => readNonce(endpoint, account.address, counted)),
  ])
  return { timeAtDepth: believedOf(panel, header).timestamp, noncesAtDepth: Number(nonces) }
}

/** Whether the source came on chain after the journal began, by the registry's event in the block that is named. */
export async function wasCreatedSince(
  journal: Pick<Journal, 'since'>,
  { chain, vault }: Side,
  block: number | null,
): Promise<boolean> {
  const since = journal.since(chain.config.chain)
  if (block === null || since === undefined || BigInt(block) <= since) return false
  return (await askCreatedAt(chain, vault, block)) !== undefined
}
