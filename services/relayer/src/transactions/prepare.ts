import { reserveOf, whyTooDear } from '@tandem/chain/sending'
import { prepareBatch } from './batch.ts'
import type { Gathered } from './batcher.ts'
import { chooseSigner } from './choose-signer.ts'
import { blockedDelayMs } from './domain/backoff.ts'
import { because } from './domain/reasons.ts'
import type { Reason, Request } from './domain/request.ts'
import { checkEnding, move } from './end.ts'
import { noSignerMs, passivePollMs } from './poll-intervals.ts'
import type { AssignedNonce, Payer, TransactionChain } from './ports.ts'
import { type Offer, readOffer } from './read-offer.ts'
import { broadcastFirst } from './replace.ts'
import { type PricedCall, priced, type Signed, signFirst } from './sign.ts'
import type { PostponeOptions, StepDeps } from './step-ports.ts'
import { track } from './track.ts'

interface PrepareDeps extends StepDeps {
  /** Requests of a batch that failed. Each of them is sent alone once. */
  unbatchable: Set<string>
}

/** Decides once more, assigns a nonce, signs, stores and sends. */
export async function prepare(deps: PrepareDeps, request: Request, chain: TransactionChain): Promise<void> {
  const batch = deps.rules.batchOf(request)
  const mayBatch = batch !== undefined && !deps.unbatchable.delete(request.id)
  const ticket = mayBatch ? deps.gather({ chain: chain.name, ...batch }) : undefined
  // Fees and signers are read during the check, so that a hanging endpoint delays the step only once.
  const offer = readOffer(deps, chain)
  offer.catch(() => undefined)
  let gathered: Gathered<Request> = { role: 'alone' }
  let isSimulated = false
  let decided = request
  try {
    const decision = await deps.rules.check(request)
    if (decision.type === 'done') return await endOrDefer(deps, request, chain)
    if (decision.type === 'refuse')
      return void (await move(deps, request, 'refused', decision.reason, { errorCode: decision.errorCode }))
    if (decision.type === 'wait') {
      const waitedMs = deps.now() - request.updatedAt.getTime()
      return await defer(deps, request, blockedDelayMs(waitedMs, chain.blockTimeMs), decision.reason)
    }
    isSimulated = decision.isSimulated
    decided = { ...request, counted: decision.counted ?? [] }
    // Only a request whose call was simulated joins a batch: one that fails would cost the others their transaction.
    if (ticket !== undefined && isSimulated) gathered = await ticket.join(decided)
  } finally {
    ticket?.leave()
  }
  if (gathered.role === 'alone') return prepareAlone(deps, decided, chain, { isSimulated, offer })
  if (gathered.role === 'lead') return prepareGroup(deps, gathered.group, chain, offer)
}

async function endOrDefer(deps: StepDeps, request: Request, chain: TransactionChain): Promise<void> {
  const wait = await checkEnding(deps, request, chain)
  if (wait === 'ended') return
  if (typeof wait === 'string') return defer(deps, request, chain.blockTimeMs, because('endpoints_disagree'))
  return deps.requests.postpone(request.id, wait.delayMs, wait.reason)
}

/** Sends a group in one transaction. The requests that it cannot take go alone. */
async function prepareGroup(
  deps: PrepareDeps,
  group: readonly Request[],
  chain: TransactionChain,
  offer: Promise<Offer>,
): Promise<void> {
  try {
    for (const request of await prepareBatch(deps, group, chain, offer))
      await prepareAlone(deps, request, chain, { isSimulated: true, offer: readOffer(deps, chain) })
  } catch (error) {
    const ids = group.map(({ id }) => id)
    for (const id of ids) deps.unbatchable.add(id)
    await deps.requests.wake(ids)
    throw error
  }
}

/**
 * Puts the request off. A nonce that it holds is given up first, because every later transaction of the signer would wait behind
 * it.
 */
async function defer(
  deps: StepDeps,
  request: Request,
  delayMs: number,
  reason: Reason,
  options?: PostponeOptions,
): Promise<void> {
  if (request.state === 'assigned') await deps.nonces.abandonNonces(request)
  return deps.requests.postpone(request.id, delayMs, reason, options)
}

