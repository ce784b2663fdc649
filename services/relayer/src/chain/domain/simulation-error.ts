/** The messages of nodes for a simulated call that needs more gas than it was given; they agree on no code for it. */
const outOfGas = /out ?of ?gas|gas required exceeds|intrinsic gas too low/i

/** @param message what the node said; never shown to anyone. */
export const saysOutOfGas = (message: string): boolean => outOfGas.test(message)
