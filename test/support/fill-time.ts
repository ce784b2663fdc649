import type { Stack } from '@tandem/devnet'

/**
 * Moves the clocks of both chains past an order's `fill_by`, and mines enough blocks for that time
 * to count.
 */
export async function passFillBy(stack: Stack, { fill_by }: { fill_by: number | null }): Promise<void> {
  for (const { control } of [stack.chains.devnet_a, stack.chains.devnet_b]) {
    const { timestamp } = await control.getBlock()
    const seconds = (fill_by ?? 0) + 1 - Number(timestamp)
    if (seconds > 0) await control.increaseTime({ seconds })
    await control.mine({ blocks: 3 })
  }
}
