import type { Hex } from 'viem'
import type { Escrow, Work } from '../domain/settlement.ts'
import type { RelayChain } from './ports.ts'

/**
 * The transaction that settled an escrow. `blocksLeft`: how many more must come until it counts; none when it does, and no
 * reorg takes it away.
 */
export async function findSettling(
  chain: RelayChain,
  escrow: Escrow,
  kind: Work['kind'],
): Promise<{ hash: Hex; blocksLeft: bigint } | undefined> {
  // Before the transaction is looked for: what is found then at this depth was there at this depth.
  const counted = await chain.countedBlock(escrow)
  const settling = await chain.findSettlingTx(escrow.vault, kind)
  if (settling === undefined) return undefined
  const blocksLeft = settling.blockNumber - counted
  return { hash: settling.hash, blocksLeft: blocksLeft > 0n ? blocksLeft : 0n }
}
