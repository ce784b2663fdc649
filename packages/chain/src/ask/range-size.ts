/** Fewer blocks after a refusal, gradually more afterwards. */
export interface RangeSize {
  current(): number
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
      // Doubling would meet the same refusal at every other request.
      size = Math.min(maximum, size + Math.max(1, Math.floor(size / 4)))
    },
  }
}
