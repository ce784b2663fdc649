/**
 * The steps of a run, in order, for a progress bar: `forward` when all goes well, `backward` for a refund, and
 * `unfunded` for an order that was never paid. A run can change from one path to another.
 */
export const runPaths = {
  forward: ['initiating', 'waiting_for_market_maker', 'revealing', 'ensuring_claim', 'settling', 'completed'],
  backward: ['waiting_for_refund', 'refunding', 'refunded'],
  unfunded: ['waiting_for_expiry', 'ended'],
} as const

/**
 * The step that a run reports. In `waiting_for_expiry` nothing was paid, and something that the user signed or sent may
 * still pay. `ended` means that there is nothing to refund.
 */
export type RunStep = (typeof runPaths)['forward' | 'backward' | 'unfunded'][number]
