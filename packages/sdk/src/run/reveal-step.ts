import { besideLooks } from '../long-step.ts'
import { endsPursuit, passing, TandemError } from '../tandem-error.ts'
import type { Wallet } from '../wallet.ts'
import type { RunStep } from './next-step.ts'
import { notePassing, type RunMemory } from './run-memory.ts'
import { type RunOptions, stepOptionsOf } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

export type Tell = (step: RunStep, error?: unknown) => void

export interface Run {
  swap: RunnableSwap
  options: RunOptions
  memory: RunMemory
  tell: Tell
}

const isJudgedRefusal = (error: unknown): boolean =>
  error instanceof TandemError && ['TOO_LATE', 'ORDER_FINAL', 'VAULT_MISMATCH'].includes(error.code)

/** @throws `EVIDENCE_REQUIRED`, `HOP_REQUIRED`, `WRONG_CHAIN`; the relayer's refusal without a recipient's wallet. */
export async function revealStep(run: Run): Promise<void> {
  const { swap, options, memory, tell } = run
  const { destinationWallet, signal } = options
  if (swap.isChainOnly && (destinationWallet === undefined || !swap.hasDestination)) return tell('waiting_for_refund')
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
      if (isJudgedRefusal(error)) memory.isRevealRefused = true
      else {
        notePassing(error, memory)
        tell('waiting_for_market_maker')
      }
    }
  })
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
      waitsOn: async () => (await offer()) && !memory.isSourceClaimed,
      signal,
      // The source can be taken back then.
      until: swap.isSecretOut ? swap.order.source_intent.cancel_after : 0,
      onError: (error) => tell('ensuring_claim', error),
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
