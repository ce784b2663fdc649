import {
  askHeadNumber,
  askNonceCounts,
  askReceipt,
  type ChainReceipt,
  isBelieved,
  type NonceCounts,
  readHeadNumber,
  readNonce,
} from '@tandem/chain'
import { ttlCache } from '@tandem/service-kit'
import type { Hex } from 'viem'
import type { SolverChain } from './chain.ts'

/**
 * What the solver knows of its account on one chain. No method rejects: a fact that the endpoints do not agree on is
 * `undefined`.
 */
export interface AccountFacts {
  now(): Promise<NonceCounts & { head: bigint | undefined }>
  /**
   * The count of nonces that were used three blocks ago. It is never ahead of the receipts: an endpoint may show the
   * newest count before it shows the receipt.
   */
  settled(): Promise<bigint | undefined>
  receiptOf(hashes: readonly Hex[]): Promise<ChainReceipt | undefined>
}

const settledBlocks = 3n

export function makeAccountFacts({ quorum, account: { address } }: SolverChain, cacheMs: number): AccountFacts {
  const now = ttlCache(cacheMs, async () => {
    const [counts, head] = await Promise.all([askNonceCounts(quorum, address), askHeadNumber(quorum)])
    return { ...counts, head: isBelieved(head) ? head.value : undefined }
  })
  return {
    now: () => now('now'),
    async settled() {
      const belief = await quorum.reached(
        async (endpoint) => {
          const head = await readHeadNumber(endpoint)
          return head < settledBlocks ? 0n : readNonce(endpoint, address, head - settledBlocks)
        },
        { name: 'nonce' },
      )
      return isBelieved(belief) ? belief.value : undefined
    },
    async receiptOf(hashes) {
      const beliefs = await Promise.all(hashes.map((hash) => askReceipt(quorum, hash)))
      return beliefs.flatMap((one) => (isBelieved(one) && one.value !== null ? [one.value] : []))[0]
    },
  }
}
