/**
 * How many reverts of one request are paid for. A race costs one. A payee that pays in a simulation and reverts when mined would
 * cost without end.
 */
export const maxPaidReverts = 3

/**
 * How many transactions were mined without doing the work.
 * @param attempts of a request whose work is not done.
 */
export const paidReverts = (attempts: readonly { outcome: 'mined' | 'reverted' | 'dropped' | null }[]): number =>
  attempts.filter(({ outcome }) => outcome === 'mined' || outcome === 'reverted').length
