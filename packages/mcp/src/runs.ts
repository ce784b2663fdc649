import { drive, type Settings } from '@tandem/cli'
import { type RunOptions, type Swap, swapKeyOf } from '@tandem/sdk'
import pLimit from 'p-limit'
import { describe, describeReason, orderIdOf } from './outgoing.ts'

/** A swap that this process drives, or drove. */
interface Run {
  order_id: string | null
  commitment_hash: string
  step: string
  /** What the current step waits for. */
  reason?: object
  outcome?: string
  error?: object
}

export type Runs = ReturnType<typeof makeRuns>

/**
 * Keeps the swaps that run. They go on in the background, because a swap takes minutes, and a client waits for seconds.
 */
export function makeRuns(settings: Settings) {
  const runs = new Map<string, Run>()
  return {
    /** Commitment hashes of kept swaps that a tool is about to end. */
    resuming: new Set<string>(),
    /** The runs by commitment hash. */
    find: (hash: string): Run | undefined => runs.get(hash),
    /**
     * Begins to drive a swap.
     *
     * @returns what is shown of it, and a promise of its end. Neither throws: an error is part of what is shown.
     */
    begin(swap: Swap, options: Pick<RunOptions, 'path' | 'submitter' | 'initiates' | 'patienceSecs'>) {
      const run: Run = {
        order_id: orderIdOf(swap.order.order_id),
        commitment_hash: swapKeyOf(swap.state),
        step: 'starting',
      }
      runs.set(run.commitment_hash, run)
      const onProgress: RunOptions['onProgress'] = ({ step, reason, error }) => {
        run.step = step
        if (reason === undefined) delete run.reason
        else run.reason = describeReason(reason)
        if (error === undefined) delete run.error
        else run.error = describe(error)
      }
      const ended = drive(swap, settings, { ...options, inTurn, onProgress }).then(
        ({ outcome }) => void Object.assign(run, { outcome }),
        (error: unknown) => void Object.assign(run, { outcome: 'stopped', error: describe(error) }),
      )
      return { run, ended }
    },
  }
}

/** Sends the wallet's transactions one after the other, because all swaps share the wallet. */
const inTurn = pLimit(1)
