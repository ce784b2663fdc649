import type { RelayChain } from './ports.ts'

/** What others go before, or see to, looks for itself only now and then. */
export const passivePollMs = 4_000

/** How often is looked for something that the next block may bring. */
export const pollMs = (chain: RelayChain) => Math.min(4000, Math.max(100, chain.blockTimeMs / 2))

/** Until so many blocks more have come; no longer than a reorg may go unnoticed. */
export const untilCounted = (chain: RelayChain, blocks: bigint) =>
  Math.min(10_000, Math.max(pollMs(chain), Number(blocks) * chain.blockTimeMs))
