/** How many blocks one request asks for: fewer after a refusal, more again while all goes well. */
export interface RangeSize {
  current(): number
  /** A provider refused the range, or did not answer in time. */
  refused(): void
  accepted(): void
}

export function makeRangeSize(maximum: number): RangeSize {
  let size = maximum
  return {
    current: () => size,
    refused() {
      size = Math.max(1, Math.floor(size / 2))
    },
    accepted() {
      // A quarter more at a time: doubling would walk into the same refusal every other request.
      size = Math.min(maximum, size + Math.max(1, Math.floor(size / 4)))
    },
  }
}
