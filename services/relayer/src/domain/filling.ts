/**
 * The gas of a plain transfer, which fills a nonce that serves nobody any more. No settlement uses so little, so it also
 * tells the filling, which holds no secret, from what was signed for the nonce before.
 */
export const transferGas = 21_000n
