import { asRetryable, maxPauseMs, TandemError } from '../tandem-error.ts'
import { isPaid, isRefundDue } from './decide-step.ts'
import { applyUpdate, factsOfRun, type RunContext } from './run-context.ts'
import { afterRetryableError, type RunUpdate } from './run-update.ts'

/**
 * Reads the order from the orderbook. From the chains it reads the claims and the delivery, once there may be a claim.
 */
export async function observe(run: RunContext): Promise<void> {
  const { swap } = run
  run.retryAfterMs = undefined
  if (Date.now() >= run.orderbook.askAtMs) applyUpdate(run, { evidence: { isOrderbookThere: await readOrder(run) } })
  const mayBeClaimed =
    swap.isSecretOut || run.evidence.isSourceClaimed || isPaid({ status: swap.order.status, isClaimed: undefined })
  if (!mayBeClaimed) return
  await readClaim(run)
  if (swap.order.status !== 'completed' || run.evidence.shown.destination_claim === false) return
  await readPart(run, 'source_claim')
  await readPart(run, 'delivery')
}

/** Reads whether the destination is claimed. After a reorg took the claim away, the relayer is asked to claim again. */
async function readClaim(run: RunContext): Promise<void> {
  const { swap, evidence: before } = run
  const { destinationWallet } = run.options
  if (before.shown.destination_claim === true || !swap.canAskDestination(destinationWallet)) return
  const [isClaimed, seen] = await swap.claimProgress(destinationWallet).then(
    (progress): [boolean, RunUpdate['evidence']] => [
      progress.isClaimed,
      {
        isDestinationOver: progress.isOver,
        shown: { ...run.evidence.shown, destination_claim: progress.isClaimedAtDepth },
      },
    ],
    async (error: unknown): Promise<[boolean, RunUpdate['evidence']]> => {
      applyUpdate(run, afterRetryableError(error))
      return [
        // The claim at depth needs an older block, and many endpoints can only read the newest one.
        await swap.isClaimed(destinationWallet).catch((passed: unknown) => {
          applyUpdate(run, afterRetryableError(passed))
          return run.evidence.isClaimed ?? false
        }),
        {
          isDestinationOver: run.evidence.isDestinationOver ?? false,
          shown: { ...run.evidence.shown, destination_claim: false },
        },
      ]
    },
  )
  const { relayer, isSecretShown } = run.evidence
  const isTakenBack = before.isClaimed === true && !isClaimed && relayer === 'accepted'
  applyUpdate(run, {
    evidence: {
      ...seen,
      isClaimed,
      isSecretShown: isSecretShown || (swap.isSecretOut && isClaimed),
      relayer: isTakenBack ? 'unasked' : relayer,
    },
  })
}

async function readPart(run: RunContext, part: 'source_claim' | 'delivery'): Promise<void> {
  if (run.evidence.shown[part] === true) return
  const isShown = await run.swap.shows(part, run.options.destinationWallet).catch((error: unknown) => {
    if (error instanceof TandemError && error.code === 'EVIDENCE_REQUIRED') return undefined
    applyUpdate(run, afterRetryableError(error))
    return false
  })
  applyUpdate(run, { evidence: { shown: { ...run.evidence.shown, [part]: isShown } } })
}

/**
 * Reads the order from the orderbook.
 *
 * @returns whether the orderbook answered.
 * @throws errors that are not retryable, as long as the secret is not out, the source cannot be refunded and the maker
 * has not claimed it. Afterwards no answer of the orderbook may end the run.
 */
async function readOrder(run: RunContext): Promise<boolean> {
  const { swap, orderbook, options } = run
  try {
    await swap.refresh()
    orderbook.pauseMs = 0
    return true
  } catch (error) {
    const facts = factsOfRun(run)
    if (!facts.isSecretOut && !isRefundDue(facts) && !facts.isSourceClaimed)
      applyUpdate(run, afterRetryableError(error))
    else {
      applyUpdate(run, afterRetryableError(asRetryable(error)))
      orderbook.pauseMs = Math.min(Math.max(options.pollMs ?? 2000, 2 * orderbook.pauseMs), maxPauseMs)
      orderbook.askAtMs = Date.now() + orderbook.pauseMs
    }
    return false
  }
}
