import type { OpenStream } from '../client/stream-events.ts'
import { aborted } from '../sleep.ts'
import { watchEvents } from '../track/watch-events.ts'
import { explainStep } from './explain-step.ts'
import { handOverStep } from './hand-over-step.ts'
import { initiateStep } from './initiate-step.ts'
import { observe } from './observe.ts'
import { pauseMs } from './pause-ms.ts'
import { ensureStep, revealStep } from './reveal-step.ts'
import { factsOfRun, newRun, type Run } from './run.ts'
import type { RunEnd } from './run-end.ts'
import { isContradicted, type RunFacts } from './run-evidence.ts'
import type { RunOptions } from './run-options.ts'
import { type RunState, stateOf } from './run-state.ts'
import type { RunnableSwap } from './runnable-swap.ts'
import { takeBackStep } from './take-back-step.ts'

/**
 * Drives a swap to its end. Each round reads, takes the state that follows from what was read, and does what belongs to
 * that state. The orderbook says when to read; the chains say what is done.
 */
export async function runSwap(swap: RunnableSwap, options: RunOptions, openStream: OpenStream): Promise<RunEnd> {
  const { pollMs = 2000, besideStreamMs = 15_000 } = options
  const ending = new AbortController()
  const { signal } = ending
  const whenAborted = () => ending.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', whenAborted)
  if (options.signal?.aborted) whenAborted()
  const run = newRun(swap, { ...options, signal })
  const events = watchEvents(openStream, swap.order.order_id, pollMs)
  try {
    for (;;) {
      signal.throwIfAborted()
      await observe(run)
      const facts = factsOfRun(run)
      const state = stateOf(facts)
      run.teller.enter(state)
      const end = await act(run, state, facts)
      if (end !== undefined) return end
      run.teller.endRound()
      await events.wait(pauseOf(run, { pollMs, besideStreamMs: events.isOpen() ? besideStreamMs : undefined }), signal)
    }
  } catch (error) {
    throw signal.aborted ? aborted(signal) : error
  } finally {
    options.signal?.removeEventListener('abort', whenAborted)
    ending.abort()
    events.close()
  }
}

async function act(run: Run, state: RunState, facts: RunFacts): Promise<RunEnd | undefined> {
  switch (state.act) {
    case 'initiate':
      await initiateStep(run)
      return undefined
    case 'hand_over':
      await handOverStep(run)
      return undefined
    case 'explain':
      if (state.reason === undefined) await explainStep(run)
      return undefined
    case 'reveal':
      await revealStep(run)
      return undefined
    case 'ensure_claim':
      await ensureStep(run)
      return undefined
    case 'take_back':
      return takeBackStep(run, facts)
    case 'wait':
      return undefined
    case 'end': {
      const { outcome, unverified } = state
      return { outcome, order: run.swap.order, ...(unverified === undefined ? {} : { unverified }) }
    }
  }
}

function pauseOf(run: Run, given: { pollMs: number; besideStreamMs: number | undefined }): number {
  const { swap, evidence, teller, explained, retryAfterMs } = run
  return pauseMs({
    ...given,
    retryAfterMs,
    isSecretOut: swap.isSecretOut,
    deepeningMs: evidence.isClaimed === true && isContradicted(evidence) ? swap.blockTimeMs : undefined,
    isUnderWay: Object.values(run.begun).some((step) => step.isUnderWay),
    isUnexplained: teller.isNew || (teller.step === 'waiting_for_market_maker' && explained.reason === undefined),
  })
}
