import { besideLooks } from '../claim/long-step.ts'
import type { OpenStream } from '../client/stream-events.ts'
import type { Refunded } from '../evidence/read-is-source-shown.ts'
import { noEnd } from '../initiate/signed-once.ts'
import { aborted, answerWithin } from '../sleep.ts'
import { longestPauseMs, passing, TandemError } from '../tandem-error.ts'
import { openEventBell } from '../track/event-bell.ts'
import { isPaid, nextStep, type RunFacts, toldStep } from './next-step.ts'
import { lastingMs, type Reason, reasonOf, reasonOfExplanation } from './reason.ts'
import { canReveal, ensureStep, notePursued, noteSecretKept, type Run, revealStep, type Tell } from './reveal-step.ts'
import { factsOf, isContradicted, isPassing, notePassing, RunMemory } from './run-memory.ts'
import { type RunEnd, type RunOptions, stepOptionsOf, type Unverified } from './run-options.ts'
import type { RunnableSwap } from './runnable-swap.ts'

/** The orderbook says when to read; the chains say what is done. */
export async function runSwap(swap: RunnableSwap, options: RunOptions, openStream: OpenStream): Promise<RunEnd> {
  const { pollMs = 2000, besideStreamMs = 15_000, onProgress } = options
  const memory = new RunMemory()
  memory.isInitiated = options.initiates === false
  const ending = new AbortController()
  const { signal } = ending
  const whenAborted = () => ending.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', whenAborted)
  const run = { swap, options: { ...options, signal }, memory, ...tellers(swap, memory, { signal, onProgress }) }
  if (options.signal?.aborted) whenAborted()
  const bell = openEventBell(openStream, swap.order.order_id, pollMs)
  try {
    for (;;) {
      signal.throwIfAborted()
      await look(run)
      const result = await act(run)
      if (result !== undefined) return result
      run.endRound()
      await bell.wait(pauseOf(run, bell.isOpen() ? besideStreamMs : undefined, pollMs), signal)
    }
  } catch (error) {
    throw signal.aborted ? aborted(signal) : error
  } finally {
    options.signal?.removeEventListener('abort', whenAborted)
    ending.abort()
    bell.close()
  }
}

/** What the application is told: each step once, its reason at each change, and errors that do not pass. */
function tellers(
  swap: RunnableSwap,
  memory: RunMemory,
  { signal, onProgress }: { signal: AbortSignal; onProgress: RunOptions['onProgress'] | undefined },
): Pick<Run, 'tell' | 'endRound'> {
  let shown: Reason | undefined
  const tell: Tell = (step, error) => {
    const isNews = error !== undefined && !isPassing(error)
    if (signal.aborted || (memory.told === step && !isNews)) return
    if (memory.told !== step) {
      memory.beginStep(step, Date.now())
      shown = undefined
    }
    onProgress?.({
      step,
      order: swap.order,
      ...(isNews ? { error } : {}),
      ...(shown === undefined ? {} : { reason: shown }),
    })
  }
  const endRound = () => {
    const reason = memory.endRound(Date.now())
    const { told: step } = memory
    if (signal.aborted || step === undefined || isSame(reason, shown)) return
    shown = reason
    onProgress?.({ step, order: swap.order, ...(reason === undefined ? {} : { reason }) })
  }
  return { tell, endRound }
}

const isSame = (one: Reason | undefined, other: Reason | undefined): boolean =>
  one?.code === other?.code && one?.message === other?.message && one?.until === other?.until

/** @param besideStreamMs `undefined` without a stream. */
function pauseOf({ swap, memory }: Run, besideStreamMs: number | undefined, pollMs: number): number {
  const { retryAfterMs, told, explained } = memory
  const isDeepening = memory.isClaimed === true && isContradicted(memory)
  const isUnderWay = Object.values(memory.begun).some((step) => step.isUnderWay)
  const isBeside = retryAfterMs === undefined && !isDeepening && !isUnderWay
  const longMs = isBeside ? besideStreamMs : undefined
  // A reason is shown after five seconds: the next look comes in time for it.
  const isUnexplained = memory.isNew || (told === 'waiting_for_market_maker' && explained === undefined)
  const pauseMs = longMs === undefined ? pollMs : isUnexplained ? Math.min(longMs, lastingMs) : longMs
  // Once the secret is out, no service delays the destination.
  const askedMs = swap.isSecretOut ? 0 : (retryAfterMs ?? 0)
  return Math.max(pauseMs, isDeepening ? swap.blockTimeMs : 0, askedMs)
}

async function look(run: Run): Promise<void> {
  const { swap, memory } = run
  memory.retryAfterMs = undefined
  if (Date.now() >= memory.askOrderbookAt) memory.isOrderbookThere = await readOrder(run)
  const mayBeClaimed =
    swap.isSecretOut || memory.isSourceClaimed || isPaid({ status: swap.order.status, isClaimed: undefined })
  if (!mayBeClaimed) return
  await lookAtClaim(run)
  if (swap.order.status !== 'completed' || memory.shown.destination_claim === false) return
  await lookAtPart(run, 'source_claim')
  await lookAtPart(run, 'delivery')
}

