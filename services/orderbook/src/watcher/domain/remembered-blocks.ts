import { type ChainConfig, confirmationDepth } from '@tandem/contracts'

export const leastRememberedBlocks = 256n
/** On a fast chain 256 blocks would be seconds. */
const rememberedMs = 15 * 60_000

/** The deepest reorg that is followed: 15 minutes, and twice the deepest confirmation. */
export function rememberedBlocksOf(config: ChainConfig): bigint {
  const { confirmations } = confirmationDepth(config, undefined)
  const blocks = Math.max(Math.ceil(rememberedMs / config.block_time_ms), 2 * (confirmations ?? 0))
  return blocks > Number(leastRememberedBlocks) ? BigInt(blocks) : leastRememberedBlocks
}
