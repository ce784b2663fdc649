export const mostForeignNonces = 64n

export interface NonceLedger {
  settled: bigint
  next: bigint
  surelyUsed: bigint
  /** Rising from `settled`. */
  given: readonly bigint[]
}

export type NonceRepair =
  | { type: 'none' }
  /** Another sender used nonces. */
  | { type: 'raise'; to: bigint }
  | { type: 'lower'; to: bigint }
  | { type: 'fill'; nonces: readonly bigint[] }
  /** Too many gaps lie before these. */
  | { type: 'release'; from: bigint; to: bigint }

export function repairNonces({ settled, next, surelyUsed, given }: NonceLedger): NonceRepair {
  // False, or of a node far behind.
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
