import { answerWithin } from '../sleep.ts'
import { reasonOfExplanation } from './reason.ts'
import { payableUntil, type RunContext } from './run-context.ts'

/** How often the services are asked what an order waits for, and how long an answer may take, in milliseconds. */
const everyMs = 10_000
const withinMs = 3_000

/**
 * Notes what the order waits for. While the relayer has the user's signature and the source is not on chain, that is
 * the relayer; afterwards it is whatever the orderbook names.
 */
export async function explainStep(run: RunContext): Promise<void> {
  const { swap, explained, progress } = run
  if (!progress.hasLasted) return
  const { until } = payableUntil(run)
  const isDue = Date.now() - explained.askedAtMs >= everyMs
  if (isDue) explained.askedAtMs = Date.now()
  if (swap.order.status === 'created' && until !== undefined) {
    if (isDue) explained.initiation = await asked(run, (ending) => swap.initiationReason(ending))
    const why = explained.initiation === undefined ? '' : `: ${explained.initiation}`
    const message = `what you signed is with the relayer, which has not brought your side on chain yet${why}`
    return progress.note({ code: 'SIGNATURE_PENDING', message, until }, true)
  }
  if (isDue) {
    const explanation = await asked(run, (ending) => swap.explain(ending))
    explained.reason = reasonOfExplanation(explanation ?? {}) ?? explained.reason
  }
  if (explained.reason !== undefined) progress.note(explained.reason, true)
}

const asked = <T>({ options }: RunContext, ask: (ending: AbortSignal) => Promise<T>): Promise<T | undefined> =>
  answerWithin(withinMs, options.signal, ask)
