import { broadcast, paysTooLittle } from './broadcast.ts'
import { isReplacement, withinCaps } from './domain/fee-cap.ts'
import { replacementFees } from './domain/fees.ts'
import type { PlannedCall, Request } from './domain/request.ts'
import type { Attempt, NonceKey, TransactionChain } from './ports.ts'
import { payableOffer, priced, type Signed, signAttempt } from './sign.ts'
import type { StepDeps } from './step-ports.ts'

/** Sends what was signed just now. The chain's count of used nonces wakes the requests that it is assigned to. */
export async function broadcastFirst(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  key: NonceKey,
  signed: Signed,
): Promise<void> {
  const errorClass = await broadcast(deps, request, chain, signed, { isMarked: true })
  const newest = paysTooLittle(errorClass) ? (await deps.attempts.attemptsOf(key)).at(-1) : undefined
  if (newest !== undefined) await replace(deps, request, chain, newest)
}

/** Signs for the nonce of an attempt once more, with higher fees, and sends it. */
export async function replace(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  newest: Attempt,
): Promise<void> {
  const { key } = newest
  const market = await chain.feeMarket()
  const planned = await planAgain(deps, request, key)
  if (planned === undefined) return
  const call = await priced(chain, planned)
  const fees = withinCaps(replacementFees(newest, market), market, {
    gasLimit: call.gasLimit,
    count: planned.count,
    caps: chain.feeCaps,
  })
  const offer = await payableOffer(chain, key.signer, fees, call)
  // At a cap, or the end of the signer's money: the same bytes are sent again.
  if (!isReplacement(newest, offer)) return
  const { purpose } = deps.rules.urgencyOf(request)
  const next = { ...call, offer, purpose, number: newest.number + 1, holders: 'any' } as const
  const signed = await signAttempt(deps, chain, key, next)
  if (signed !== undefined) await broadcast(deps, request, chain, signed)
}

/**
 * Plans the replacement: the work of the members of the nonce that still wait for it. All of them have been broadcast.
 *
 * @returns undefined when the nonce is not assigned to this request any more.
 */
async function planAgain(deps: StepDeps, request: Request, key: NonceKey): Promise<PlannedCall | undefined> {
  const ids = await deps.nonces.membersOf(key)
  if (!ids.includes(request.id)) return undefined
  const found = await Promise.all(ids.map((id) => deps.requests.find(id)))
  const members = found.flatMap((member) => (member?.state === 'revealed' ? [member] : []))
  return members.length > 1 ? (await deps.rules.planBatch(members))(members) : deps.rules.plan(request)
}
