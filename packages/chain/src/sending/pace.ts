const leastBlocks = 3
const leastMs = 4_000

/** Whether blocks have left a transaction out. Time alone never counts, or offers would rise while a chain stands still. */
export const wasPassedBy = (
  signedBlock: bigint | null,
  head: bigint,
  blockTimeMs: number,
  forMs: number = leastMs,
): boolean => head - (signedBlock ?? 0n) >= BigInt(Math.max(leastBlocks, Math.ceil(forMs / blockTimeMs)))
