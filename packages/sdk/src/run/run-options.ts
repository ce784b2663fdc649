import type { InitiationPath } from '@tandem/contracts/rules'
import type { Order } from '../client/types.ts'
import type { SignalledStep, StepOptions, Submitter } from '../initiate/source-side.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Reason } from './reason.ts'
import type { RunStep } from './run-steps.ts'

/**
 * What a run reports to `onProgress`: its step, and why the step repeats.
 * @example
 * onProgress: ({ step, reason }) => show(step, reason?.message)
 */
export interface RunProgress {
  step: RunStep
  /** The order as it was last read. */
  order: Order
  /**
   * Why the step repeats. It is set once the step has failed twice or has waited for five seconds. When the cause is
   * gone, `onProgress` is called again without a reason.
   */
  reason?: Reason
  /**
   * An error that only the user or the application can put right. The run goes on all the same, because money is at
   * stake.
   */
  error?: unknown
}

/** The options of `Swap.run`. */
export interface RunOptions extends StepOptions {
  /** How the source is paid. `initiation_paths` of the asset lists the paths that its token allows. */
  path: InitiationPath
  /** The wallet of the order's creator, for the source chain. It pays, and sends the refund. */
  wallet: Wallet
  /**
   * The recipient's wallet, for the destination chain. It signs a hop, and claims when the relayer does not. Without it
   * a dishonest relayer can cost the user the source amount (docs/trust.md).
   */
  destinationWallet?: Wallet
  /** Who sends the transaction that creates the source escrow: the wallet, or a relayer through its client. */
  submitter: Submitter
  /**
   * Hands the secret to the relayer as soon as the source is initiated, so that the application may end. Whoever runs
   * the relayer could, together with the market maker, take what the user pays and give nothing.
   */
  wait?: boolean
  /** With `false`, the run does not pay: it signs and sends nothing for the source escrow. By default it pays. */
  initiates?: boolean
  /** Called when the step changes, and when the reason why it repeats changes. */
  onProgress?: (progress: RunProgress) => void
  /** How often the run reads the order and the chains without an event stream, in milliseconds; 2,000 by default. */
  pollMs?: number
  /** How often it reads them while an event stream is open, in milliseconds; 15,000 by default. */
  besideStreamMs?: number
  /**
   * The recipient's wallet claims by itself when fewer seconds than this are left until the destination's
   * `cancel_after`. By default that is half of the seconds that were left at the first reading.
   */
  patienceSecs?: number
  /** Ends the run with `ABORTED`. A new run continues where this one stopped. */
  signal?: AbortSignal
}

/** The options of a run that every step takes. */
export const stepOptionsOf = ({ allowSecondPayment, switchChain, inTurn, signal }: SignalledStep): SignalledStep => ({
  allowSecondPayment,
  switchChain,
  inTurn,
  signal,
})
