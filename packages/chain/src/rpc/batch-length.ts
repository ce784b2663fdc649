/** The length doubles after this many milliseconds without a refusal. */
const doublesAfterMs = 10_000

/** How many questions one request to an endpoint may hold. */
export interface BatchLength {
  current(): number
  /**
   * Notes a refusal.
   *
   * @param length of the batch that was refused.
   */
  refused(length: number): void
}

/**
 * Halves the length of batches after a refusal, and doubles it again with time. An endpoint that was busy for a moment
 * must not get single questions for ever, and one that takes no batches must not be sent them often.
 *
 * @param most the length while nothing was refused.
 * @param now milliseconds.
 */
export function makeBatchLength(most: number, now: () => number): BatchLength {
  let halved = most
  let refusedAt = 0
  const current = () => {
    if (halved >= most) return most
    return Math.min(most, halved * 2 ** Math.floor((now() - refusedAt) / doublesAfterMs))
  }
  return {
    current,
    refused(length) {
      halved = Math.max(1, Math.min(current(), Math.floor(length / 2)))
      refusedAt = now()
    },
  }
}
