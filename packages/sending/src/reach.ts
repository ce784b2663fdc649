/**
 * Nonces between those that an account has used and the highest that the solver will use, or wait for. Far more than it has under
 * way at once: a higher count is a lie.
 */
export const nonceReach = 200
