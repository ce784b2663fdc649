import type { BlockReader } from './ports.ts'

/** Milliseconds until the next step of a request that something else will normally wake earlier. */
export const passivePollMs = 4_000

export const noSignerMs = 5_000

export const pollMs = (chain: Pick<BlockReader, 'blockTimeMs'>) => Math.min(4000, Math.max(100, chain.blockTimeMs / 2))

/**
 * Milliseconds until the block may count as confirmed. They are bounded by ten seconds, so that a reorg does not go unnoticed for
 * longer.
 */
export const untilCounted = (chain: Pick<BlockReader, 'blockTimeMs'>, blocks: bigint) =>
  Math.min(10_000, Math.max(pollMs(chain), Number(blocks) * chain.blockTimeMs))
