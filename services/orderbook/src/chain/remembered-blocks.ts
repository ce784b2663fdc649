import { type ChainConfig, confirmationDepth } from '@tandem/contracts'

/** Blocks that are remembered on a slow chain. */
export const leastRememberedBlocks = 256n
/** The time that remembered blocks span on a fast chain: 256 blocks of 0.25 s would be 64 s. */
const rememberedMs = 15 * 60_000

/**
 * How many blocks are remembered, and so the deepest reorg that is followed: 15 minutes of the chain, and never less than
 * twice what its most valuable orders wait for.
 */
export function rememberedBlocksOf(config: ChainConfig): bigint {
  const { confirmations } = confirmationDepth(config, undefined)
  const blocks = Math.max(Math.ceil(rememberedMs / config.block_time_ms), 2 * (confirmations ?? 0))
  return blocks > Number(leastRememberedBlocks) ? BigInt(blocks) : leastRememberedBlocks
}
