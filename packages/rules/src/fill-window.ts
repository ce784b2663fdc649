import { confirmationDepth, type FinalityRules } from './confirmation-depth.ts'

export interface ChainRules extends FinalityRules {
  readonly block_time_ms: number
  readonly claim_safety_secs: number
}

/** For the solver to see the source, and to have the destination mined. */
const solverSecs = 30
/**
 * How far a tagged block is behind the head, at most. Ethereum's `finalized` is 12.8 to 19.2 minutes behind, and a
 * rollup waits for its batch's block. Less would leave a maker without time.
 */
export const taggedDepthSecs = 1_500

/**
 * Seconds to leave on the destination when the source is funded: for both depths, the solver, and a reveal before
 * `claim_safety_secs`. With less, the money would only be locked until `cancel_after`.
 * @param valueUsd US dollars; unknown counts as more than any step.
 */
export const fillWindowSecs = (source: ChainRules, destination: ChainRules, valueUsd: number | undefined): number =>
  fillSecs(source, valueUsd) + depthSecs(destination, valueUsd) + destination.claim_safety_secs

export const fillSecs = (source: ChainRules, valueUsd: number | undefined): number =>
  depthSecs(source, valueUsd) + solverSecs

/** Seconds until a fact stands at its depth. */
export function depthSecs(chain: Omit<ChainRules, 'claim_safety_secs'>, valueUsd: number | undefined): number {
  const { confirmations } = confirmationDepth(chain, valueUsd)
  return confirmations === null ? taggedDepthSecs : Math.ceil((confirmations * chain.block_time_ms) / 1000)
}
