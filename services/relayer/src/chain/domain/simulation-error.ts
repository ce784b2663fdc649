/** What nodes say when a call runs out of gas. They share no error code for it. */
const outOfGas = /out ?of ?gas|gas required exceeds|intrinsic gas too low/i

/**
 * Whether the error of a node says that a call ran out of gas.
 * @param message the node's own words, which are never shown to anyone.
 */
export const saysOutOfGas = (message: string): boolean => outOfGas.test(message)
