import { widestRange } from '@tandem/chain'
import type { VerifiedChain } from '../known-network.ts'

const defaultLifeSecs = 7 * 86_400

/**
 * How many blocks back an open escrow can have been created. Doubled, because a chain may be faster than its pinned
 * block time.
 */
export const reachOf = ({
  block_time_ms: blockMs,
  source_cancel_after_secs: lifeSecs = defaultLifeSecs,
}: VerifiedChain): bigint => BigInt(Math.ceil((lifeSecs * 2000) / (blockMs ?? 1000))) + BigInt(widestRange)
