/** The gas of a plain transfer, which closes a gap. */
export const transferGas = 21_000n
