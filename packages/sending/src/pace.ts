const leastBlocks = 3
const leastMs = 4_000

/**
 * Whether enough blocks passed a transaction by. Time alone never counts: where a chain stands still no fee helps, and
 * offers would rise without end.
 */
export const wasPassedBy = (
  signedBlock: bigint | null,
  head: bigint,
  blockTimeMs: number,
  forMs: number = leastMs,
): boolean => head - (signedBlock ?? 0n) >= BigInt(Math.max(leastBlocks, Math.ceil(forMs / blockTimeMs)))
