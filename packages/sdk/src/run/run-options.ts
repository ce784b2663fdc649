import type { Order } from '../client/types.ts'
import type { InitiationPath, StepOptions, Submitter } from '../initiate/source-side.ts'
import type { Wallet } from '../wallet.ts'
import type { RunStep } from './next-step.ts'

/** The progress that a run reports. */
export interface RunProgress {
  step: RunStep
  /** As last read. */
  order: Order
}

/** Options of {@link Swap.run}. */
export interface RunOptions extends StepOptions {
  /** How the source escrow is brought on chain. */
  path: InitiationPath
  /** The user's wallet on the source chain. */
  wallet: Wallet
  /**
   * The recipient's wallet on the chain of the destination escrow: it signs a hop, and claims when the relayer does
   * not. Without it a relayer that keeps the secret can cost the source amount (docs/trust.md).
   */
  destinationWallet?: Wallet
  submitter: Submitter
  /** `false`: the run ends what was begun and brings no source escrow on chain. */
  initiates?: boolean
  /** Told of each step as it begins. */
  onProgress?: (progress: RunProgress) => void
  /** Milliseconds between two reads while there is no event stream; 2,000 by default. */
  pollMs?: number
  /** Milliseconds between two reads beside an event stream; 15,000 by default. */
  besideStreamMs?: number
  /** With less seconds left than this the wallet claims; by default half of what is left at the first look. */
  patienceSecs?: number
  /** Ends the run with `ABORTED`. Running it again goes on where it was. */
  signal?: AbortSignal
}

/** The end of a run. */
export interface RunEnd {
  /**
   * `completed`: the destination's chain shows the claim in its newest block, and the orderbook says that both sides are
   * claimed and a hop is delivered. `paid`: the recipient was paid, and nothing more is at stake for the user, but the
   * orderbook does not say that the order is complete. `refunded`: the source amount is back. `ended`: there was nothing
   * to take back. {@link RunResult.mayForget} tells what the chains show at depth.
   */
  outcome: 'completed' | 'paid' | 'refunded' | 'ended'
  order: Order
}

/** How a run ended, and whether its state is needed no more. */
export interface RunResult extends RunEnd {
  /**
   * Whether the chains show, by the application's endpoints and at depth, that the state may be removed (docs/trust.md).
   * Otherwise keep it: the outcome may rest on the orderbook's word, or its block may still be taken back.
   */
  mayForget: boolean
}

/** The options that each step takes. */
export const stepOptionsOf = ({ switchChain, inTurn }: StepOptions): StepOptions => ({
  ...(switchChain === undefined ? {} : { switchChain }),
  ...(inTurn === undefined ? {} : { inTurn }),
})
