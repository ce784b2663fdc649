const minBlocks = 3
const minMs = 4_000

/**
 * Whether blocks have left a transaction out. The time alone does not count, because offers would then rise while a
 * chain stands still.
 */
export const wasLeftOut = (
  signedBlock: bigint | null,
  head: bigint,
  blockTimeMs: number,
  forMs: number = minMs,
): boolean => head - (signedBlock ?? 0n) >= BigInt(Math.max(minBlocks, Math.ceil(forMs / blockTimeMs)))
