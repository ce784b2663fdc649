import type { BlockReader } from './ports.ts'

/** Poll interval for requests that another step will wake. */
export const passivePollMs = 4_000

/** How long a request waits for a signer that can pay. */
export const noSignerMs = 5_000

/** Poll interval while waiting for the next block. */
export const pollMs = (chain: Pick<BlockReader, 'blockTimeMs'>) => Math.min(4000, Math.max(100, chain.blockTimeMs / 2))

/** Poll interval until so many more blocks have come; no longer than a reorg may go unnoticed. */
export const untilCounted = (chain: Pick<BlockReader, 'blockTimeMs'>, blocks: bigint) =>
  Math.min(10_000, Math.max(pollMs(chain), Number(blocks) * chain.blockTimeMs))
