/**
 * Up to half of its gas limit, which is its target (EIP-1559), a block leaves nobody out, whatever the transactions in
 * it paid.
 */
const roomyRatio = 0.5
/** A fuller block than this may have left somebody out. */
const fullRatio = 0.9

/**
 * The tip that each block asked for, in wei per gas: nothing while it had plenty of room, what the cheapest tenth of its
 * gas paid while it had some, and the middle where it was full. Otherwise a stranger who pays too much on a quiet chain
 * would set our price.
 * @param rewards by block: what the cheapest tenth paid, then the middle.
 * @param gasUsedRatios by block. A block without one counts as full.
 */
export function neededTips(rewards: readonly (readonly bigint[])[], gasUsedRatios: readonly number[]): bigint[] {
  return rewards.flatMap((ofBlock, index) => {
    const ratio = gasUsedRatios[index] ?? 1
    if (ratio <= roomyRatio) return [0n]
    const tip = ratio < fullRatio ? ofBlock[0] : ofBlock.at(-1)
    return tip === undefined ? [] : [tip]
  })
}
