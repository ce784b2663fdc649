import { escrowRegistryAbi } from '@tandem/escrow'
import type { Address, Client, Hex } from 'viem'
import { getBlockNumber, getContractEvents } from 'viem/actions'
import type { SolverChain } from './chain.ts'

/** Blocks per request: providers refuse wider ranges. */
const rangeBlocks = 2000n

/**
 * Finds the secret that a claimed vault published, by reading back from the chain's head. The orderbook says it sooner;
 * this is for when the orderbook cannot be asked, because the solver's money depends on it.
 *
 * @param lookBackSecs how long ago the vault can have been claimed at the most.
 */
export async function readSecret(
  chain: Pick<SolverChain, 'config' | 'registry'> & { client: Client },
  vault: Address,
  lookBackSecs: number,
): Promise<Hex | undefined> {
  const { client, config } = chain
  const head = await getBlockNumber(client)
  const blocks = BigInt(Math.ceil((lookBackSecs * 1000) / config.block_time_ms)) + rangeBlocks
  const oldest = head > blocks ? head - blocks : 0n
  for (let toBlock = head; toBlock >= oldest; toBlock -= rangeBlocks) {
    const fromBlock = toBlock - oldest >= rangeBlocks ? toBlock - rangeBlocks + 1n : oldest
    const range = {
      address: chain.registry,
      abi: escrowRegistryAbi,
      args: { vault },
      fromBlock,
      toBlock,
      strict: true,
    } as const
    const [claims, hops] = await Promise.all([
      getContractEvents(client, { ...range, eventName: 'EscrowClaimed' }),
      getContractEvents(client, { ...range, eventName: 'EscrowHopDispatched' }),
    ])
    const secret = claims[0]?.args.secret ?? hops[0]?.args.secret
    if (secret !== undefined) return secret
  }
  return undefined
}
