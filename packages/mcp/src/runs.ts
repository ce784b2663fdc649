import { drive, type Settings } from '@tandem/cli'
import { type RunOptions, type Swap, swapKeyOf } from '@tandem/sdk'
import pLimit from 'p-limit'
import { describe, describeReason, orderIdOf } from './outgoing.ts'

/** A swap that this process runs or has run, as tools report it. */
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
 * Runs swaps in the background, and remembers how far each is. A swap takes minutes, and a client waits some seconds
 * for the answer of a tool.
 */
export function makeRuns(settings: Settings) {
  const runs = new Map<string, Run>()
  return {
    /** The commitment hashes of saved swaps that a tool is finishing, so that no second tool does the same. */
    resuming: new Set<string>(),
    /** The run of the swap with this commitment hash, if there is one. */
    find: (hash: string): Run | undefined => runs.get(hash),
    /**
     * Starts the run of a swap.
     *
     * @returns the run, which changes while it goes on, and a promise that resolves at its end. The promise never
     * rejects, because an error becomes a part of the run.
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

/** Makes the swaps use the wallet one after the other, because they all share it. */
const inTurn = pLimit(1)
