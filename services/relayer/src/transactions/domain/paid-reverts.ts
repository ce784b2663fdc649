/**
 * How many transactions of a revealed claim may be mined without paying it. A race with another transaction costs one; a
 * payee that pays back nothing in a simulation and reverts when mined would cost one after the other for ever.
 */
export const mostPaidReverts = 3

/**
 * The transactions that were mined, and paid for, and did not settle the claim: those that reverted, and batches that went
 * through without it.
 *
 * @param attempts every attempt of a claim whose vault is open.
 */
export const paidReverts = (attempts: readonly { outcome: 'mined' | 'reverted' | 'dropped' | null }[]): number =>
  attempts.filter(({ outcome }) => outcome === 'mined' || outcome === 'reverted').length
