/** Which events are still needed. Each is the `seq` of an event. */
export type EventUses = {
  /** Every event up to this one is counted in the roll-ups. */
  readonly folded: number
  /** The newest event. */
  readonly newest: number
  /** The earliest event whose webhook delivery is not finished. Undefined without such a delivery. */
  readonly firstPending: number | undefined
  /** Every event up to this one has its webhook deliveries. Undefined without a webhook. */
  readonly fannedOut: number | undefined
}

/**
 * The last event that may be deleted. No gap may arise, so deletion ends before the first young event, and before any
 * event that deliveries or roll-ups still need. The newest event stays, because the sequencer counts from it.
 * @param oldest the oldest events, by `seq`.
 * @param before events written before this time are old.
 * @returns zero when nothing may be deleted.
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
