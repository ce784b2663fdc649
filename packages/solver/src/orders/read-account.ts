import { askHeader, askVaults, believedOf, readNonce, type VaultFacts } from '@tandem/chain'
import { confirmationDepth, longestLifeSecs } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import { askReached } from '../chain/ask.ts'
import { askCreatedAt } from '../chain/vault-events.ts'
import type { SideView } from '../domain/decide.ts'
import type { Journal } from '../journal.ts'
import type { Side } from './sides.ts'

export type SideSeen = SideView & VaultFacts

/**
 * Reads one side of an order.
 *
 * @throws UnbelievedError, also when the address holds no vault.
 */
export async function readSide({ chain, terms, vault, told }: Side, valueUsd: number | undefined): Promise<SideSeen> {
  const { config, quorum, registry } = chain
  const asked = { vault, terms, depth: confirmationDepth(config, valueUsd), named: told }
  const [facts] = await askVaults(quorum, [asked], {
    registry,
    blockTimeMs: config.block_time_ms,
    longestLifeSecs: longestLifeSecs(config),
  })
  if (facts === undefined) throw new Error(`${config.chain}: no answer about ${vault}`)
  return { terms, ...believedOf(quorum, facts) }
}

/**
 * When the source was created, in unix seconds. It is read only when the quote agreed on `initiate_by`.
 *
 * @throws UnbelievedError
 */
export async function readBinding(order: Order, { chain, vault }: Side): Promise<number | undefined> {
  const block = order.source_intent.create_block_number
  return order.initiate_by === null || block === null ? undefined : askCreatedAt(chain, vault, block)
}

/**
 * Reads the chain's time, and the nonces of the solver's account, in the newest confirmed block.
 *
 * @throws UnbelievedError
 */
export async function readCounted(
  { chain: { quorum, account } }: Side,
  { counted }: Pick<VaultFacts, 'counted'>,
): Promise<{ timeAtDepth: number; noncesAtDepth: number }> {
  const [header, nonces] = await Promise.all([
    askHeader(quorum, counted),
    askReached(quorum, 'nonce', (endpoint) => readNonce(endpoint, account.address, counted)),
  ])
  return { timeAtDepth: believedOf(quorum, header).timestamp, noncesAtDepth: Number(nonces) }
}

export async function wasCreatedSince(
  journal: Pick<Journal, 'since'>,
  { chain, vault }: Side,
  block: number | null,
): Promise<boolean> {
  const since = journal.since(chain.config.chain)
  if (block === null || since === undefined || BigInt(block) <= since) return false
  return (await askCreatedAt(chain, vault, block)) !== undefined
}
