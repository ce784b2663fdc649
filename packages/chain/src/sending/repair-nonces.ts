/** Gaps of more nonces than this are not filled. */
export const maxFilledNonces = 64n

/**
 * What is known of a signer's nonces: how many are used at depth (`settled`), which one is assigned next, and how many a
 * majority surely counts as used.
 */
export interface NonceLedger {
  settled: bigint
  next: bigint
  surelyUsed: bigint
  /** The nonces that were assigned, in rising order from `settled` on. */
  given: readonly bigint[]
}

export type NonceRepair =
  | { type: 'none' }
  /** Somebody else has used the key: all nonces below `to` are gone. */
  | { type: 'raise'; to: bigint }
  | { type: 'lower'; to: bigint }
  | { type: 'fill'; nonces: readonly bigint[] }
  /** These nonces can never be reached, because too many gaps lie before them. */
  | { type: 'release'; from: bigint; to: bigint }

/** Compares what we assigned with what the chain counts, and says what to repair. */
export function repairNonces({ settled, next, surelyUsed, given }: NonceLedger): NonceRepair {
  // A count below what is surely used is false, or comes from a node that is far behind.
  if (settled < surelyUsed) return { type: 'none' }
  if (settled > next) return { type: 'raise', to: settled }
  let expected = settled
  const missing: bigint[] = []
  for (const nonce of given) {
    const gap = nonce - expected
    if (BigInt(missing.length) + gap > maxFilledNonces) return { type: 'release', from: nonce, to: expected }
    for (; expected < nonce; expected += 1n) missing.push(expected)
    expected = nonce + 1n
  }
  if (missing.length > 0) return { type: 'fill', nonces: missing }
  return expected < next ? { type: 'lower', to: expected } : { type: 'none' }
}
