/**
 * Transactions of another sender that a signer's counter may jump over at once, by the latest block. Signers are dedicated
 * keys: a larger jump waits until it counts at depth.
 */
export const mostForeignNonces = 64n

/** A signer's nonces, as the chain and the database have them. */
export interface NonceLedger {
  /** How many are used so deep that no order waits for more, by agreement of the endpoints. */
  settled: bigint
  /** The nonce that the counter would give out next. */
  next: bigint
  /** How many were mined so long ago that no reorg takes them back. */
  surelyUsed: bigint
  /** Nonces from `settled` on that the database has a row for, in rising order. */
  given: readonly bigint[]
}

/** The changes after which the rows cover every nonce from `settled` to the counter. */
export type NonceRepair =
  | { type: 'none' }
  /** The chain used nonces that the counter has not given out. */
  | { type: 'raise'; to: bigint }
  /** Nothing was given out from here on: the counter was moved without a transaction. */
  | { type: 'lower'; to: bigint }
  /** These have no row, and later ones wait behind them: each is to be filled. */
  | { type: 'fill'; nonces: readonly bigint[] }
  /** Too many to be filled lie before what was given out from here on: it can never be mined, and its work needs other nonces. */
  | { type: 'release'; from: bigint; to: bigint }

/** Finds gaps of any origin: a counter that a false answer moved, rows that are gone, a database restored from a backup. */
export function repairNonces({ settled, next, surelyUsed, given }: NonceLedger): NonceRepair {
  // The chain cannot have fewer: the answer is false, or of a node that is far behind.
  if (settled < surelyUsed) return { type: 'none' }
  if (settled > next) return { type: 'raise', to: settled }
  let expected = settled
  const missing: bigint[] = []
  for (const nonce of given) {
    const gap = nonce - expected
    if (BigInt(missing.length) + gap > mostForeignNonces) return { type: 'release', from: nonce, to: expected }
    for (; expected < nonce; expected += 1n) missing.push(expected)
    expected = nonce + 1n
  }
  if (missing.length > 0) return { type: 'fill', nonces: missing }
  return expected < next ? { type: 'lower', to: expected } : { type: 'none' }
}
