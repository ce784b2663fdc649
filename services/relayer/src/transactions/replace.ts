import { answerOf, type BroadcastErrorClass, nextOffer, paysTooLittle } from '@tandem/chain/sending'
import { broadcast } from './broadcast.ts'
import type { PlannedCall, Request } from './domain/request.ts'
import type { Attempt, NonceKey, TransactionChain } from './ports.ts'
import { payablePrice, priced, revealedPrice, type Signed, signAttempt } from './sign.ts'
import type { StepDeps } from './step-ports.ts'

export async function broadcastFirst(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  key: NonceKey,
  signed: Signed,
): Promise<void> {
  const refusal = await broadcast(deps, request, chain, signed, { isMarked: true })
  if (paysTooLittle(refusal)) await replace(deps, request, chain, key, await deps.attempts.attemptsOf(key))
}

export const pastOffer = (attempt: Attempt) => ({ ...attempt, answer: answerTo(attempt) })

const answerTo = ({ lastBroadcastAt, errorClass }: Attempt) =>
  lastBroadcastAt === null ? 'none' : answerOf(errorClass as BroadcastErrorClass | null)

/**
 * Replaces the newest transaction of a nonce by one with higher fees, where such fees are worth offering.
 * @param attempts the oldest first.
 * @returns the transaction to send again when it is not replaced; undefined when it was, or when the request does not have the
 * nonce any more.
 */
export async function replace(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  key: NonceKey,
  attempts: readonly Attempt[],
): Promise<Attempt | undefined> {
  const newest = attempts.at(-1)
  const [market, planned] = await Promise.all([chain.feeMarket(), planAgain(deps, request, key)])
  if (newest === undefined || planned === undefined) return undefined
  const call = await priced(chain, planned)
  const price = await payablePrice(chain, key.signer, call, revealedPrice(chain.feeCaps, call.gasLimit, planned.count))
  const next = nextOffer(attempts.map(pastOffer), market, { price, multiple: chain.feeCaps.maxMarketMultiple })
  if (next === undefined) return newest
  if (next.type === 'again') return next.past
  const { purpose } = deps.rules.urgencyOf(request)
  const what = { ...call, offer: next.fees, purpose, number: newest.number + 1, holders: 'any' } as const
  const signed = await signAttempt(deps, chain, key, what)
  if (signed !== undefined) await broadcast(deps, request, chain, signed)
  return undefined
}

/**
 * Plans the call of the nonce again, for those of its members that still need it.
 * @returns undefined when the request does not have the nonce any more.
 */
async function planAgain(deps: StepDeps, request: Request, key: NonceKey): Promise<PlannedCall | undefined> {
  const ids = await deps.nonces.membersOf(key)
  if (!ids.includes(request.id)) return undefined
  const found = await Promise.all(ids.map((id) => deps.requests.find(id)))
  const members = found.flatMap((member) => (member?.state === 'revealed' ? [member] : []))
  return members.length > 1 ? (await deps.rules.planBatch(members))(members) : deps.rules.plan(request)
}
