import { noEnd } from '../initiate/signed-once.ts'
import { answerWithin } from '../sleep.ts'
import { reasonOfExplanation } from './reason.ts'
import type { Run } from './run.ts'

/** How often the services are asked what an order waits for, and how long they may take, in milliseconds. */
const everyMs = 10_000
const withinMs = 3_000

/**
 * Finds out what the order waits for: the user's own signature while nothing is on chain, and otherwise what the
 * orderbook names.
 */
export async function explainStep(run: Run): Promise<void> {
  const { swap, explained, teller } = run
  if (!teller.lasts) return
  const { fundableUntil: until, order } = swap
  const isDue = Date.now() - explained.askedAtMs >= everyMs
  if (isDue) explained.askedAtMs = Date.now()
  if (order.status === 'created' && until < noEnd && until > Date.now() / 1000) {
    if (isDue) explained.initiation = await asked(run, (ending) => swap.initiationReason(ending))
    const why = explained.initiation === undefined ? '' : `: ${explained.initiation}`
    const message = `what you signed is with the relayer, which has not brought your side on chain yet${why}`
    return teller.note({ code: 'SIGNATURE_PENDING', message, until }, true)
  }
  if (isDue) {
    const explanation = await asked(run, (ending) => swap.explain(ending))
    explained.reason = reasonOfExplanation(explanation ?? {}) ?? explained.reason
  }
  if (explained.reason !== undefined) teller.note(explained.reason, true)
}

const asked = <T>({ options }: Run, ask: (ending: AbortSignal) => Promise<T>): Promise<T | undefined> =>
  answerWithin(withinMs, options.signal, ask)
