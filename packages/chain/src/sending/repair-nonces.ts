/** Gaps of more nonces than this are not filled. */
export const maxFilledNonces = 64n

/**
 * What is known of a signer's nonces: how many are used in confirmed blocks (`settled`), which one is assigned next,
 * and how many a majority counts as used (`surelyUsed`).
 */
export interface NonceLedger {
  settled: bigint
  next: bigint
  surelyUsed: bigint
  /** The nonces that were assigned, in ascending order from `settled` on. */
  given: readonly bigint[]
}

export type NonceRepair =
  | { type: 'none' }
  /** Somebody else has used the key: all nonces below `to` are used. */
  | { type: 'raise'; to: bigint }
  | { type: 'lower'; to: bigint }
  | { type: 'fill'; nonces: readonly bigint[] }
  /** These nonces can never be reached, because too many gaps lie before them. */
  | { type: 'release'; from: bigint; to: bigint }

/** Compares the nonces that we assigned with what the chain counts, and decides what to repair. */
export function repairNonces({ settled, next, surelyUsed, given }: NonceLedger): NonceRepair {
  // A confirmed count that is lower than what a majority has seen used is false, or comes from a node that is far
  // behind.
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
