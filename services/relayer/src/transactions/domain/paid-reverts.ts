/** A race costs one. A payee that pays in a simulation and reverts when mined would cost without end. */
export const mostPaidReverts = 3

/**
 * Mined without settling the claim.
 * @param attempts of a claim with an open vault.
 */
export const paidReverts = (attempts: readonly { outcome: 'mined' | 'reverted' | 'dropped' | null }[]): number =>
  attempts.filter(({ outcome }) => outcome === 'mined' || outcome === 'reverted').length