/** A claim that is taken back is pursued again. */
async function lookAtClaim({ swap, options: { destinationWallet }, memory }: Run): Promise<void> {
  const { shown, isClaimed: wasClaimed } = memory
  if (shown.destination_claim === true || !swap.canAskDestination(destinationWallet)) return
  try {
    const { isClaimed, isClaimedAtDepth, isOver } = await swap.claimProgress(destinationWallet)
    memory.isClaimed = isClaimed
    memory.isDestinationOver = isOver
    shown.destination_claim = isClaimedAtDepth
  } catch (error) {
    notePassing(error, memory)
    shown.destination_claim = false
    memory.isDestinationOver ??= false
    // The newest block can often be read alone.
    memory.isClaimed = await swap.isClaimed(destinationWallet).catch((passed: unknown) => {
      notePassing(passed, memory)
      return memory.isClaimed ?? false
    })
  }
  memory.isSecretShown ||= swap.isSecretOut && memory.isClaimed
  if (wasClaimed && !memory.isClaimed) memory.isClaimAccepted = false
}

async function lookAtPart({ swap, options, memory }: Run, part: 'source_claim' | 'delivery'): Promise<void> {
  if (memory.shown[part] === true) return
  memory.shown[part] = await swap.shows(part, options.destinationWallet).catch((error: unknown) => {
    if (error instanceof TandemError && error.code === 'EVIDENCE_REQUIRED') return undefined
    notePassing(error, memory)
    return false
  })
}

/** @throws refusals, while no secret is out and no refund is due. */
async function readOrder({ swap, options: { pollMs = 2000 }, memory }: Run): Promise<boolean> {
  try {
    await swap.refresh()
    memory.orderbookPauseMs = 0
    return true
  } catch (error) {
    const { isSecretOut, isRefundDue } = factsOf(swap, memory)
    if (!isSecretOut && !isRefundDue && !memory.isSourceClaimed) notePassing(error, memory)
    else {
      notePassing(passing(error), memory)
      memory.orderbookPauseMs = Math.min(Math.max(pollMs, 2 * memory.orderbookPauseMs), longestPauseMs)
      memory.askOrderbookAt = Date.now() + memory.orderbookPauseMs
    }
    return false
  }
}

async function act(run: Run): Promise<RunEnd | undefined> {
  const { swap, memory, tell } = run
  const facts = factsOf(swap, memory)
  const step = nextStep(facts)
  tell(toldStep(step, { ...memory, isRevealing: canReveal(run) }, Math.floor(Date.now() / 1000)))
  switch (step) {
    case 'initiating':
      await initiate(run)
      return undefined
    case 'waiting_for_market_maker':
      await explain(run)
      return undefined
    case 'waiting_for_refund':
      noteSecretKept(run)
      return undefined
    case 'revealing':
      await revealStep(run)
      return undefined
    case 'ensuring_claim':
      await ensureStep(run)
      return undefined
    case 'waiting_for_expiry':
    case 'refunding':
      return refund(run, facts)
    case 'completed':
      return { outcome: 'completed', order: swap.order, ...unverifiedOf(memory, parts) }
    case 'settling':
      if (memory.shown.destination_claim === false || (!facts.isRefundDue && facts.isOrderbookThere)) {
        await explainSettling(run)
        return undefined
      }
      return { outcome: 'paid', order: swap.order, ...unverifiedOf(memory, ['destination_claim']) }
    default:
      return undefined
  }
}

/** Names the part that the chains do not show yet; where they show all, the orderbook says what is missing. */
async function explainSettling(run: Run): Promise<void> {
  const { memory } = run
  if (memory.shown.destination_claim === false)
    memory.note({ code: 'CONFIRMING', message: 'the claim has too few confirmations to count yet' }, true)
  else if (memory.shown.source_claim === false)
    memory.note({ code: 'SOURCE_CLAIM_PENDING', message: 'the market maker has not taken its side yet' }, true)
  else if (memory.shown.delivery === false)
    memory.note({ code: 'DELIVERY_PENDING', message: 'the bridge has not delivered yet' }, true)
  else await explain(run)
}

/** How often the orderbook is asked to explain an order that waits, and how long it may take, in milliseconds. */
const explainEveryMs = 10_000
const explainWithinMs = 3_000

