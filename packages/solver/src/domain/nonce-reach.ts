/**
 * Nonces between those that an account has used and the highest that the solver will use, or wait for. Far more than it has under
 * way at once: an endpoint that counts more lies.
 */
export const nonceReach = 200
