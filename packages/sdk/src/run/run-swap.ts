import type { OpenStream } from '../client/stream-events.ts'
import { openEventBell } from '../event-bell.ts'
import type { Refunded } from '../evidence/read-is-source-shown.ts'
import { noEnd } from '../initiate/signed-once.ts'
import { besideLooks } from '../long-step.ts'
import { aborted } from '../sleep.ts'
import { longestPauseMs, passing, TandemError } from '../tandem-error.ts'
import { isPaid, nextStep, type RunFacts } from './next-step.ts'
import { ensureStep, notePursued, type Run, revealStep, type Tell } from './reveal-step.ts'
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
  const tell: Tell = (step, error) => {
    const isNews = error !== undefined && !isPassing(error)
    if (signal.aborted || (memory.told === step && !isNews)) return
    memory.told = step
    onProgress?.({ step, order: swap.order, ...(isNews ? { error } : {}) })
  }
  const run = { swap, options: { ...options, signal }, memory, tell }
  if (options.signal?.aborted) whenAborted()
  const bell = openEventBell(openStream, swap.order.order_id, pollMs)
  try {
    for (;;) {
      signal.throwIfAborted()
      await look(run)
      const result = await act(run)
      if (result !== undefined) return result
      const { retryAfterMs } = memory
      const isDeepening = memory.isClaimed === true && isContradicted(memory)
      const isBeside =
        bell.isOpen() &&
        retryAfterMs === undefined &&
        !isDeepening &&
        !Object.values(memory.begun).some((step) => step.isUnderWay)
      const pauseMs = isBeside ? besideStreamMs : Math.max(pollMs, isDeepening ? swap.blockTimeMs : 0)
      // Once the secret is out, no service delays the destination.
      const askedMs = factsOf(swap, memory).isSecretOut ? 0 : (retryAfterMs ?? 0)
      await bell.wait(Math.max(pauseMs, askedMs), signal)
    }
  } catch (error) {
    throw signal.aborted ? aborted(signal) : error
  } finally {
    options.signal?.removeEventListener('abort', whenAborted)
    ending.abort()
    bell.close()
  }
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
  tell(step)
  switch (step) {
    case 'initiating':
      await initiate(run)
      return undefined
    case 'revealing':
      await revealStep(run)
      return undefined
    case 'ensuring_claim':
      await ensureStep(run)
      return undefined
    case 'refunding':
      return refund(run, facts)
    case 'completed':
      return { outcome: 'completed', order: swap.order, ...unverifiedOf(memory, parts) }
    case 'settling':
      if (memory.shown.destination_claim === false || (!facts.isRefundDue && facts.isOrderbookThere)) return undefined
      return { outcome: 'paid', order: swap.order, ...unverifiedOf(memory, ['destination_claim']) }
    default:
      return undefined
  }
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
      await once().catch((error: unknown) => {
        // A killed run's transaction may have been first.
        if (error instanceof TandemError && error.code === 'TRANSACTION_REVERTED') return once()
        throw error
      })
      memory.isInitiated = true
    } catch (error) {
      if (error instanceof TandemError && unfundable.includes(error.code)) memory.isInitiationRefused = true
      else notePassing(error, memory)
    }
  })
}

/** Nothing will be sent. */
const unfundable = ['ORDER_EXPIRED', 'TOO_LATE']

async function refund(run: Run, { isSecretOut, isDestinationOver }: RunFacts): Promise<RunEnd | undefined> {
  const { swap, options, memory, tell } = run
  const { wallet, signal } = options
  const takeBack = () => swap.takeBack(wallet, { ...stepOptionsOf(options), signal })
  const confirms = ({ shown }: Refunded) =>
    swap.confirms(shown).catch((error: unknown) => {
      notePassing(passing(error), memory)
      return false
    })
  let refunded = await besideLooks(memory, 'refund', signal, takeBack).catch((error: unknown) => {
    if (isSecretOut) notePursued(error, memory)
    else if (!isPassing(error)) throw error
    tell('waiting_for_refund', error)
    return undefined
  })
  if (refunded?.shown === 'claimed' && !(memory.isSourceClaimed && isDestinationOver)) {
    // The maker used the secret, or one endpoint lies.
    memory.isSourceClaimed = true
    refunded = undefined
  }
  // Late money was swept.
  if (refunded?.shown === 'swept') refunded = undefined
  else if (refunded !== undefined && !(await confirms(refunded))) {
    tell('waiting_for_refund')
    refunded = undefined
  }
  if (refunded === undefined && (isSecretOut || memory.isSourceClaimed) && !isDestinationOver) await ensureStep(run)
  if (refunded === undefined) return undefined
  // A signature may still pay.
  const { fundableUntil } = swap
  const isPayable = fundableUntil < noEnd && fundableUntil > Date.now() / 1000
  if (refunded.shown === 'nothing' && (isPayable || memory.begun.initiation?.isUnderWay)) {
    tell('waiting_for_refund')
    return undefined
  }
  const outcome = refunded.shown === 'cancelled' || refunded.shown === 'recovered' ? 'refunded' : 'ended'
  tell(outcome)
  return { outcome, order: swap.order }
}
