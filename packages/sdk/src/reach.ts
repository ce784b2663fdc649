import type { VerifiedChain } from './known-network.ts'

/** Blocks per request: providers refuse wider ranges. */
export const rangeBlocks = 2_000n
/** As far back as the longest-lived escrow can have been made, where the pinned network does not say it. */
const defaultLifeSecs = 7 * 86_400

/** How far back an open escrow can have been made, in blocks. A chain may be faster than it says: twice as many. */
export const reachOf = ({
  block_time_ms: blockMs,
  source_cancel_after_secs: lifeSecs = defaultLifeSecs,
}: VerifiedChain): bigint => BigInt(Math.ceil((lifeSecs * 2000) / (blockMs ?? 1000))) + rangeBlocks
