/** A count of nonces further above the used ones is a lie. */
export const nonceReach = 200
