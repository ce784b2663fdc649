import type { InitiationPath } from '@tandem/contracts/rules'
import type { Order } from '../client/types.ts'
import type { StepOptions, Submitter } from '../initiate/source-side.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Reason } from './reason.ts'
import type { RunStep } from './run-state.ts'

export interface RunProgress {
  step: RunStep
  order: Order
  /**
   * Why the step repeats, from its second failure or its fifth second on. It goes, by a progress without it, when the
   * cause has passed.
   */
  reason?: Reason
  /** An error that does not pass by itself, and that does not end the run: money is still to be pursued. */
  error?: unknown
}

export interface RunOptions extends StepOptions {
  path: InitiationPath
  /** On the source chain. */
  wallet: Wallet
  /**
   * Signs a hop, and claims when the relayer does not. Without it a dishonest relayer can cost the source amount
   * (docs/trust.md).
   */
  destinationWallet?: Wallet
  submitter: Submitter
  /** `false`: initiates nothing. */
  initiates?: boolean
  /** Told of each step, and of what a step waits for. */
  onProgress?: (progress: RunProgress) => void
  /** Milliseconds without an event stream; 2,000 by default. */
  pollMs?: number
  /** Milliseconds beside an event stream; 15,000 by default. */
  besideStreamMs?: number
  /** Seconds left; by default half of the first reading. */
  patienceSecs?: number
  /** Ends with `ABORTED`. A repeated run goes on. */
  signal?: AbortSignal
}

export const stepOptionsOf = ({ switchChain, inTurn }: StepOptions): StepOptions => ({ switchChain, inTurn })
