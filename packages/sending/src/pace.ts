/** A transaction is given so many blocks, and no less than so long in blocks, before one that pays more replaces it. */
const leastBlocks = 3
const leastMs = 4_000

/**
 * Whether enough blocks came without a transaction that was signed at a block. Time alone never counts: on a chain that
 * stands still no fee helps, and what waits there would be raised to no end.
 *
 * @param signedBlock nothing for rows that are older than the column.
 * @param forMs how long the transaction is given, in blocks of the chain's usual time.
 */
export const wasPassedBy = (
  signedBlock: bigint | null,
  head: bigint,
  blockTimeMs: number,
  forMs: number = leastMs,
): boolean => head - (signedBlock ?? 0n) >= BigInt(Math.max(leastBlocks, Math.ceil(forMs / blockTimeMs)))
