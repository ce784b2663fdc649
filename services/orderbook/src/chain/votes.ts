/** How long one that was outvoted holds up no others again, in milliseconds. */
const outvotedMs = 15 * 60_000

/** How a dispute of events is decided where nothing proves which there are: by two endpoints that tell the same. */
export interface Votes {
  /** The dispute has lasted for so long that two decide it: logs of new blocks may be missing at several for a while. */
  readonly isLate: boolean
  /** Whether an endpoint was outvoted a short time ago: two decide at once against it. */
  wasOutvoted(name: string): boolean
  outvote(name: string): void
}

/** @param outvotedAt when each endpoint was outvoted last, by name. Unix milliseconds. */
export const makeVotes = (outvotedAt: Map<string, number>, now: () => number, isLate: boolean): Votes => ({
  isLate,
  wasOutvoted: (name) => now() - (outvotedAt.get(name) ?? Number.NEGATIVE_INFINITY) < outvotedMs,
  outvote: (name) => void outvotedAt.set(name, now()),
})

/** Nothing is decided yet. */
export const noVotes: Votes = { isLate: false, wasOutvoted: () => false, outvote: () => undefined }
