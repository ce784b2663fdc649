import { runLongStep } from '../claim/long-step.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { afterFailedOffer, afterFailedReveal, isPassing, lessonOfPursued } from './lesson.ts'
import { reasonOf } from './reason.ts'
import { factsOfRun, learn, type Run } from './run.ts'
import { stepOptionsOf } from './run-options.ts'
import { stateOf } from './run-state.ts'

/**
 * Lets the secret leave for the first time, once the chains show that it may.
 * @throws `EVIDENCE_REQUIRED`, `HOP_REQUIRED`, `WRONG_CHAIN`; the relayer's refusal without a recipient's wallet.
 */
export async function revealStep(run: Run): Promise<void> {
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
      learn(run, { evidence: { relayer: 'accepted' } })
    } catch (error) {
      learn(run, swap.isSecretOut ? afterFailedOffer(error, offered(run)) : afterFailedReveal(error))
      // Told again, because the reveal may have become a wait: for the market maker, or for the time of the refund.
      const state = stateOf(factsOfRun(run))
      if (!swap.isSecretOut && (state.act === 'reveal' || state.act === 'wait')) run.teller.enter(state)
    }
  })
}

const offered = ({ swap, options }: Run) => ({
  isSecretOut: swap.isSecretOut,
  hasRecipient: options.destinationWallet !== undefined,
})

/**
 * Makes sure that the destination is claimed: the relayer has the secret first, else the recipient claims.
 * @throws a final refusal without a recipient's wallet.
 */
export async function ensureStep(run: Run): Promise<void> {
  const { swap, options, teller, begun } = run
  const { destinationWallet, patienceSecs, pollMs } = options
  const offer = offerOf(run)
  await offer()
  const isClaiming = swap.isChainOnly && begun.claim?.isUnderWay === true
  if (destinationWallet === undefined || !swap.hasDestination || isClaiming) return
  await swap
    .ensureClaimed(destinationWallet, {
      ...stepOptionsOf(options),
      untilDepth: false,
      ...(patienceSecs === undefined ? {} : { patienceSecs }),
      ...(pollMs === undefined ? {} : { pollMs }),
      waitsOn: async () => {
        teller.endRound()
        return (await offer()) && !run.evidence.isSourceClaimed
      },
      // From then on the source can be taken back, so the watch ends.
      until: swap.isSecretOut ? swap.order.source_intent.cancel_after : 0,
      onError: (error) => {
        if (!isPassing(error)) return teller.tell('ensuring_claim', error)
        teller.note(reasonOf(error))
        teller.endRound()
      },
    })
    .catch((error: unknown) => learn(run, lessonOfPursued(error)))
}

/**
 * Offers the secret to the relayer. The function that it returns answers whether the relayer may still be waited for.
 */
function offerOf(run: Run): () => Promise<boolean> {
  const { swap, options } = run
  const { signal, destinationWallet: signer } = options
  let notBefore = 0
  const handOver = async () => {
    run.retryAfterMs = 0
    const { isSecretShown: isSecretPublic } = run.evidence
    try {
      await swap.claim({ timeoutMs: 0, isSecretPublic, signer, ...stepOptionsOf(options) })
      learn(run, { evidence: { relayer: 'accepted' } })
    } catch (error) {
      learn(run, afterFailedOffer(error, offered(run)))
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
