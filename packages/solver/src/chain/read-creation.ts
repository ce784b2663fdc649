import { escrowRegistryAbi } from '@tandem/escrow'
import type { Address } from 'viem'
import type { SolverChain } from './chain.ts'

/** Whether the registry created the vault in this block. @throws viem's errors when the chain cannot be read. */
export async function wasCreatedIn(
  { client, registry }: Pick<SolverChain, 'client' | 'registry'>,
  vault: Address,
  blockNumber: bigint,
): Promise<boolean> {
  const events = await client.getContractEvents({
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
  chain: Pick<SolverChain, 'client' | 'registry'>,
  vault: Address,
  block: number | null,
): Promise<number | undefined> {
  if (block === null) return undefined
  const blockNumber = BigInt(block)
  const [isThere, { timestamp }] = await Promise.all([
    wasCreatedIn(chain, vault, blockNumber),
    chain.client.getBlock({ blockNumber }),
  ])
  return isThere ? Number(timestamp) : undefined
}
