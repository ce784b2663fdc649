import type { InitiationPath } from '@tandem/contracts/rules'

/** How often the wallet asks its user, by what for. */
export interface Consents {
  /** Signatures from which the secrets are made: two, once in a visit. */
  secrets: number
  /** Signatures that pay. */
  signatures: number
  transactions: number
  /** Signatures once the maker has paid: that of a hop. */
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

/** The questions of the wallet that a swap takes, before its user has pressed anything. */
export function consentsOf(
  path: InitiationPath,
  given: { hasSecrets: boolean; isHop: boolean; isPermit2Approved: boolean },
): Consents {
  const [signatures, transactions] = paying[path]
  return {
    secrets: given.hasSecrets ? 0 : 2,
    signatures,
    transactions: transactions + (path === 'permit2' && !given.isPermit2Approved ? 1 : 0),
    later: given.isHop ? 1 : 0,
  }
}
