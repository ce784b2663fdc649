import { type ConfirmationDepth, confirmationDepth } from '@tandem/contracts'
import { readVaultAtDepth, type VaultAtHead } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import type { Client } from 'viem'
import { type Counted, readCounted } from '../chain/read-counted.ts'
import { readCreatedAt, wasCreatedIn } from '../chain/read-creation.ts'
import type { SideView } from '../domain/decide.ts'
import type { Journal } from '../journal.ts'
import type { Side } from './sides.ts'

/** A side of an order as one client shows it. */
export type SideSeen = SideView & VaultAtHead

/** The worth of an order, by which facts count; US dollars, `undefined` when it is not known. */
export type ValueUsd = number | undefined

const depthOf = ({ chain }: Side, valueUsd: ValueUsd): ConfirmationDepth => confirmationDepth(chain.config, valueUsd)

/** @throws viem's errors when the chain cannot be read. */
export async function readSide(client: Client, { chain, terms, vault }: Side, valueUsd: ValueUsd): Promise<SideSeen> {
  const depth = confirmationDepth(chain.config, valueUsd)
  return { terms, ...(await readVaultAtDepth(client, { registry: chain.registry, vault, terms, ...depth })) }
}

/** The time of the block that created the source, where one was agreed on. @throws viem's errors. */
export async function readBinding(client: Client, order: Order, { chain, vault }: Side): Promise<number | undefined> {
  if (order.initiate_by === null) return undefined
  return readCreatedAt({ client, registry: chain.registry }, vault, order.source_intent.create_block_number)
}

/** The time of the destination's chain, and our nonces there, at depth. @throws viem's errors. */
export const readDestinationCounted = (client: Client, side: Side, valueUsd: ValueUsd): Promise<Counted> =>
  readCounted(client, side.chain.client.account.address, depthOf(side, valueUsd))

/** Whether the source came on chain after the journal began, by the registry's event in the block that is named. */
export async function wasCreatedSince(
  client: Client,
  journal: Pick<Journal, 'since'>,
  { chain: { config, registry }, vault }: Side,
  block: number | null,
): Promise<boolean> {
  const since = journal.since(config.chain)
  if (block === null || since === undefined || BigInt(block) <= since) return false
  return wasCreatedIn({ client, registry }, vault, BigInt(block))
}
