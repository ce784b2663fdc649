/** Of what the user receives, in hundredths of a percent. */
export const maxIntegratorFeeBips = 100

const bips = 10_000n

/** Base units, rounded up: no fee is nothing, because a vault holds something. */
export const integratorFee = (received: bigint, feeBips: number): bigint =>
  (received * BigInt(feeBips) + bips - 1n) / bips

/** The user's part of an amount that pays the fee as well. Base units, rounded down. */
export const receivedBeside = (paidOut: bigint, feeBips: number): bigint => (paidOut * bips) / (bips + BigInt(feeBips))
