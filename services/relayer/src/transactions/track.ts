import { assignAnother } from './assign-another.ts'
import { recordReceipt } from './confirm.ts'
import { areUnknown, isAnyPast } from './domain/nonce-counts.ts'
import { because } from './domain/reasons.ts'
import type { Request } from './domain/request.ts'
import { checkEnding } from './end.ts'
import { hedge, isStuck } from './hedge-request.ts'
import { findReceipts, nothingMined, type Seen } from './next-at.ts'
import { type Attempt, isSameNonce, type TransactionChain, type Waiting } from './ports.ts'
import type { History, StepDeps } from './step-ports.ts'
import { type Tracked, tendNonce } from './tend-nonce.ts'

/**
 * Follows a request until one of its transactions is mined: asks for receipts, sends again, pays more. What was sent is public,
 * so no failed question to the chain keeps it from being sent again.
 */
export async function track(deps: StepDeps, request: Request, chain: TransactionChain): Promise<void> {
  const history = await deps.attempts.history(request.id)
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  const tracked = await Promise.all(
    history.nonces.map(async (key) => ({ key, counts: (await chain.nonceCounts(key.signer).catch(note)) ?? [] })),
  )
  const found = isNoneMined(tracked, history.all)
    ? nothingMined
    : await findReceipts(chain, deps.rules.urgencyOf(request), history.all).catch(note)
  const seen = found ?? nothingMined
  const success = seen.receipts.find((receipt) => deps.rules.isDoneBy(request, receipt))
  if (success !== undefined) return recordReceipt(deps, request, chain, { history, success, counted: seen.counted })
  return pursue(deps, request, chain, { history, tracked, seen, failures })
}

/**
 * Tends each nonce of the request, hedges the request, or assigns it another nonce.
 * @param o.failures errors of questions to the chain. While there is one, no other nonce is assigned, because a receipt
 * may have been missed.
 */
async function pursue(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  {
    history,
    tracked,
    seen,
    failures,
  }: { history: History; tracked: readonly Tracked[]; seen: Seen; failures: unknown[] },
): Promise<void> {
  const { nonces } = history
  const note = (error: unknown) => void failures.push(error)
  const isHedgeDue = nonces.length > 0 && isStuck(deps, request, chain, nonces)
  const ending = isHedgeDue ? ((await checkEnding(deps, request, chain).catch(note)) ?? 'open') : 'open'
  if (ending === 'ended') return
  // A failure at one nonce, or what a single endpoint says, must not delay another nonce.
  const isOver = typeof ending === 'object'
  const tended = await Promise.all(
    tracked.map((one) => tendNonce(deps, request, chain, { ...one, isOver }, seen).catch(note)),
  )
  const waits: Waiting[] = isOver ? [ending] : tended.filter((one) => typeof one === 'object')
  if (failures.length === 0 && waits.length === 0) return assignAnother(deps, request, chain)
  if (isHedgeDue && !isOver && (await hedge(deps, request, chain, nonces).catch(note)) === true)
    waits.push({ reason: because('hedged'), delayMs: 0 })
  const [next] = waits.sort((one, other) => one.delayMs - other.delayMs)
  if (next !== undefined) await deps.requests.postpone(request.id, next.delayMs, next.reason)
  if (failures.length > 0) throw failures[0]
}

/** Whether no transaction of the request can be mined already, so that asking for receipts is pointless. */
const isNoneMined = (tracked: readonly Tracked[], all: readonly Attempt[]): boolean =>
  tracked.every(({ key, counts }) => !areUnknown(counts) && !isAnyPast(counts, key.nonce)) &&
  all.every((attempt) => tracked.some(({ key }) => isSameNonce(key, attempt.key)))
