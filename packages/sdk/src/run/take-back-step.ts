import { runLongStep } from '../claim/long-step.ts'
import type { Refunded } from '../evidence/read-is-source-shown.ts'
import { noEnd } from '../initiate/signed-once.ts'
import { passing } from '../tandem-error.ts'
import { walletPending } from './initiate-step.ts'
import { afterFailedRefund, lessonOfPassing } from './lesson.ts'
import { ensureStep } from './reveal-step.ts'
import { learn, type Run } from './run.ts'
import type { RunEnd } from './run-end.ts'
import type { RunFacts } from './run-evidence.ts'
import { stepOptionsOf } from './run-options.ts'

/**
 * Whether a run can end with what the wallet's endpoint shows of the source. It cannot with a sweep of late money. With
 * a source that the maker claimed it can only when that was seen before, and nothing is left to claim: the maker used
 * the secret, or one endpoint lies.
 */
export const mayEnd = (
  shown: Refunded['shown'],
  { isSourceClaimed, isDestinationOver }: { isSourceClaimed: boolean; isDestinationOver: boolean },
): boolean => shown !== 'swept' && (shown !== 'claimed' || (isSourceClaimed && isDestinationOver))

/** How a run ends when its source is over, or why it goes on. */
export function sourceEnd(
  shown: Refunded['shown'],
  { isConfirmed, mayBePaid }: { isConfirmed: boolean; mayBePaid: boolean },
): 'refunded' | 'ended' | 'unconfirmed' | 'payable' {
  if (!isConfirmed) return 'unconfirmed'
  if (shown === 'nothing' && mayBePaid) return 'payable'
  return shown === 'cancelled' || shown === 'recovered' ? 'refunded' : 'ended'
}

/** Takes the source back, or finds how it ended. Beside it, a destination that is not over is pursued. */
export async function takeBackStep(run: Run, facts: RunFacts): Promise<RunEnd | undefined> {
  const { swap, teller } = run
  const end = await endOfSource(run, facts)
  if (end === 'refunded' || end === 'ended') {
    teller.tell(end)
    return { outcome: end, order: swap.order }
  }
  if (end === 'payable' || end === 'unconfirmed')
    teller.tell(facts.isUnfunded ? 'waiting_for_expiry' : 'waiting_for_refund')
  if (end === 'unconfirmed') {
    const message = 'only the wallet’s endpoint shows that the source is over'
    teller.note({ code: 'EVIDENCE_UNAVAILABLE', message })
  }
  if (end === 'payable') {
    const message = 'nothing was paid, and what you signed or sent may still pay: it is taken back if it does'
    teller.note({ code: 'STILL_PAYABLE', message, ...payableUntil(run) }, true)
    return undefined
  }
  if ((facts.isSecretOut || run.evidence.isSourceClaimed) && !facts.isDestinationOver) await ensureStep(run)
  return undefined
}

/** @returns `undefined` while the source is not over, as far as the wallet's endpoint shows. */
async function endOfSource(run: Run, facts: RunFacts): Promise<ReturnType<typeof sourceEnd> | undefined> {
  const { isSourceClaimed } = run.evidence
  const shown = await takeBack(run, facts)
  if (shown === undefined) return undefined
  learn(run, {
    evidence: {
      isFunded: run.evidence.isFunded || shown !== 'nothing',
      isSourceClaimed: isSourceClaimed || shown === 'claimed',
    },
  })
  if (!mayEnd(shown, { isSourceClaimed, isDestinationOver: facts.isDestinationOver })) return undefined
  const isConfirmed = await run.swap.confirms(shown).catch((error: unknown) => {
    learn(run, lessonOfPassing(passing(error)))
    return false
  })
  const mayBePaid = payableUntil(run).until !== undefined || run.begun.initiation?.isUnderWay === true
  return sourceEnd(shown, { isConfirmed, mayBePaid })
}

/**
 * Takes the source back.
 *
 * @returns what the wallet's endpoint shows; `undefined` when the wallet has not answered, or the source cannot be
 * taken back yet.
 */
async function takeBack(run: Run, facts: RunFacts): Promise<Refunded['shown'] | undefined> {
  const { swap, options, teller, begun } = run
  const { wallet, signal } = options
  const once = () => swap.takeBack(wallet, stepOptionsOf(options))
  const refunded = await runLongStep(run, 'refund', signal, once).catch((error: unknown) => {
    const { isTold, ...lesson } = afterFailedRefund(error, facts)
    learn(run, lesson)
    if (isTold) teller.tell('waiting_for_refund', error)
    return undefined
  })
  if (begun.refund?.isUnderWay) teller.note(walletPending, true)
  return refunded?.shown
}

/** Until when a signature of the user may still pay, in unix seconds; empty when none can. */
function payableUntil({ swap: { fundableUntil: until } }: Run): { until?: number } {
  return until < noEnd && until > Date.now() / 1000 ? { until } : {}
}