/** Says what the order waits for: the user's own signature where nothing is on chain, else what the orderbook names. */
async function explain({ swap, options: { signal }, memory }: Run): Promise<void> {
  const now = Date.now()
  if (now - memory.toldAtMs < lastingMs) return
  const { fundableUntil: until, order } = swap
  if (order.status === 'created' && until < noEnd && until > now / 1000) {
    if (now - memory.explainedAtMs >= explainEveryMs) {
      memory.explainedAtMs = now
      memory.initiationReason = await answerWithin(explainWithinMs, signal, (ending) => swap.initiationReason(ending))
    }
    const why = memory.initiationReason === undefined ? '' : `: ${memory.initiationReason}`
    const message = `what you signed is with the relayer, which has not brought your side on chain yet${why}`
    return memory.note({ code: 'SIGNATURE_PENDING', message, until }, true)
  }
  if (now - memory.explainedAtMs >= explainEveryMs) {
    memory.explainedAtMs = now
    const explanation = await answerWithin(explainWithinMs, signal, (ending) => swap.explain(ending))
    memory.explained = reasonOfExplanation(explanation ?? {}) ?? memory.explained
  }
  if (memory.explained !== undefined) memory.note(memory.explained, true)
}

const parts = ['destination_claim', 'source_claim', 'delivery'] as const

function unverifiedOf({ shown }: RunMemory, asserted: readonly Unverified[]): Pick<RunEnd, 'unverified'> {
  const unverified = asserted.filter((part) => shown[part] === undefined)
  return unverified.length === 0 ? {} : { unverified }
}

async function initiate({ swap, options, memory }: Run): Promise<void> {
  const { path, wallet, submitter, signal } = options
  const once = () => swap.initiate(path, wallet, submitter, { ...stepOptionsOf(options), signal })
  await besideLooks(memory, 'initiation', signal, async () => {
    try {
      const initiated = await once().catch((error: unknown) => {
        // A killed run's transaction may have been first.
        if (error instanceof TandemError && error.code === 'TRANSACTION_REVERTED') return once()
        throw error
      })
      memory.isFunded ||= initiated?.shown === 'created' || initiated?.shown === 'funded'
      memory.isInitiated = true
    } catch (error) {
      if (error instanceof TandemError && unfundable.includes(error.code)) {
        memory.isInitiationRefused = true
        memory.note(reasonOf(error), true)
      } else notePassing(error, memory)
    }
  })
  if (memory.begun.initiation?.isUnderWay) memory.note(walletPending, true)
}

const walletPending: Reason = {
  code: 'WALLET_PENDING',
  message: 'your wallet has not answered, or its transaction is not mined yet',
}

/** Nothing will be sent. */
const unfundable = ['ORDER_EXPIRED', 'TOO_LATE']

async function refund(run: Run, { isSecretOut, isUnfunded, isDestinationOver }: RunFacts): Promise<RunEnd | undefined> {
  const { swap, options, memory, tell } = run
  const { wallet, signal } = options
  const waiting = isUnfunded ? 'waiting_for_expiry' : 'waiting_for_refund'
  const takeBack = () => swap.takeBack(wallet, { ...stepOptionsOf(options), signal })
  const confirms = ({ shown }: Refunded) =>
    swap.confirms(shown).catch((error: unknown) => {
      notePassing(passing(error), memory)
      return false
    })
  let refunded = await besideLooks(memory, 'refund', signal, takeBack).catch((error: unknown) => {
    if (isSecretOut) notePursued(error, memory)
    else if (!isPassing(error)) throw error
    const isEarly = error instanceof TandemError && error.code === 'NOT_CANCELLABLE_YET'
    if (isPassing(error)) memory.note(reasonOf(error), isEarly)
    if (isEarly) {
      memory.refundFrom = swap.order.source_intent.cancel_after
      memory.isFunded = true
    }
    if (!isPassing(error) || isEarly) tell('waiting_for_refund', error)
    return undefined
  })
  if (memory.begun.refund?.isUnderWay) memory.note(walletPending, true)
  memory.isFunded ||= refunded !== undefined && refunded.shown !== 'nothing'
  if (refunded?.shown === 'claimed' && !(memory.isSourceClaimed && isDestinationOver)) {
    // The maker used the secret, or one endpoint lies.
    memory.isSourceClaimed = true
    refunded = undefined
  }
  // Late money was swept.
  if (refunded?.shown === 'swept') refunded = undefined
  else if (refunded !== undefined && !(await confirms(refunded))) {
    tell(waiting)
    memory.note({ code: 'EVIDENCE_UNAVAILABLE', message: 'only the wallet’s endpoint shows that the source is over' })
    refunded = undefined
  }
  if (refunded === undefined && (isSecretOut || memory.isSourceClaimed) && !isDestinationOver) await ensureStep(run)
  if (refunded === undefined) return undefined
  // A signature may still pay.
  const { fundableUntil } = swap
  const isPayable = fundableUntil < noEnd && fundableUntil > Date.now() / 1000
  if (refunded.shown === 'nothing' && (isPayable || memory.begun.initiation?.isUnderWay)) {
    tell(waiting)
    const message = 'nothing was paid, and what you signed or sent may still pay: it is taken back if it does'
    memory.note({ code: 'STILL_PAYABLE', message, ...(isPayable ? { until: fundableUntil } : {}) }, true)
    return undefined
  }
  const outcome = refunded.shown === 'cancelled' || refunded.shown === 'recovered' ? 'refunded' : 'ended'
  tell(outcome)
  return { outcome, order: swap.order }
}