async function prepareAlone(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  { isSimulated, offer: reading }: { isSimulated: boolean; offer: Promise<Offer> },
): Promise<void> {
  const [{ offer, loads }, planned] = await Promise.all([reading, deps.rules.plan(request)])
  const call = await priced(chain, planned)
  const { gasLimit, dataFee } = call
  // Enough is set aside for replacements, because work that has begun must not stop half-way.
  const reserve = reserveOf(gasLimit, offer.maxFeePerGas, dataFee)
  const choice = chooseSigner(loads, reserve)
  if (choice.chosen === undefined) return defer(deps, request, noSignerMs, because(choice.reason))
  const { signer: address, balance, minedNonce } = choice.chosen
  if (!isSimulated && !(await deps.rules.wouldSucceed(request, address, planned))) return deferRevert(deps, request)
  const tooDear = whyTooDear(offer, gasLimit, chain.feeCaps, dataFee)
  if (tooDear !== undefined) return defer(deps, request, chain.blockTimeMs * 2, because(tooDear))
  const signer = { chain: chain.name, address, reserve, balance, minedNonce }
  return assignAndSend(deps, request, chain, { signer, call: { ...call, offer } })
}

/** Puts a request off whose simulation reverted. One endpoint's revert ends nothing: its cause may pass. */
function deferRevert(deps: StepDeps, request: Request): Promise<void> {
  const reason = because('simulation_reverts')
  return defer(deps, request, deps.rules.revertDelayMs(request), reason, { isRevert: true })
}

type ChosenPayer = Payer & { minedNonce: bigint }
type Offered = PricedCall & { offer: Parameters<typeof signFirst>[3]['offer'] }

async function assignAndSend(
  deps: StepDeps,
  request: Request,
  chain: TransactionChain,
  { signer, call }: { signer: ChosenPayer; call: Offered },
): Promise<void> {
  const assigned = await assignOwnNonce(deps, request, signer)
  if (assigned === undefined)
    return deps.requests.postpone(request.id, chain.blockTimeMs, because('taken_by_another_step'))
  const { purpose } = deps.rules.urgencyOf(request)
  const signed =
    assigned.isFresh || (await deps.attempts.attemptsOf(assigned.key)).length === 0
      ? await signFirst(deps, chain, assigned.key, { ...call, purpose })
      : undefined
  const hash = signed?.hash ?? (await deps.attempts.attemptsOf(assigned.key)).at(-1)?.hash
  if (hash === undefined) return deps.requests.postpone(request.id, 0, because('nonce_abandoned'))
  return beginAndSend(deps, assigned, chain, { hash, signed })
}

/**
 * Marks the first broadcast, and sends. From the commit of `beginBroadcast` on the calldata counts as public, whether or not the
 * next line is reached.
 */
async function beginAndSend(
  deps: StepDeps,
  { request, key }: { request: Request; key: AssignedNonce },
  chain: TransactionChain,
  { hash, signed }: { hash: Signed['hash']; signed: Signed | undefined },
): Promise<void> {
  const notAfter = deps.rules.broadcastableUntil([request])
  const waiting = { reason: because('waiting_for_receipt'), delayMs: passivePollMs, notAfter }
  const begun = await deps.attempts.beginBroadcast(request, hash, waiting)
  if (begun === undefined) return
  deps.observe.moved(begun, 'broadcast_started')
  if (signed === undefined) return track(deps, begun, chain)
  await broadcastFirst(deps, begun, chain, key, signed)
}

/** Assigns a nonce to the request, or finds the one that it has; undefined when another worker was first. */
async function assignOwnNonce(
  deps: StepDeps,
  request: Request,
  signer: ChosenPayer,
): Promise<{ key: AssignedNonce; request: Request; isFresh: boolean } | undefined> {
  const { minedNonce } = signer
  const first =
    request.state === 'accepted' ? await deps.nonces.assignFirstNonce(request, signer, minedNonce) : undefined
  if (first !== undefined) {
    deps.observe.moved(first.request, 'nonce_assigned')
    return { ...first, isFresh: true }
  }
  // When no first nonce was assigned, the request's state has changed since it was read, or it has a nonce already, or
  // it costs more than its signer has.
  const held = await deps.nonces.assignNonce(request, signer, minedNonce, [], request.state === 'assigned')
  if (held === undefined) return undefined
  // The nonce is of a batch that was never sent. Its other members were not decided again, so their calldata must not leave.
  const key = held.members.length > 1 ? await deps.nonces.keepAlone(held, request.id) : held
  if (key === undefined) return undefined
  const assigned =
    request.state === 'assigned'
      ? request
      : await move(deps, request, 'nonce_assigned', `nonce ${key.nonce} of ${key.signer}`)
  return assigned === undefined ? undefined : { key, request: assigned, isFresh: false }
}
