import { type Fees, reserveOf, whyTooDear } from '@tandem/chain/sending'
import { chooseSigner } from './choose-signer.ts'
import { because } from './domain/reasons.ts'
import type { PlannedCall, Reason, Request } from './domain/request.ts'
import { passivePollMs } from './poll-intervals.ts'
import type { AssignedNonce, Payer, TransactionChain } from './ports.ts'
import type { Offer } from './read-offer.ts'
import { broadcastFirst } from './replace.ts'
import { type PricedCall, priced, type Signed, signFirst } from './sign.ts'
import type { StepDeps } from './step-ports.ts'

/**
 * Sends one transaction for requests that may go. Those whose decision is out of date are put off together, so that they
 * are decided again in the same moment and can share a transaction then.
 * @returns the requests that must go alone.
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
  const { assigned, outdated } = await deps.nonces.assignSharedNonce(group, payer, payer.minedNonce)
  await postponeAll(deps, outdated, chain.blockTimeMs, because('decision_outdated'))
  if (assigned !== undefined)
    await sendShared(deps, assigned, chain, { planned: planFor(assigned.requests), whole, offer })
  const done = new Set([...outdated, ...(assigned?.requests ?? [])].map(({ id }) => id))
  return group.filter(({ id }) => !done.has(id))
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

/** Sends one transaction for a group. Nothing is sent unless the nonce serves exactly these requests. */
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

/** Puts the requests off by one statement, so that all of them are due again in the same moment. */
async function postponeAll(
  deps: StepDeps,
  requests: readonly Request[],
  delayMs: number,
  reason: Reason,
): Promise<void> {
  await Promise.all(requests.map(({ id }) => deps.requests.postpone(id, delayMs, reason)))
}
