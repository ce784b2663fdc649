/** The newest block of a chain that this browser has read. */
interface NewestBlock {
  /** The block's time in unix seconds. */
  blockAt: number
  /** How often the chain makes a block. By default 12 seconds are assumed. */
  blockTimeMs: number | undefined
}

/** A chain is late when ten of its blocks are missing, but not before fifteen seconds: fast chains often pause for a few. */
const lateBlocks = 10
const minLateSecs = 15

/**
 * Returns the age of a late chain's newest block in seconds, and zero while the chain is not late.
 * @param now unix seconds, by the browser's clock.
 */
export function lateSecs({ blockAt, blockTimeMs = 12_000 }: NewestBlock, now: number): number {
  const age = now - blockAt
  return age > Math.max(minLateSecs, (lateBlocks * blockTimeMs) / 1000) ? age : 0
}
