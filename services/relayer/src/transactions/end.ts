import { because } from './domain/reasons.ts'
import type { Request } from './domain/request.ts'
import type { RequestEventName } from './domain/request-lifecycle.ts'
import { passivePollMs, pollMs } from './poll-intervals.ts'
import type { TransactionChain, Waiting } from './ports.ts'
import type { RequestChanges, StepDeps } from './step-ports.ts'

/**
 * Changes a request's state by an event, and reports the change to the observer.
 * @returns undefined when another worker was first.
 */
export async function move(
  deps: StepDeps,
  request: Request,
  event: RequestEventName,
  reason: string,
  changes?: RequestChanges,
): Promise<Request | undefined> {
  const moved = await deps.requests.advance(request, event, reason, changes)
  if (moved !== undefined) deps.observe.moved(moved, reason)
  return moved
}

/**
 * Ends a request whose work others have done, or made impossible.
 * @returns what the request has come to; what to wait for while a reorg may undo that.
 */
export async function checkEnding(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
): Promise<'open' | 'doubtful' | Waiting | 'ended'> {
  const ending = await deps.rules.findEnding(request)
  switch (ending.type) {
    case 'open':
    case 'doubtful':
      return ending.type
    case 'waiting':
      // A reorg may bring the work back, so the request does not end yet.
      return { delayMs: passivePollMs, reason: ending.reason }
    case 'done':
      return supersede(deps, request, chain)
    case 'cancelled':
      return giveUp(deps, request)
    case 'expired':
      return expire(deps, request)
  }
}

/** Ends a request without an alert, because nothing can do the work any more. */
async function expire(deps: StepDeps, request: Request): Promise<'ended'> {
  const event = request.firstBroadcastAt === null ? 'refused' : 'too_late_after_reveal'
  await move(deps, request, event, 'the time of the work is over', { errorCode: deps.rules.errorCodes.expired })
  return 'ended'
}

async function giveUp(deps: StepDeps, request: Request): Promise<'ended'> {
  const { errorCodes } = deps.rules
  const wasBroadcast = request.firstBroadcastAt !== null
  const event = wasBroadcast ? 'too_late_after_reveal' : 'refused'
  const errorCode = wasBroadcast ? errorCodes.lost : errorCodes.cancelled
  const ended = await move(deps, request, event, 'the work was cancelled by others', { errorCode })
  if (ended?.state === 'lost') deps.observe.lost(ended)
  return 'ended'
}

async function supersede(deps: StepDeps, request: Request, chain: TransactionChain): Promise<Waiting | 'ended'> {
  const { all } = await deps.attempts.history(request.id)
  const hashes = all.map(({ hash }) => hash)
  const txHash = await deps.rules.findEndingTx(request)
  // It was our own transaction, whose receipt comes later than its effect.
  const isOwn =
    txHash === undefined
      ? (await chain.receipts(hashes)).some((receipt) => deps.rules.isDoneBy(request, receipt))
      : hashes.includes(txHash)
  if (isOwn) return { delayMs: pollMs(chain), reason: because('waiting_for_receipt') }
  const reason = txHash === undefined ? 'settled; by which transaction is not found' : `settled in ${txHash}`
  await move(deps, request, 'settled_by_other', reason, {
    ...(txHash === undefined ? {} : { txHash }),
    ...(request.errorCode === null ? {} : { errorCode: null }),
  })
  return 'ended'
}
