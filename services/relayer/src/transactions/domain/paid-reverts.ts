/**
 * How many reverts of one request the relayer pays for. A race between two claimers costs one. A payee that accepts the
 * payment in a simulation and reverts when it is mined could otherwise cost money without end.
 */
export const maxPaidReverts = 3

/**
 * How many transactions were mined without doing the work.
 * @param attempts of a request whose work is not done.
 */
export const paidReverts = (attempts: readonly { outcome: 'mined' | 'reverted' | 'dropped' | null }[]): number =>
  attempts.filter(({ outcome }) => outcome === 'mined' || outcome === 'reverted').length
