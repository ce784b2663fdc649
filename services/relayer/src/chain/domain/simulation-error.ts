/** Nodes agree on no code. */
const outOfGas = /out ?of ?gas|gas required exceeds|intrinsic gas too low/i

/** @param message never shown to anyone. */
export const saysOutOfGas = (message: string): boolean => outOfGas.test(message)
