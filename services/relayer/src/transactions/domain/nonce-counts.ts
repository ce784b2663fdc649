/** The nonce count of a signer by each endpoint, in order; empty while none can be asked. */
export type NonceCounts = readonly (bigint | undefined)[]

export const areUnknown = (counts: NonceCounts): boolean => known(counts).length === 0

const known = (counts: NonceCounts): bigint[] => counts.filter((count) => count !== undefined)

/** The count that `majority` endpoints have reached; undefined while fewer answer. */
export function agreedCount(counts: NonceCounts, majority: number): bigint | undefined {
  return known(counts).sort((a, b) => (a > b ? -1 : 1))[majority - 1]
}

export function unusedFrom(counts: NonceCounts, majority: number): bigint | undefined {
  return known(counts).sort((a, b) => (a < b ? -1 : 1))[majority - 1]
}

/** Whether endpoints differ, because some show a block later than others. */
export const doDiffer = (counts: NonceCounts): boolean => new Set(known(counts)).size > 1

/** Whether an endpoint counts past the nonce, so that a receipt is worth asking for. */
export const isAnyPast = (counts: NonceCounts, nonce: bigint): boolean => known(counts).some((count) => count > nonce)

export const isNext = (counts: NonceCounts, nonce: bigint): boolean => known(counts).includes(nonce)
