/** A count further above the used nonces is a lie. */
export const nonceReach = 200
