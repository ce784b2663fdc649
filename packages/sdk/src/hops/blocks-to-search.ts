import { widestRange } from '@tandem/chain'
import type { VerifiedChain } from '../known-network.ts'

const defaultLifeSecs = 7 * 86_400

/**
 * How many blocks back from the newest one a search for open escrows has to go: as many as fit into the lifetime of an
 * escrow, twice over, because a chain may be faster than its pinned block time.
 *
 * @example
 * const fromBlock = headNumber - blocksToSearch(chain)
 */
export const blocksToSearch = ({
  block_time_ms: blockMs,
  source_cancel_after_secs: lifeSecs = defaultLifeSecs,
}: VerifiedChain): bigint => BigInt(Math.ceil((lifeSecs * 2000) / (blockMs ?? 1000))) + BigInt(widestRange)
