import { besideLooks } from '../claim/long-step.ts'
import { endsPursuit, passing, TandemError } from '../tandem-error.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { RunStep } from './next-step.ts'
import { reasonOf } from './reason.ts'
import { isPassing, notePassing, type RunMemory } from './run-memory.ts'
import { type RunOptions, stepOptionsOf } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

export type Tell = (step: RunStep, error?: unknown) => void

export interface Run {
  swap: RunnableSwap
  options: RunOptions
  memory: RunMemory
  tell: Tell
  /** Tells what the step waits for, or that it waits no longer. */
  endRound: () => void
}

/** The chains do not show both escrows at their depth: the market maker has to fund, or blocks have to confirm. */
const isMakerAwaited = (error: unknown): boolean =>
  error instanceof TandemError && ['DESTINATION_NOT_INITIATED', 'SOURCE_NOT_INITIATED'].includes(error.code)

const isJudgedRefusal = (error: unknown): boolean =>
  error instanceof TandemError && ['TOO_LATE', 'ORDER_FINAL', 'VAULT_MISMATCH'].includes(error.code)

/** @throws `EVIDENCE_REQUIRED`, `HOP_REQUIRED`, `WRONG_CHAIN`; the relayer's refusal without a recipient's wallet. */
export async function revealStep(run: Run): Promise<void> {
  const { swap, options, memory, tell } = run
  const { destinationWallet, signal } = options
  if (!canReveal(run)) return noteSecretKept(run)
  const given = { ...stepOptionsOf(options), signal }
  const claim = () =>
    swap.isChainOnly
      ? swap.claimOnHub(destinationWallet as Wallet, given)
      : swap.claim({ timeoutMs: 0, signer: destinationWallet, ...given })
  await besideLooks(memory, 'claim', signal, async () => {
    try {
      await claim()
      memory.isClaimAccepted = true
    } catch (error) {
      if (swap.isSecretOut) return claimRefused(error, run)
      if (isJudgedRefusal(error)) {
        memory.revealRefusal = (error as TandemError).message
        return noteSecretKept(run)
      }
      notePassing(error, memory)
      memory.isMakerAwaited = isMakerAwaited(error)
      if (memory.isMakerAwaited) tell('waiting_for_market_maker')
    }
  })
}

/** Without an orderbook only the recipient's own wallet can reveal. */
export const canReveal = ({ swap, options: { destinationWallet } }: Run): boolean =>
  !swap.isChainOnly || (destinationWallet !== undefined && swap.hasDestination)

/** Says why the run waits for the time from which the source can be taken back. */
export function noteSecretKept({ swap, memory }: Run): void {
  const why = swap.isSecretOut
    ? 'the destination went unclaimed in its time'
    : (memory.revealRefusal ?? 'the secret stays with you, because this run cannot claim')
  const until = swap.order.source_intent.cancel_after
  memory.note({ code: 'SECRET_KEPT', message: `${why}: the source amount can be taken back later`, until }, true)
}

/**
 * The relayer has it first, else the recipient claims.
 * @throws a final refusal without a recipient's wallet.
 */
export async function ensureStep(run: Run): Promise<void> {
  const { swap, options, memory, tell } = run
  const { destinationWallet, patienceSecs, pollMs, signal } = options
  const offer = offerOf(run)
  await offer()
  const isClaiming = swap.isChainOnly && memory.begun.claim?.isUnderWay === true
  if (destinationWallet === undefined || !swap.hasDestination || isClaiming) return
  await swap
    .ensureClaimed(destinationWallet, {
      ...stepOptionsOf(options),
      untilDepth: false,
      ...(patienceSecs === undefined ? {} : { patienceSecs }),
      ...(pollMs === undefined ? {} : { pollMs }),
      waitsOn: async () => {
        run.endRound()
        return (await offer()) && !memory.isSourceClaimed
      },
      signal,
      // The source can be taken back then.
      until: swap.isSecretOut ? swap.order.source_intent.cancel_after : 0,
      onError: (error) => {
        if (!isPassing(error)) return tell('ensuring_claim', error)
        memory.note(reasonOf(error))
        run.endRound()
      },
    })
    .catch((error: unknown) => notePursued(error, memory))
}

/** @returns whether the relayer may still be waited for. */
function offerOf(run: Run): () => Promise<boolean> {
  const { swap, options, memory } = run
  const { signal } = options
  let notBefore = 0
  const handOver = async () => {
    memory.retryAfterMs = 0
    const { isSecretShown: isSecretPublic } = memory
    try {
      const given = { ...stepOptionsOf(options), signal }
      await swap.claim({ timeoutMs: 0, isSecretPublic, signer: options.destinationWallet, ...given })
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

/** The relayer may have it. */
function claimRefused(error: unknown, { swap, options, memory }: Run): void {
  const isFinal = error instanceof TandemError && !error.retryable
  // The application's endpoints may lag.
  const isEarly = !swap.isSecretOut && isJudgedRefusal(error)
  if (isFinal && !isEarly && options.destinationWallet !== undefined) memory.isClaimRefused = true
  else notePursued(error, memory)
}

/** A secret that is out leaves the end to the chains. */
export function notePursued(error: unknown, memory: RunMemory): void {
  notePassing(endsPursuit(error) && !isJudgedRefusal(error) ? error : passing(error), memory)
}
