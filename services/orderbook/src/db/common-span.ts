/** The first and the last match of one value of a filter, in one place where it may stand. */
export interface Span {
  /** The filter that the value is of. */
  readonly of: string
  readonly place: string
  /** Null where nothing matches. */
  readonly first: Date | null
  readonly last: Date | null
}

interface Common {
  readonly first: Date
  readonly last: Date
  /** The places where a match may stand at those times, and the first and the last one that do. */
  readonly places: ReadonlyMap<string, { readonly first: Date; readonly last: Date }>
}

/**
 * The times that the spans of all filters have in common, each filter's being from its first match in any place to its
 * last. Places without a match at those times are left out, which may shorten them once more.
 *
 * @returns undefined when they have none in common: no order matches all filters.
 */
export function commonSpan(spans: readonly Span[]): Common | undefined {
  const filters = [...new Set(spans.map(({ of }) => of))]
  let left = spans.flatMap(({ of, place, first, last }) =>
    first === null || last === null ? [] : [{ of, place, first: first.getTime(), last: last.getTime() }],
  )
  for (;;) {
    const ofFilters = filters.map((filter) => left.filter(({ of }) => of === filter))
    // Without a place left, a filter begins and ends at infinite times, the wrong way round.
    const first = Math.max(...ofFilters.map((places) => Math.min(...places.map((one) => one.first))))
    const last = Math.min(...ofFilters.map((places) => Math.max(...places.map((one) => one.last))))
    if (first > last) return undefined
    const overlapping = left.filter((one) => one.first <= last && one.last >= first)
    if (overlapping.length === left.length)
      return { first: new Date(first), last: new Date(last), places: new Map(left.map(datesOf)) }
    left = overlapping
  }
}

const datesOf = ({ place, first, last }: { place: string; first: number; last: number }) =>
  [place, { first: new Date(first), last: new Date(last) }] as const
