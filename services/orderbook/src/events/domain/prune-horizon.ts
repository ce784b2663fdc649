/** What still needs events. Each is the `seq` of an event, or undefined where nothing of its kind is there. */
export type EventUses = {
  /** Every event up to this one stands in the roll-ups. */
  readonly folded: number
  /** The newest event of all. */
  readonly newest: number
  /** The earliest event of a delivery that is under way. */
  readonly firstPending: number | undefined
  /** Every event up to this one has become deliveries. Undefined where there is no webhook. */
  readonly fannedOut: number | undefined
}

/**
 * Up to which event the oldest ones may be deleted, so that no gap arises: before the first young event, and before any
 * that deliveries or roll-ups still need. The newest stays, because the sequencer counts from it.
 * @param oldest the oldest events, by `seq`.
 * @param before events that were written earlier are old.
 * @returns zero where nothing may go.
 */
export function pruneHorizon(
  oldest: readonly { readonly seq: number; readonly createdAt: Date }[],
  before: Date,
  { folded, newest, firstPending, fannedOut }: EventUses,
): number {
  const young = oldest.find(({ createdAt }) => createdAt >= before)
  const old = young === undefined ? (oldest.at(-1)?.seq ?? 0) : young.seq - 1
  return Math.max(0, Math.min(old, newest - 1, folded, (firstPending ?? Infinity) - 1, fannedOut ?? Infinity))
}
