import { type BroadcastErrorClass, classifyBroadcastError } from '@tandem/chain/sending'
import type { Hex } from 'viem'
import type { Request } from './domain/request.ts'
import type { TransactionChain } from './ports.ts'
import type { StepDeps } from './step-ports.ts'

/**
 * Sends signed bytes to the endpoints.
 * @param isMarked the first broadcast's statement has marked the bytes as leaving already.
 * @returns why they were refused; null when an endpoint took the bytes, or they are erased.
 */
export async function broadcast(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  attempt: { hash: Hex; number: number; raw?: Hex },
  { isMarked = false } = {},
): Promise<BroadcastErrorClass | null> {
  // Bytes that are not stored any more must not leave.
  if (!isMarked && !(await deps.attempts.markBroadcastStarted(attempt.hash))) return null
  const visibility = await deps.rules.visibilityOf(request)
  const { provider, message } = await chain.send(attempt.raw ?? (await deps.attempts.openRaw(attempt.hash)), visibility)
  const errorClass = message === null ? null : classifyBroadcastError(message)
  await deps.attempts.recordBroadcastResult(attempt.hash, { provider, errorClass })
  deps.observe.sent(request, attempt, errorClass)
  return errorClass
}
