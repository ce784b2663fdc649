import type { Order } from '../client/types.ts'
import type { InitiationPath, StepOptions, Submitter } from '../initiate/source-side.ts'
import type { Wallet } from '../wallet.ts'
import type { RunStep } from './next-step.ts'

/** The progress that a run reports. */
export interface RunProgress {
  step: RunStep
  /** As last read. */
  order: Order
  /** An error of a wallet that the step goes on after: its user may have to buy gas. */
  error?: unknown
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
  /**
   * Milliseconds between two reads while there is no event stream; 2,000 by default. While a claim only has to gain depth,
   * a block's time where that is longer.
   */
  pollMs?: number
  /** Milliseconds between two reads beside an event stream; 15,000 by default. */
  besideStreamMs?: number
  /** With less seconds left than this the wallet claims; by default half of what is left at the first look. */
  patienceSecs?: number
  /** Ends the run with `ABORTED`. Running it again goes on where it was. */
  signal?: AbortSignal
}

/** A part of a complete order that the run could not look at. */
export type Unverified = 'destination_claim' | 'source_claim' | 'delivery'

/** The end of a run. */
export interface RunEnd {
  /**
   * `completed`: the orderbook says that the order is complete, and the chains show it: the destination's claim and a
   * hop's delivery at depth, and the source's claim, by which nothing of the user's is decided, in the newest block.
   * `paid`: the destination is claimed at depth, and nothing more is at stake for the user, but it was not shown that the
   * order is complete. `refunded`: the source amount is back. `ended`: there was nothing to take
   * back. Both by the wallet's endpoint and by a majority of the application's.
   */
  outcome: 'completed' | 'paid' | 'refunded' | 'ended'
  order: Order
  /** The parts of the outcome that rest on the orderbook's word, because the run was given no endpoint to ask. */
  unverified?: readonly Unverified[]
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
