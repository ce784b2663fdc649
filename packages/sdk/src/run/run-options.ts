import type { InitiationPath } from '@tandem/contracts/rules'
import type { Order } from '../client/types.ts'
import type { SignalledStep, StepOptions, Submitter } from '../initiate/source-side.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Reason } from './reason.ts'
import type { RunStep } from './run-state.ts'

/** What a run tells the application: where it stands, and why it stands there where it repeats a step. */
export interface RunProgress {
  step: RunStep
  /** The order as last read. */
  order: Order
  /**
   * Why the step repeats, from its second failure or its fifth second on. It goes, by a progress without it, when the
   * cause has passed.
   */
  reason?: Reason
  /** An error that does not pass by itself, and that does not end the run: money is still to be pursued. */
  error?: unknown
}

/** How a swap is driven to its end. */
export interface RunOptions extends StepOptions {
  /** How the source is brought on chain; `tandem quote` and the asset's list of paths name those that fit. */
  path: InitiationPath
  /** A wallet of the order's creator, on the source chain. It pays, and takes the amount back. */
  wallet: Wallet
  /**
   * Signs a hop, and claims when the relayer does not. Without it a dishonest relayer can cost the source amount
   * (docs/trust.md).
   */
  destinationWallet?: Wallet
  /** Who sends the creation of the source: the wallet, or the relayer of a client. */
  submitter: Submitter
  /**
   * Hands the secret to the relayer as soon as the source is initiated, so that the application may end. Whoever runs the
   * relayer could, together with the market maker, take what the user pays and give nothing.
   */
  wait?: boolean
  /** `false`: nothing is signed or sent that would pay the source. By default the run initiates. */
  initiates?: boolean
  /** Told of each step once, and of what a step waits for as that changes. */
  onProgress?: (progress: RunProgress) => void
  /** Milliseconds between two rounds without an event stream; 2,000 by default. */
  pollMs?: number
  /** Milliseconds between two rounds beside an event stream; 15,000 by default. */
  besideStreamMs?: number
  /**
   * Seconds left of the destination's time at which the recipient's wallet claims by itself; by default half of what the
   * first reading shows.
   */
  patienceSecs?: number
  /** Ends the run with `ABORTED`. A repeated run goes on. */
  signal?: AbortSignal
}

/** What the steps of a run share. */
export const stepOptionsOf = ({ allowSecondPayment, switchChain, inTurn, signal }: SignalledStep): SignalledStep => ({
  allowSecondPayment,
  switchChain,
  inTurn,
  signal,
})
