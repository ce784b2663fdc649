import { runLongStep } from '../claim/long-step.ts'
import type { Refunded } from '../evidence/read-is-refund-confirmed.ts'
import { asRetryable } from '../tandem-error.ts'
import { walletPending } from './initiate-step.ts'
import { ensureStep } from './reveal-step.ts'
import { applyUpdate, payableUntil, type RunContext } from './run-context.ts'
import type { RunEnd } from './run-end.ts'
import type { RunFacts } from './run-evidence.ts'
import { stepOptionsOf } from './run-options.ts'
import { afterFailedRefund, afterRetryableError } from './run-update.ts'

/**
 * Whether a run may end with this state of the source escrow, as the wallet's endpoint shows it. After `swept` it goes
 * on: that was money which arrived late, and says nothing of the swap. After `claimed` it ends only if an earlier round
 * saw that too and the destination can no longer be claimed. Before that, the maker's claim has made the secret public,
 * so the recipient has to claim.
 */
export const mayEnd = (
  shown: Refunded['shown'],
  { isSourceClaimed, isDestinationOver }: { isSourceClaimed: boolean; isDestinationOver: boolean },
): boolean => shown !== 'swept' && (shown !== 'claimed' || (isSourceClaimed && isDestinationOver))

/** How a run ends once the source escrow is settled or empty; `unconfirmed` and `payable` are reasons to go on. */
export function sourceEnd(
  shown: Refunded['shown'],
  { isConfirmed, mayBePaid }: { isConfirmed: boolean; mayBePaid: boolean },
): 'refunded' | 'ended' | 'unconfirmed' | 'payable' {
  if (!isConfirmed) return 'unconfirmed'
  if (shown === 'nothing' && mayBePaid) return 'payable'
  return shown === 'cancelled' || shown === 'recovered' ? 'refunded' : 'ended'
}

/**
 * Refunds the source, or finds out how the source escrow was settled. While the destination can still be claimed with a
 * secret that is out, the step claims it as well.
 */
export async function refundStep(run: RunContext, facts: RunFacts): Promise<RunEnd | undefined> {
  const { swap, progress } = run
  const end = await endOfSource(run, facts)
  if (end === 'refunded' || end === 'ended') {
    progress.report(end)
    return { outcome: end, order: swap.order }
  }
  if (end === 'payable' || end === 'unconfirmed')
    progress.report(facts.isUnfunded ? 'waiting_for_expiry' : 'waiting_for_refund')
  if (end === 'unconfirmed') {
    const message = 'only the wallet’s endpoint shows that the source is over'
    progress.note({ code: 'EVIDENCE_UNAVAILABLE', message })
  }
  if (end === 'payable') {
    const message = 'nothing was paid, and what you signed or sent may still pay: it is taken back if it does'
    progress.note({ code: 'STILL_PAYABLE', message, ...payableUntil(run) }, true)
    return undefined
  }
  if ((facts.isSecretOut || run.evidence.isSourceClaimed) && !facts.isDestinationOver) await ensureStep(run)
  return undefined
}

/** @returns how the run may end; `undefined` when the refund has not succeeded and the source escrow is not settled. */
async function endOfSource(run: RunContext, facts: RunFacts): Promise<ReturnType<typeof sourceEnd> | undefined> {
  const { isSourceClaimed } = run.evidence
  const shown = await sendRefund(run, facts)
  if (shown === undefined) return undefined
  applyUpdate(run, {
    evidence: {
      isFunded: run.evidence.isFunded || shown !== 'nothing',
      isSourceClaimed: isSourceClaimed || shown === 'claimed',
    },
  })
  if (!mayEnd(shown, { isSourceClaimed, isDestinationOver: facts.isDestinationOver })) return undefined
  const isConfirmed = await run.swap.confirms(shown).catch((error: unknown) => {
    applyUpdate(run, afterRetryableError(asRetryable(error)))
    return false
  })
  const mayBePaid = payableUntil(run).until !== undefined || run.begun.initiation?.isUnderWay === true
  return sourceEnd(shown, { isConfirmed, mayBePaid })
}

/**
 * Sends the refund, unless the source escrow is settled or empty.
 *
 * @returns the state of the source escrow, as the wallet's endpoint shows it; `undefined` when the wallet has not
 * answered, or the contract does not allow the refund yet.
 */
async function sendRefund(run: RunContext, facts: RunFacts): Promise<Refunded['shown'] | undefined> {
  const { swap, options, progress, begun } = run
  const { wallet, signal } = options
  const once = () => swap.sendRefund(wallet, stepOptionsOf(options))
  const refunded = await runLongStep(run, 'refund', signal, once).catch((error: unknown) => {
    const { isReported, ...update } = afterFailedRefund(error, facts)
    applyUpdate(run, update)
    if (isReported) progress.report('waiting_for_refund', error)
    return undefined
  })
  if (begun.refund?.isUnderWay) progress.note(walletPending, true)
  return refunded?.shown
}
