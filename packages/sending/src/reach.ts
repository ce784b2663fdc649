/**
 * Nonces between those that an account has used and the highest that the solver will use, or wait for. Far more than it has under
 * way at once: an endpoint that counts more lies.
 */
export const nonceReach = 200

/**
 * The same as long as one of several endpoints alone has answered: no more than an earlier run may have left in the pool, for each
 * nonce between costs a transfer. `slots`: transactions under way at once.
 */
export const nonceReachOfOne = (slots: number): number => Math.max(32, 2 * slots)
