import { answerOf, type BroadcastErrorClass, nextOffer, paysTooLittle } from '@tandem/sending'
import { broadcast } from './broadcast.ts'
import type { PlannedCall, Request } from './domain/request.ts'
import type { Attempt, NonceKey, TransactionChain } from './ports.ts'
import { payablePrice, priced, revealedPrice, type Signed, signAttempt } from './sign.ts'
import type { StepDeps } from './step-ports.ts'

/** Sends what was signed just now. The chain's count of used nonces wakes the requests that it is assigned to. */
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

/** An attempt as a past offer. */
export const pastOffer = (attempt: Attempt) => ({ ...attempt, answer: answerTo(attempt) })

const answerTo = ({ lastBroadcastAt, errorClass }: Attempt) =>
  lastBroadcastAt === null ? 'none' : answerOf(errorClass as BroadcastErrorClass | null)

/**
 * Signs for a nonce once more, with a better offer, and sends it.
 *
 * @param attempts of the nonce, oldest first.
 * @returns the attempt that stands where no better offer is made; undefined where one was, or the nonce is assigned to this
 *   request no more.
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
