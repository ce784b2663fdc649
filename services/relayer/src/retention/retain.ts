/** How many rows one transaction removes. */
const batchSize = 200
/** After so many batches the other rules have their turn; the rest waits for the next round. */
const maxBatches = 500
const dayMs = 86_400_000

/** How long rows of one kind stay, and how they are removed. */
export interface RetentionRule<Rows extends string> {
  /** The name of the rows in the log. */
  rows: Rows
  /** Days that the rows stay after the end of what they belong to. Zero keeps them forever. */
  days: number
  /**
   * Removes rows of what ended before this time.
   * @returns how many were removed: `most` when there may be more.
   */
  remove(endedBefore: Date, most: number): Promise<number>
}

/**
 * Makes a round of removals, one rule after the other.
 * @returns how many rows of each sort a round removed.
 */
export function makeRetain<Rows extends string>(
  rules: readonly RetentionRule<Rows>[],
  now: () => number,
): () => Promise<Record<Rows, number>> {
  return async () => {
    const removed = {} as Record<Rows, number>
    for (const rule of rules) removed[rule.rows] = await inBatches(rule)
    return removed
  }

  async function inBatches({ days, remove }: RetentionRule<Rows>): Promise<number> {
    if (days === 0) return 0
    const before = new Date(now() - days * dayMs)
    let total = 0
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const count = await remove(before, batchSize)
      total += count
      if (count < batchSize) break
    }
    return total
  }
}
