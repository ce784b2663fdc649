/** A transaction count that is this far above the nonces that are used is taken for a lie. */
export const maxNonceLead = 200
