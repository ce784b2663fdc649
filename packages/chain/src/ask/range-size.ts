/** How many blocks one request asks for: fewer after a refusal, more again while all goes well. */
export interface RangeSize {
  current(): number
  /** So many blocks were refused, or not answered in time. */
  refused(blocks: number): void
  accepted(): void
}

export function makeRangeSize(maximum: number): RangeSize {
  let size = maximum
  return {
    current: () => size,
    refused(blocks) {
      size = Math.max(1, Math.floor(Math.min(size, blocks) / 2))
    },
    accepted() {
      // A quarter more at a time: doubling would walk into the same refusal every other request.
      size = Math.min(maximum, size + Math.max(1, Math.floor(size / 4)))
    },
  }
}
