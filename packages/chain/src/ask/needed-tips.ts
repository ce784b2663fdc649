/**
 * A block that is at most half full (its target by EIP-1559) has room for every transaction, whatever tip it offers.
 */
const roomyRatio = 0.5
/** A block that is fuller than this may have left transactions out. */
const fullRatio = 0.9

/**
 * The tip that each block asked for, in wei per gas: nothing while it had plenty of room, what the cheapest tenth of
 * its gas paid while it had some room, and the median where it was full. On a quiet chain the median would let a
 * stranger who pays too much set our price.
 * @param rewards for each block: what the cheapest tenth of its gas paid, then the median.
 * @param gasUsedRatios for each block. A block without a ratio counts as full.
 */
export function neededTips(rewards: readonly (readonly bigint[])[], gasUsedRatios: readonly number[]): bigint[] {
  return rewards.flatMap((ofBlock, index) => {
    const ratio = gasUsedRatios[index] ?? 1
    if (ratio <= roomyRatio) return [0n]
    const tip = ratio < fullRatio ? ofBlock[0] : ofBlock.at(-1)
    return tip === undefined ? [] : [tip]
  })
}
