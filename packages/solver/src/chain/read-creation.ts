import { escrowRegistryAbi } from '@tandem/escrow'
import type { Address, Client } from 'viem'
import { getBlock, getContractEvents } from 'viem/actions'

/** A registry, and what reads its chain. */
export interface ReadRegistry {
  client: Client
  registry: Address
}

/** Whether the registry created the vault in this block. @throws viem's errors when the chain cannot be read. */
export async function wasCreatedIn(
  { client, registry }: ReadRegistry,
  vault: Address,
  blockNumber: bigint,
): Promise<boolean> {
  const events = await getContractEvents(client, {
    address: registry,
    abi: escrowRegistryAbi,
    eventName: 'EscrowCreated',
    args: { vault },
    fromBlock: blockNumber,
    toBlock: blockNumber,
  })
  return events.length > 0
}

/**
 * The time of the block that created the vault, unix seconds.
 *
 * @param block the block that the orderbook names; `undefined` is answered where it did not create the vault.
 * @throws viem's errors when the chain cannot be read.
 */
export async function readCreatedAt(
  { client, registry }: ReadRegistry,
  vault: Address,
  block: number | null,
): Promise<number | undefined> {
  if (block === null) return undefined
  const blockNumber = BigInt(block)
  const [isThere, { timestamp }] = await Promise.all([
    wasCreatedIn({ client, registry }, vault, blockNumber),
    getBlock(client, { blockNumber }),
  ])
  return isThere ? Number(timestamp) : undefined
}
