import type { VerifiedChain } from '../known-network.ts'

/** Providers refuse wider ranges. */
export const rangeBlocks = 2_000n
const defaultLifeSecs = 7 * 86_400

/** Doubled: a chain may be faster than pinned. */
export const reachOf = ({
  block_time_ms: blockMs,
  source_cancel_after_secs: lifeSecs = defaultLifeSecs,
}: VerifiedChain): bigint => BigInt(Math.ceil((lifeSecs * 2000) / (blockMs ?? 1000))) + rangeBlocks
