export const maxIntegratorFeeBips = 100

const bips = 10_000n

/** Rounded up: a vault holds something. */
export const integratorFee = (received: bigint, feeBips: number): bigint =>
  (received * BigInt(feeBips) + bips - 1n) / bips

/** Of an amount that pays the fee as well, rounded down. */
export const receivedBeside = (paidOut: bigint, feeBips: number): bigint => (paidOut * bips) / (bips + BigInt(feeBips))
