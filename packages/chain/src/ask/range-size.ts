/** How many blocks to ask for at once: fewer after a refusal, and gradually more afterwards. */
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
      // Doubling would run into the same refusal at every second request.
      size = Math.min(maximum, size + Math.max(1, Math.floor(size / 4)))
    },
  }
}
