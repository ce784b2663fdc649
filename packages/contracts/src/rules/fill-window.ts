import { confirmationDepth, type FinalityRules } from './confirmation-depth.ts'

/** The part of a chain's entry in the network file that sets its times. */
export interface ChainRules extends FinalityRules {
  readonly block_time_ms: number
  readonly claim_safety_secs: number
}

const solverSecs = 30
/** How long a finality tag takes, in seconds: Ethereum's `finalized` is up to 19.2 minutes behind the head. */
export const taggedDepthSecs = 1_500

/** How many seconds the destination must have left when the source is funded. */
export const fillWindowSecs = (source: ChainRules, destination: ChainRules, valueUsd: number | undefined): number =>
  fillSecs(source, valueUsd) + depthSecs(destination, valueUsd) + destination.claim_safety_secs

/**
 * How many seconds a maker may take from the creation of the source escrow to its own transaction:
 * until the source has its confirmations, and 30 seconds more for its work.
 */
export const fillSecs = (source: ChainRules, valueUsd: number | undefined): number =>
  depthSecs(source, valueUsd) + solverSecs

/**
 * How many seconds it takes until a fact has the confirmations that it needs, or is below the
 * finality tag.
 */
export function depthSecs(chain: Omit<ChainRules, 'claim_safety_secs'>, valueUsd: number | undefined): number {
  const { confirmations } = confirmationDepth(chain, valueUsd)
  return confirmations === null ? taggedDepthSecs : Math.ceil((confirmations * chain.block_time_ms) / 1000)
}
