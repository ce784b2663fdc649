/** How many of a signer's nonces each endpoint counts as used, in the order of the endpoints; nothing where none answered. */
export type NonceCounts = readonly (bigint | undefined)[]

const known = (counts: NonceCounts): bigint[] => counts.filter((count) => count !== undefined)

/** So many nonces are used by the word of `majority` endpoints; nothing while fewer answer. */
export function agreedCount(counts: NonceCounts, majority: number): bigint | undefined {
  return known(counts).sort((a, b) => (a > b ? -1 : 1))[majority - 1]
}

/** From this nonce on all are unused by the word of `majority` endpoints; nothing while fewer answer. */
export function unusedFrom(counts: NonceCounts, majority: number): bigint | undefined {
  return known(counts).sort((a, b) => (a < b ? -1 : 1))[majority - 1]
}

/** Whether endpoints that answer count differently: most likely some of them show the newest block later than others. */
export const doDiffer = (counts: NonceCounts): boolean => new Set(known(counts)).size > 1

/** Whether some endpoint counts the nonce as used: then it is worth asking for a receipt. */
export const isAnyPast = (counts: NonceCounts, nonce: bigint): boolean => known(counts).some((count) => count > nonce)

/** Whether some endpoint says that every nonce before is used and this one is not. */
export const isNext = (counts: NonceCounts, nonce: bigint): boolean => known(counts).includes(nonce)
