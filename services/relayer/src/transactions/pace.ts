import type { BlockReader } from './ports.ts'

/** Another step will wake these. */
export const passivePollMs = 4_000

export const noSignerMs = 5_000

export const pollMs = (chain: Pick<BlockReader, 'blockTimeMs'>) => Math.min(4000, Math.max(100, chain.blockTimeMs / 2))

/** No longer than a reorg may go unnoticed. */
export const untilCounted = (chain: Pick<BlockReader, 'blockTimeMs'>, blocks: bigint) =>
  Math.min(10_000, Math.max(pollMs(chain), Number(blocks) * chain.blockTimeMs))
