import { endsPursuit, passing, TandemError } from '../tandem-error.ts'
import type { Wallet } from '../wallet.ts'
import { besideLooks, isUnderWay } from './beside-looks.ts'
import type { RunStep } from './next-step.ts'
import { notePassing, type RunMemory } from './run-memory.ts'
import { type RunOptions, stepOptionsOf } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/** Reports a step as it begins, or an error that the step goes on after and that no look explains. */
export type Tell = (step: RunStep, error?: unknown) => void

/** All that a step has from its run. */
export interface Run {
  swap: RunnableSwap
  /** Their signal is the run's own, aborted once the run has ended: what was begun for it reveals nothing afterwards. */
  options: RunOptions
  memory: RunMemory
  tell: Tell
}

/** With these the secret stays for good, and what is left is to wait for the refund; where it left, for the destination's end. */
const isJudgedRefusal = (error: unknown): boolean =>
  error instanceof TandemError && ['TOO_LATE', 'ORDER_FINAL', 'VAULT_MISMATCH'].includes(error.code)

/**
 * Hands the secret over when the chains show that it may leave, by one try; the run looks again, also while a wallet does
 * not answer for its part in it.
 *
 * @throws TandemError when the application would have to change something: `EVIDENCE_REQUIRED`, `HOP_REQUIRED`,
 * `WRONG_CHAIN`; the relayer's refusal where no wallet of the recipient can claim instead.
 */
export async function revealStep(run: Run): Promise<void> {
  const { swap, options, memory, tell } = run
  const { destinationWallet, signal } = options
  if (swap.isChainOnly && (destinationWallet === undefined || !swap.hasDestination)) return tell('waiting_for_refund')
  const given = { ...stepOptionsOf(options), signal }
  const claim = () =>
    swap.isChainOnly
      ? swap.claimOnHub(destinationWallet as Wallet, given)
      : swap.claim({ timeoutMs: 0, ...signerOf(options), ...given })
  await besideLooks(memory, 'claim', signal, async () => {
    try {
      await claim()
      memory.isClaimAccepted = true
    } catch (error) {
      if (swap.isSecretOut) return claimRefused(error, run)
      if (isJudgedRefusal(error)) memory.isRevealRefused = true
      else {
        notePassing(error, memory)
        tell('waiting_for_market_maker')
      }
    }
  })
}

/**
 * Pursues the destination after the secret left: hands the claim to the relayer again, which answers with the same one,
 * as often as it takes until the relayer has it, and has the recipient claim when the relayer does not. A wallet that does not
 * answer holds up neither.
 *
 * @throws TandemError a refusal that leaves the relayer nothing to do, where no wallet of the recipient can claim instead;
 * what ends a pursuit, such as the user's refusal.
 */
export async function ensureStep(run: Run): Promise<void> {
  const { swap, options, memory, tell } = run
  const { destinationWallet, patienceSecs, pollMs, signal } = options
  const offer = offerOf(run)
  await offer()
  // Of a swap that the chains alone show, the pending step is the wallet's claim.
  const isClaiming = swap.isChainOnly && isUnderWay(memory.begun.claim)
  if (destinationWallet === undefined || !swap.hasDestination || isClaiming) return
  await swap
    .ensureClaimed(destinationWallet, {
      ...stepOptionsOf(options),
      // The run looks at the depth itself, and goes on where a reorganization takes the claim back.
      untilDepth: false,
      ...(patienceSecs === undefined ? {} : { patienceSecs }),
      ...(pollMs === undefined ? {} : { pollMs }),
      // A relayer that was down is offered the claim again when it is back, and not the wallet's user a transaction.
      waitsOn: async () => (await offer()) && !memory.isSourceClaimed,
      signal,
      // Then the source can be taken back, whatever an endpoint that stands still shows of the destination.
      until: swap.isSecretOut ? swap.order.source_intent.cancel_after : 0,
      onError: (error) => tell('ensuring_claim', error),
    })
    .catch((error: unknown) => notePursued(error, memory))
}

/**
 * Hands the claim to a relayer that has not accepted it, and says whether the relayer may still be waited for: also while the
 * wallet does not sign its hop.
 */
function offerOf(run: Run): () => Promise<boolean> {
  const { swap, options, memory } = run
  const { signal } = options
  let notBefore = 0
  const handOver = async () => {
    memory.retryAfterMs = 0
    const { isSecretShown: isSecretPublic } = memory
    try {
      await swap.claim({ timeoutMs: 0, isSecretPublic, ...signerOf(options), ...stepOptionsOf(options), signal })
      memory.isClaimAccepted = true
    } catch (error) {
      claimRefused(error, run)
    }
    notBefore = Date.now() + memory.retryAfterMs
  }
  return async () => {
    const mayWait = () => !memory.isClaimRefused && !swap.isChainOnly
    if (mayWait() && !memory.isClaimAccepted && Date.now() >= notBefore)
      await besideLooks(memory, 'claim', signal, handOver)
    return mayWait()
  }
}

/** The secret may be with the relayer, whatever it answered: the recipient's wallet claims, or the run waits for the chains. */
function claimRefused(error: unknown, { swap, options, memory }: Run): void {
  const isFinal = error instanceof TandemError && !error.retryable
  // As long as the secret stays, the application's endpoints may not show yet what the wallet's does.
  const isEarly = !swap.isSecretOut && isJudgedRefusal(error)
  if (isFinal && !isEarly && options.destinationWallet !== undefined) memory.isClaimRefused = true
  else notePursued(error, memory)
}

/** Once the secret is out, the chains say when the destination is over: no clock, no single look and no failed step does. */
export function notePursued(error: unknown, memory: RunMemory): void {
  notePassing(endsPursuit(error) && !isJudgedRefusal(error) ? error : passing(error), memory)
}

const signerOf = ({ destinationWallet }: RunOptions) =>
  destinationWallet === undefined ? {} : { signer: destinationWallet }
