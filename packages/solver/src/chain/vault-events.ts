import { believedOf, isBelieved, type LogQuestions, makeLogQuestions, type TimedLog } from '@tandem/chain'
import { escrowRegistryAbi, hashSecret } from '@tandem/escrow'
import { type Address, getAbiItem, type Hex, pad, slice, toEventSelector } from 'viem'
import type { SolverChain } from './chain.ts'

/** Milliseconds that reading logs may take: those of one block, and those of the last days. */
const [blockMs, backMs] = [10_000, 30_000]
const spareBlocks = 2_000n

type EventName = 'EscrowCreated' | 'EscrowClaimed' | 'EscrowHopDispatched' | 'EscrowCancelled'

function eventsOf(
  { quorum, registry }: SolverChain,
  vault: Address,
  names: readonly EventName[],
  budgetMs: number,
): LogQuestions {
  const kinds = names.map((name) => toEventSelector(getAbiItem({ abi: escrowRegistryAbi, name })))
  return makeLogQuestions(quorum, { address: registry, kinds, topics: [pad(vault)] }, { budgetMs })
}

/**
 * When the registry created the vault, in unix seconds; `undefined` if it did not do so in this block.
 *
 * @throws UnbelievedError
 */
export async function askCreatedAt(chain: SolverChain, vault: Address, block: number): Promise<number | undefined> {
  const events = eventsOf(chain, vault, ['EscrowCreated'], blockMs)
  const [created] = believedOf(chain.quorum, await events.inRange(BigInt(block), BigInt(block)))
  return created?.blockTimestamp
}

/**
 * The creation, claim, dispatch or cancellation of the vault in this block.
 * @throws UnbelievedError
 */
export async function askEventsIn(chain: SolverChain, vault: Address, block: number): Promise<readonly TimedLog[]> {
  const names = ['EscrowCreated', 'EscrowClaimed', 'EscrowHopDispatched', 'EscrowCancelled'] as const
  const events = eventsOf(chain, vault, names, blockMs)
  return believedOf(chain.quorum, await events.inRange(BigInt(block), BigInt(block)))
}

/**
 * Searches the registry's logs for the secret of a claimed escrow. One endpoint is enough, because the secret's hash
 * proves it.
 *
 * @param lookBackSecs how long ago the claim may have been, in seconds.
 */
export async function askSecret(
  chain: SolverChain,
  { vault, commitmentHash, lookBackSecs }: { vault: Address; commitmentHash: Hex; lookBackSecs: number },
): Promise<Hex | undefined> {
  const claims = eventsOf(chain, vault, ['EscrowClaimed', 'EscrowHopDispatched'], backMs)
  const blocks = BigInt(Math.ceil((lookBackSecs * 1_000) / chain.config.block_time_ms)) + spareBlocks
  const found = await claims.provenBack(blocks, ({ data }) => {
    const secret = data.length < 66 ? undefined : slice(data, 0, 32)
    return secret !== undefined && hashSecret(secret) === commitmentHash ? secret : undefined
  })
  return isBelieved(found) ? found.value : undefined
}
