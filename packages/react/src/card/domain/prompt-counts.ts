import type { InitiationPath } from '@tandem/contracts/rules'

/** How many times the wallet asks its user during a swap, and for what. */
export interface PromptCounts {
  /** Signatures from which the secrets of the swaps are made: two at the first swap of a visit, and none after it. */
  secrets: number
  /** Signatures with which the user pays. */
  signatures: number
  transactions: number
  /** Signatures after the market maker has paid: one on a hop, for the bridge. */
  later: number
}

const paying: Readonly<Record<InitiationPath, readonly [signatures: number, transactions: number]>> = {
  native: [0, 1],
  eip3009: [1, 0],
  permit: [2, 0],
  permit2: [1, 0],
  signed: [1, 1],
  prefunded: [0, 1],
}

/** Counts the requests of a swap to the wallet, so that the user knows them before the first one. */
export function countPrompts(
  path: InitiationPath,
  given: { hasSecrets: boolean; isHop: boolean; isPermit2Approved: boolean },
): PromptCounts {
  const [signatures, transactions] = paying[path]
  return {
    secrets: given.hasSecrets ? 0 : 2,
    signatures,
    transactions: transactions + (path === 'permit2' && !given.isPermit2Approved ? 1 : 0),
    later: given.isHop ? 1 : 0,
  }
}
