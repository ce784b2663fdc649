/** A transaction count that is further above the used nonces than this is taken for a lie. */
export const maxNonceLead = 200
