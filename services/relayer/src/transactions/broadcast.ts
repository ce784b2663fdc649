import { type BroadcastErrorClass, classifyBroadcastError } from '@tandem/sending'
import type { Hex } from 'viem'
import type { Request } from './domain/request.ts'
import type { TransactionChain } from './ports.ts'
import type { StepDeps } from './step-ports.ts'

/**
 * Sends stored bytes, for the first time or again.
 *
 * @param isMarked whether the statement of the first broadcast has marked them.
 * @returns what the endpoints answered: null when one took the bytes, or when they are not stored any more.
 */
export async function broadcast(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  attempt: { hash: Hex; number: number; raw?: Hex },
  { isMarked = false } = {},
): Promise<BroadcastErrorClass | null> {
  // Deleted meanwhile by the worker that ended the request: bytes that are not stored do not leave.
  if (!isMarked && !(await deps.attempts.markBroadcastStarted(attempt.hash))) return null
  const visibility = await deps.rules.visibilityOf(request)
  const { provider, message } = await chain.send(attempt.raw ?? (await deps.attempts.openRaw(attempt.hash)), visibility)
  const errorClass = message === null ? null : classifyBroadcastError(message)
  await deps.attempts.recordBroadcastResult(attempt.hash, { provider, errorClass })
  deps.observe.sent(request, attempt, errorClass)
  return errorClass
}
