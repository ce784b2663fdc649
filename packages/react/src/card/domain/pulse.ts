/** The newest block of a chain as this browser sees it. */
interface Beat {
  /** Unix seconds. */
  blockAt: number
  blockTimeMs: number | undefined
}

/** A chain counts as late after so many of its blocks, and never before so many seconds. */
const lateBlocks = 10
const minLateSecs = 15

/**
 * Since how many seconds a chain has made no block; 0 while it makes them.
 *
 * @param now unix seconds, by the browser's clock.
 */
export function lateSecs({ blockAt, blockTimeMs = 12_000 }: Beat, now: number): number {
  const age = now - blockAt
  return age > Math.max(minLateSecs, (lateBlocks * blockTimeMs) / 1000) ? age : 0
}
