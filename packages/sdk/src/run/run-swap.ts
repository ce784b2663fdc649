import type { OpenStream } from '../client/stream-events.ts'
import { aborted } from '../sleep.ts'
import { watchEvents } from '../track/watch-events.ts'
import { decideStep, type StepDecision } from './decide-step.ts'
import { explainStep } from './explain-step.ts'
import { handOverStep } from './hand-over-step.ts'
import { initiateStep } from './initiate-step.ts'
import { observe } from './observe.ts'
import { pauseMs } from './pause-ms.ts'
import { refundStep } from './refund-step.ts'
import { ensureStep, revealStep } from './reveal-step.ts'
import { factsOfRun, newRunContext, type RunContext } from './run-context.ts'
import type { RunEnd } from './run-end.ts'
import { isContradicted, type RunFacts } from './run-evidence.ts'
import type { RunOptions } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/**
 * Drives a swap to its end in rounds. Each round reads the order and the chains, decides the next step from what it
 * read ({@link decideStep}), and takes that step. The orderbook's events only say when to read again. Wherever the
 * chains can be read, they decide.
 */
export async function runSwap(swap: RunnableSwap, options: RunOptions, openStream: OpenStream): Promise<RunEnd> {
  const { pollMs = 2000, besideStreamMs = 15_000 } = options
  const ending = new AbortController()
  const { signal } = ending
  const whenAborted = () => ending.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', whenAborted)
  if (options.signal?.aborted) whenAborted()
  const run = newRunContext(swap, { ...options, signal })
  const events = watchEvents(openStream, swap.order.order_id, pollMs)
  try {
    for (;;) {
      signal.throwIfAborted()
      await observe(run)
      const facts = factsOfRun(run)
      const decision = decideStep(facts)
      run.progress.enter(decision)
      const end = await takeStep(run, decision, facts)
      if (end !== undefined) return end
      run.progress.endRound()
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

async function takeStep(run: RunContext, decision: StepDecision, facts: RunFacts): Promise<RunEnd | undefined> {
  switch (decision.action) {
    case 'initiate':
      await initiateStep(run)
      return undefined
    case 'hand_over':
      await handOverStep(run)
      return undefined
    case 'explain':
      if (decision.reason === undefined) await explainStep(run)
      return undefined
    case 'reveal':
      await revealStep(run)
      return undefined
    case 'ensure_claim':
      await ensureStep(run)
      return undefined
    case 'refund':
      return refundStep(run, facts)
    case 'wait':
      return undefined
    case 'end': {
      const { outcome, unverified } = decision
      return { outcome, order: run.swap.order, ...(unverified === undefined ? {} : { unverified }) }
    }
  }
}

function pauseOf(run: RunContext, given: { pollMs: number; besideStreamMs: number | undefined }): number {
  const { swap, evidence, progress, explained, retryAfterMs } = run
  return pauseMs({
    ...given,
    retryAfterMs,
    isSecretOut: swap.isSecretOut,
    deepeningMs: evidence.isClaimed === true && isContradicted(evidence) ? swap.blockTimeMs : undefined,
    isUnderWay: Object.values(run.begun).some((step) => step.isUnderWay),
    isUnexplained:
      progress.hasUnreported || (progress.step === 'waiting_for_market_maker' && explained.reason === undefined),
  })
}
