import { type ChainConfig, confirmationDepth } from '@tandem/contracts'

export const minRememberedBlocks = 256n
/** Blocks are also remembered by time, because on a fast chain 256 blocks are only seconds. */
const rememberedMs = 15 * 60_000

/**
 * How deep the deepest reorg is that is followed: 15 minutes, twice the most confirmations that an
 * order may need, or 256 blocks, whichever is most.
 */
export function rememberedBlocksOf(config: ChainConfig): bigint {
  const { confirmations } = confirmationDepth(config, undefined)
  const blocks = Math.max(Math.ceil(rememberedMs / config.block_time_ms), 2 * (confirmations ?? 0))
  return blocks > Number(minRememberedBlocks) ? BigInt(blocks) : minRememberedBlocks
}

/** The bound on remembered blocks, however far a chain's finality tag is below its head. */
const maxRemembered = 100_000n

/**
 * The oldest block that is kept: as deep as a reorg is followed, and deep enough for the clock, which takes its time from
 * the newest block whose facts count.
 * @param to the block that the step ends with.
 * @param clockBlock the newest stored block whose facts count, if there is one.
 */
export function oldestRemembered(
  to: bigint,
  { remembered, counted, clockBlock }: { remembered: bigint; counted: bigint; clockBlock: bigint | null },
): bigint {
  const [forReorgs, forClock, least] = [to - remembered, clockBlock ?? counted, to - maxRemembered]
  const needed = forReorgs < forClock ? forReorgs : forClock
  return needed > least ? needed : least
}
