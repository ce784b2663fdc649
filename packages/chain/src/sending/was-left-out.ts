const minBlocks = 3
const minMs = 4_000

/** Whether blocks have left a transaction out. Time alone never counts, or offers would rise while a chain stands still. */
export const wasLeftOut = (
  signedBlock: bigint | null,
  head: bigint,
  blockTimeMs: number,
  forMs: number = minMs,
): boolean => head - (signedBlock ?? 0n) >= BigInt(Math.max(minBlocks, Math.ceil(forMs / blockTimeMs)))
