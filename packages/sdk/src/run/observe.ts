import { longestPauseMs, passing, TandemError } from '../tandem-error.ts'
import { type Lesson, lessonOfPassing } from './lesson.ts'
import { factsOfRun, learn, type Run } from './run.ts'
import { isPaid, isRefundDue } from './run-state.ts'

/** Reads the order, and what the chains show of it where that decides. */
export async function observe(run: Run): Promise<void> {
  const { swap } = run
  run.retryAfterMs = undefined
  if (Date.now() >= run.orderbook.askAtMs) learn(run, { evidence: { isOrderbookThere: await readOrder(run) } })
  const mayBeClaimed =
    swap.isSecretOut || run.evidence.isSourceClaimed || isPaid({ status: swap.order.status, isClaimed: undefined })
  if (!mayBeClaimed) return
  await readClaim(run)
  if (swap.order.status !== 'completed' || run.evidence.shown.destination_claim === false) return
  await readPart(run, 'source_claim')
  await readPart(run, 'delivery')
}

/** Reads whether the destination is claimed. A claim that a reorganization took back is pursued again. */
async function readClaim(run: Run): Promise<void> {
  const { swap, evidence: before } = run
  const { destinationWallet } = run.options
  if (before.shown.destination_claim === true || !swap.canAskDestination(destinationWallet)) return
  const [isClaimed, seen] = await swap.claimProgress(destinationWallet).then(
    (progress): [boolean, Lesson['evidence']] => [
      progress.isClaimed,
      {
        isDestinationOver: progress.isOver,
        shown: { ...run.evidence.shown, destination_claim: progress.isClaimedAtDepth },
      },
    ],
    async (error: unknown): Promise<[boolean, Lesson['evidence']]> => {
      learn(run, lessonOfPassing(error))
      return [
        // Read once more, because the newest block can often be read when an older one cannot.
        await swap.isClaimed(destinationWallet).catch((passed: unknown) => {
          learn(run, lessonOfPassing(passed))
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
  learn(run, {
    evidence: {
      ...seen,
      isClaimed,
      isSecretShown: isSecretShown || (swap.isSecretOut && isClaimed),
      relayer: isTakenBack ? 'unasked' : relayer,
    },
  })
}

async function readPart(run: Run, part: 'source_claim' | 'delivery'): Promise<void> {
  if (run.evidence.shown[part] === true) return
  const isShown = await run.swap.shows(part, run.options.destinationWallet).catch((error: unknown) => {
    if (error instanceof TandemError && error.code === 'EVIDENCE_REQUIRED') return undefined
    learn(run, lessonOfPassing(error))
    return false
  })
  learn(run, { evidence: { shown: { ...run.evidence.shown, [part]: isShown } } })
}

/**
 * Reads the order.
 *
 * @throws refusals, while no secret is out and no refund is due.
 */
async function readOrder(run: Run): Promise<boolean> {
  const { swap, orderbook, options } = run
  try {
    await swap.refresh()
    orderbook.pauseMs = 0
    return true
  } catch (error) {
    const facts = factsOfRun(run)
    if (!facts.isSecretOut && !isRefundDue(facts) && !facts.isSourceClaimed) learn(run, lessonOfPassing(error))
    else {
      learn(run, lessonOfPassing(passing(error)))
      orderbook.pauseMs = Math.min(Math.max(options.pollMs ?? 2000, 2 * orderbook.pauseMs), longestPauseMs)
      orderbook.askAtMs = Date.now() + orderbook.pauseMs
    }
    return false
  }
}
