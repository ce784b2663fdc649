import { endsPursuit, passing, TandemError } from '../tandem-error.ts'
import type { RunStep } from './next-step.ts'
import { notePassing, type RunMemory } from './run-memory.ts'
import { type RunOptions, stepOptionsOf } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/** Reports a step as it begins, or an error that the step goes on after and that no look explains. */
export type Tell = (step: RunStep, error?: unknown) => void

/** With these the secret stays for good, and what is left is to wait for the refund; where it left, for the destination's end. */
const refusals = ['TOO_LATE', 'ORDER_FINAL', 'VAULT_MISMATCH']

/**
 * Hands the secret over when the chains show that it may leave, by one try; the run looks again.
 *
 * @throws TandemError when the application would have to change something: `EVIDENCE_REQUIRED`, `HOP_REQUIRED`,
 * `WRONG_CHAIN`; the relayer's refusal where no wallet of the recipient can claim instead.
 */
export async function revealStep(
  swap: RunnableSwap,
  options: RunOptions,
  { memory, tell }: { memory: RunMemory; tell: Tell },
): Promise<void> {
  const { destinationWallet } = options
  try {
    if (swap.isChainOnly) {
      if (destinationWallet === undefined || !swap.hasDestination) return tell('waiting_for_refund')
      await swap.claimOnHub(destinationWallet, stepOptionsOf(options))
    } else {
      await swap.claim({ timeoutMs: 0, ...signerOf(options), ...stepOptionsOf(options) })
      memory.isClaimAccepted = true
    }
  } catch (error) {
    if (swap.isSecretOut) return claimRefused(error, options, memory)
    if (error instanceof TandemError && refusals.includes(error.code)) memory.isRevealRefused = true
    else {
      notePassing(error, memory)
      tell('waiting_for_market_maker')
    }
  }
}

/**
 * Pursues the destination after the secret left: hands the claim to the relayer again, which answers with the same one,
 * as often as it takes until the relayer has it, and has the recipient claim when the relayer does not.
 *
 * @throws TandemError a refusal that leaves the relayer nothing to do, where no wallet of the recipient can claim instead;
 * what ends a pursuit, such as the user's refusal.
 */
export async function ensureStep(
  swap: RunnableSwap,
  options: RunOptions,
  { memory, tell }: { memory: RunMemory; tell: Tell },
): Promise<void> {
  const { destinationWallet, patienceSecs, pollMs, signal } = options
  const offer = offerOf(swap, options, memory)
  await offer()
  if (destinationWallet === undefined || !swap.hasDestination) return
  await swap
    .ensureClaimed(destinationWallet, {
      ...stepOptionsOf(options),
      // The run looks at the depth itself, and goes on where a reorganization takes the claim back.
      untilDepth: false,
      ...(patienceSecs === undefined ? {} : { patienceSecs }),
      ...(pollMs === undefined ? {} : { pollMs }),
      // A relayer that was down is offered the claim again when it is back, and not the wallet's user a transaction.
      waitsOn: offer,
      ...(signal === undefined ? {} : { signal }),
      // Then the source can be taken back, whatever an endpoint that stands still shows of the destination.
      until: swap.isSecretOut ? swap.order.source_intent.cancel_after : 0,
      onError: (error) => tell('ensuring_claim', error),
    })
    .catch((error: unknown) => notePursued(error, memory))
}

/** Hands the claim to a relayer that has not accepted it, and says whether the relayer may still be waited for. */
function offerOf(swap: RunnableSwap, options: RunOptions, memory: RunMemory): () => Promise<boolean> {
  let notBefore = 0
  return async () => {
    if (memory.isClaimRefused || swap.isChainOnly) return false
    if (memory.isClaimAccepted || Date.now() < notBefore) return true
    memory.retryAfterMs = 0
    const { isSecretShown: isSecretPublic } = memory
    await swap.claim({ timeoutMs: 0, isSecretPublic, ...signerOf(options), ...stepOptionsOf(options) }).then(
      () => {
        memory.isClaimAccepted = true
      },
      (error: unknown) => claimRefused(error, options, memory),
    )
    notBefore = Date.now() + memory.retryAfterMs
    return !memory.isClaimRefused
  }
}

/** The secret may be with the relayer, whatever it answered: the recipient's wallet claims, or the run waits for the chains. */
function claimRefused(error: unknown, { destinationWallet }: RunOptions, memory: RunMemory): void {
  const isFinal = error instanceof TandemError && !error.retryable
  if (isFinal && destinationWallet !== undefined) memory.isClaimRefused = true
  else notePursued(error, memory)
}

/** Once the secret is out, the chains say when the destination is over: no clock, no single look and no failed step does. */
export function notePursued(error: unknown, memory: RunMemory): void {
  const isOver = error instanceof TandemError && refusals.includes(error.code)
  notePassing(endsPursuit(error) && !isOver ? error : passing(error), memory)
}

const signerOf = ({ destinationWallet }: RunOptions) =>
  destinationWallet === undefined ? {} : { signer: destinationWallet }
