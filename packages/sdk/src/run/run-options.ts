import type { Order } from '../client/types.ts'
import type { InitiationPath, StepOptions, Submitter } from '../initiate/source-side.ts'
import type { Wallet } from '../wallet.ts'
import type { RunStep } from './next-step.ts'

export interface RunProgress {
  step: RunStep
  order: Order
  error?: unknown
}

/** Options of {@link Swap.run}. */
export interface RunOptions extends StepOptions {
  path: InitiationPath
  /** On the source chain. */
  wallet: Wallet
  /**
   * Of the recipient, on the destination's chain: signs a hop, and claims when the relayer does not. Without it a
   * dishonest relayer can cost the source amount (docs/trust.md).
   */
  destinationWallet?: Wallet
  submitter: Submitter
  /** `false`: ends what was begun, and initiates nothing. */
  initiates?: boolean
  onProgress?: (progress: RunProgress) => void
  /** Milliseconds without an event stream; 2,000 by default. */
  pollMs?: number
  /** Milliseconds beside an event stream; 15,000 by default. */
  besideStreamMs?: number
  /** Seconds left at which the wallet claims; by default half of the first reading's. */
  patienceSecs?: number
  /** Ends with `ABORTED`. A repeated run goes on. */
  signal?: AbortSignal
}

/** Without an endpoint. */
export type Unverified = 'destination_claim' | 'source_claim' | 'delivery'

export interface RunEnd {
  /**
   * `completed`: claim and delivery at depth. `paid`: the destination is claimed at depth; nothing more is at stake.
   * `refunded`: the source is back. `ended`: nothing to take back.
   */
  outcome: 'completed' | 'paid' | 'refunded' | 'ended'
  order: Order
  /** They rest on the orderbook's word. */
  unverified?: readonly Unverified[]
}

export interface RunResult extends RunEnd {
  /** The chains show at depth that the state may be removed (docs/trust.md). Otherwise keep it. */
  mayForget: boolean
}

export const stepOptionsOf = ({ switchChain, inTurn }: StepOptions): StepOptions => ({
  ...(switchChain === undefined ? {} : { switchChain }),
  ...(inTurn === undefined ? {} : { inTurn }),
})
