import { type Fees, reserveOf, whyTooDear } from '@tandem/chain/sending'
import { chooseSigner } from './choose-signer.ts'
import { because } from './domain/reasons.ts'
import type { PlannedCall, Reason, Request } from './domain/request.ts'
import { passivePollMs } from './pace.ts'
import type { AssignedNonce, Payer, TransactionChain } from './ports.ts'
import type { Offer } from './read-offer.ts'
import { broadcastFirst } from './replace.ts'
import { type PricedCall, priced, type Signed, signFirst } from './sign.ts'
import type { StepDeps } from './step-ports.ts'

/**
 * One transaction for safe requests.
 * @returns requests that must go alone.
 */
export async function prepareBatch(
  deps: StepDeps,
  group: readonly Request[],
  chain: TransactionChain,
  reading: Promise<Offer>,
): Promise<Request[]> {
  const [{ offer, loads }, planFor] = await Promise.all([reading, deps.rules.planBatch(group)])
  const whole = await priced(chain, planFor(group))
  const count = BigInt(group.length)
  const tooDear = whyTooDear(offer, whole.gasLimit / count, chain.feeCaps, whole.dataFee / count)
  if (tooDear !== undefined) {
    await postponeAll(deps, group, chain.blockTimeMs * 2, because(tooDear))
    return []
  }
  const payer = choosePayer(chain, whole, { offer, loads })
  if (payer === undefined) return [...group]
  const shared = await deps.nonces.assignSharedNonce(group, payer, payer.minedNonce)
  if (shared === undefined) return [...group]
  await sendShared(deps, shared, chain, { planned: planFor(shared.requests), whole, offer })
  return group.filter(({ id }) => !shared.requests.some((member) => member.id === id))
}

function choosePayer(
  { name }: TransactionChain,
  { gasLimit, dataFee }: PricedCall,
  { offer, loads }: Offer,
): (Payer & { minedNonce: bigint }) | undefined {
  const reserve = reserveOf(gasLimit, offer.maxFeePerGas, dataFee)
  const { chosen } = chooseSigner(loads, reserve)
  if (chosen === undefined) return undefined
  const { signer: address, balance, minedNonce } = chosen
  return { chain: name, address, reserve, balance, minedNonce }
}

/** Sends only for exactly the members of the nonce. */
async function sendShared(
  deps: StepDeps,
  { key, requests }: { key: AssignedNonce; requests: readonly Request[] },
  chain: TransactionChain,
  { planned, whole, offer }: { planned: PlannedCall; whole: PricedCall; offer: Fees },
): Promise<void> {
  const [lead] = requests
  if (lead === undefined) return
  const { purpose } = deps.rules.urgencyOf(lead)
  const signed = await signFirst(deps, chain, key, { ...whole, call: planned.call, offer, purpose })
  const begun = signed && (await beginShared(deps, key, requests, signed))
  for (const request of begun ?? []) deps.observe.moved(request, 'broadcast_started')
  if (signed !== undefined && begun?.[0] !== undefined) await broadcastFirst(deps, begun[0], chain, key, signed)
  if (begun === undefined) await postponeAll(deps, requests, passivePollMs, because('nonce_reassigned'))
}

const beginShared = (
  deps: StepDeps,
  key: AssignedNonce,
  requests: readonly Request[],
  { hash }: Signed,
): Promise<Request[] | undefined> =>
  deps.attempts.beginSharedBroadcast(key, requests, hash, {
    reason: because('waiting_for_receipt', `waiting for the receipt, ${requests.length} together`),
    delayMs: passivePollMs,
    notAfter: deps.rules.broadcastableUntil(requests),
  })

async function postponeAll(
  deps: StepDeps,
  requests: readonly Request[],
  delayMs: number,
  reason: Reason,
): Promise<void> {
  await Promise.all(requests.map(({ id }) => deps.requests.postpone(id, delayMs, reason)))
}
