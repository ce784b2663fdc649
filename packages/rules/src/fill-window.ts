import { confirmationDepth, type FinalityRules } from './confirmation-depth.ts'

export interface ChainRules extends FinalityRules {
  readonly block_time_ms: number
  readonly claim_safety_secs: number
}

/** For the solver to see the source escrow and to have its own mined. */
const solverSecs = 30
/**
 * Seconds by which the block with a chain's own tag is behind the head at the most. On Ethereum `finalized` is two to three epochs behind, 12.8 to 19.2 minutes; a rollup's is that of the Ethereum block that
 * holds its batch, which is posted some minutes later. More only makes swaps wait; less leaves a maker without time.
 */
export const taggedDepthSecs = 1_500

/**
 * Seconds that must be left on the destination when money is put into the source: for the source escrow to stand at its
 * depth, for the solver to fund the destination, for that to stand at its depth, and for the secret to be revealed
 * before `claim_safety_secs`. With less, the money would only be locked until the source's `cancel_after`.
 *
 * @param valueUsd US dollars; `undefined` when it is not known, which counts as more than any step.
 */
export const fillWindowSecs = (source: ChainRules, destination: ChainRules, valueUsd: number | undefined): number =>
  fillSecs(source, valueUsd) + depthSecs(destination, valueUsd) + destination.claim_safety_secs

/** Seconds for the source escrow to stand at its depth, and for the solver to fund the destination. */
export const fillSecs = (source: ChainRules, valueUsd: number | undefined): number =>
  depthSecs(source, valueUsd) + solverSecs

/**
 * Seconds that a fact takes to stand at its depth.
 *
 * @param valueUsd US dollars; `undefined` when it is not known, which counts as more than any step.
 */
export function depthSecs(chain: Omit<ChainRules, 'claim_safety_secs'>, valueUsd: number | undefined): number {
  const { confirmations } = confirmationDepth(chain, valueUsd)
  return confirmations === null ? taggedDepthSecs : Math.ceil((confirmations * chain.block_time_ms) / 1000)
}
