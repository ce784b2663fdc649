import { runLongStep } from '../claim/long-step.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { decideStep } from './decide-step.ts'
import { reasonOf } from './reason.ts'
import { applyUpdate, factsOfRun, type RunContext } from './run-context.ts'
import { stepOptionsOf } from './run-options.ts'
import { afterErrorOnceRevealed, afterFailedClaimRequest, afterFailedReveal, isRetryable } from './run-update.ts'

/**
 * Reveals the secret for the first time, if the chains show that this is safe.
 *
 * @throws `EVIDENCE_REQUIRED`, `HOP_REQUIRED`, `WRONG_CHAIN`; the relayer's refusal, if the run has no recipient's
 * wallet.
 */
export async function revealStep(run: RunContext): Promise<void> {
  const { swap, options } = run
  const { destinationWallet, signal } = options
  const given = stepOptionsOf(options)
  const claim = () =>
    swap.isChainOnly
      ? swap.claimOnHub(destinationWallet as Wallet, given)
      : swap.claim({ timeoutMs: 0, signer: destinationWallet, ...given })
  await runLongStep(run, 'claim', signal, async () => {
    try {
      await claim()
      applyUpdate(run, { evidence: { relayer: 'accepted' } })
    } catch (error) {
      applyUpdate(run, swap.isSecretOut ? afterFailedClaimRequest(error, known(run)) : afterFailedReveal(error))
      // Reported at once, because the run may now wait for the market maker or for the refund.
      const decision = decideStep(factsOfRun(run))
      if (!swap.isSecretOut && (decision.action === 'reveal' || decision.action === 'wait'))
        run.progress.enter(decision)
    }
  })
}

const known = ({ swap, options }: RunContext) => ({
  isSecretOut: swap.isSecretOut,
  hasRecipient: options.destinationWallet !== undefined,
})

/**
 * Makes sure that the destination is claimed. First the relayer is asked to claim. If it does not in time, the
 * recipient's wallet claims.
 *
 * @throws the relayer's final refusal, if the run has no recipient's wallet.
 */
export async function ensureStep(run: RunContext): Promise<void> {
  const { swap, options, progress, begun } = run
  const { destinationWallet, patienceSecs, pollMs } = options
  const requestClaim = claimRequester(run)
  await requestClaim()
  const isClaiming = swap.isChainOnly && begun.claim?.isUnderWay === true
  if (destinationWallet === undefined || !swap.hasDestination || isClaiming) return
  await swap
    .ensureClaimed(destinationWallet, {
      ...stepOptionsOf(options),
      untilDepth: false,
      ...(patienceSecs === undefined ? {} : { patienceSecs }),
      ...(pollMs === undefined ? {} : { pollMs }),
      waitsOn: async () => {
        progress.endRound()
        return (await requestClaim()) && !run.evidence.isSourceClaimed
      },
      // From then on the source can be refunded, so the run has to decide again.
      until: swap.isSecretOut ? swap.order.source_intent.cancel_after : 0,
      onError: (error) => {
        if (!isRetryable(error)) return progress.report('ensuring_claim', error)
        progress.note(reasonOf(error))
        progress.endRound()
      },
    })
    .catch((error: unknown) => applyUpdate(run, afterErrorOnceRevealed(error)))
}

/**
 * Makes a function that asks the relayer to claim, unless the relayer has accepted or asked to be left alone for a
 * while. It answers false when the relayer cannot be expected to claim, so that the recipient's wallet has to.
 */
function claimRequester(run: RunContext): () => Promise<boolean> {
  const { swap, options } = run
  const { signal, destinationWallet: signer } = options
  let notBefore = 0
  const handOver = async () => {
    run.retryAfterMs = 0
    const { isSecretShown: isSecretPublic } = run.evidence
    try {
      await swap.claim({ timeoutMs: 0, isSecretPublic, signer, ...stepOptionsOf(options) })
      applyUpdate(run, { evidence: { relayer: 'accepted' } })
    } catch (error) {
      applyUpdate(run, afterFailedClaimRequest(error, known(run)))
    }
    notBefore = Date.now() + run.retryAfterMs
  }
  return async () => {
    const mayWait = () => run.evidence.relayer !== 'refused' && !swap.isChainOnly
    if (mayWait() && run.evidence.relayer !== 'accepted' && Date.now() >= notBefore)
      await runLongStep(run, 'claim', signal, handOver)
    return mayWait()
  }
}
