import { isDeepStrictEqual } from 'node:util'
import type { CreateInitiationWire, Network } from '@tandem/contracts'
import { createEscrowTypedData, nativeToken, permit2TypedData } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import { type Hex, zeroAddress } from 'viem'
import type { Sponsor } from '../budgets/sponsor.ts'
import type { Clock } from '../transactions/ports.ts'
import { unusualForm } from '../vaults/unusual-signature.ts'
import { callOf } from '../work/call-of.ts'
import type { InitiationDecision } from '../work/domain/safety.ts'
import type { InitiationWork, WorkRequest } from '../work/domain/work.ts'
import { escrowsOf, fillTimeOf } from '../work/escrows-of-order.ts'
import {
  type Chains,
  chainOf,
  type HasSigner,
  type Orderbook,
  type RequireAble,
  registryOf,
  requireSigner,
  type Submitted,
  type WorkStore,
  type WorkTransactions,
} from '../work/ports.ts'
import { checkInitiation } from './check-initiation.ts'
import { isReplaceable } from './domain/is-replaceable.ts'

export interface SubmitInitiationDeps {
  orderbook: Pick<Orderbook, 'getOrder'>
  store: Pick<WorkStore, 'findByOrder' | 'mayBeMined' | 'waitedFor'>
  transactions: Pick<WorkTransactions, 'submit' | 'resubmit' | 'wake'>
  chains: Chains
  network: Network
  hasSigner: HasSigner
  requireAble: RequireAble
  sponsor: Sponsor
  now: Clock
}

/**
 * Takes an initiation, of which an order has one. A stored initiation that cannot succeed any more is replaced by the posted
 * body. Otherwise the answer is the stored initiation, whatever the body.
 * @throws AppError, by docs/errors.md.
 */
export function makeSubmitInitiation(deps: SubmitInitiationDeps) {
  const { orderbook, store, transactions, chains, network, hasSigner } = deps
  return async (body: CreateInitiationWire): Promise<Submitted> => {
    const orderId = body.order_id.toLowerCase()
    const existing = await store.findByOrder(orderId, 'initiation')
    if (existing !== undefined && !(await doesGiveWay(existing, howOf(body))))
      return { request: existing, isNew: false }
    const order = await orderbook.getOrder(orderId)
    const { source, destination } = escrowsOf(order, network)
    deps.requireAble([source.chain, destination.chain])
    const fillTime = fillTimeOf(order, { source, destination }, network)
    const work: InitiationWork = { kind: 'initiation', source, destination: fillTime, how: howOf(body) }
    if (source.terms.token === nativeToken)
      throw new AppError(
        'UNSUPPORTED_INITIATION',
        'the native token is initiated by its owner, with createEscrowNative',
      )
    const asset = network.assets.find((one) => one.asset === order.source_intent.asset)
    if (body.type === 'permit' && asset?.permit !== true)
      throw new AppError('UNSUPPORTED_INITIATION', 'the token has no EIP-2612 permit')
    await requireSignature(work)
    const decision = await checkInitiation(work, deps)
    requireSafe(decision)
    // An escrow that exists already costs nothing.
    if (decision.type === 'safe') {
      await requireCreatable(work)
      requireSigner(hasSigner, source)
      await deps.sponsor({ order, work, isPublic: false })
    }

    const { commitmentHash } = source.terms
    const submission = { orderId, work, commitmentHash, secret: null }
    const submitted =
      existing === undefined
        ? await transactions.submit(submission)
        : await transactions.resubmit(existing, submission, { isAlone: true })
    if (submitted.isNew) transactions.wake(submitted.request)
    return submitted
  }

  /**
   * Checks the creator's signature. Only the token knows the domain of an EIP-3009 signature, so {@link requireCreatable} checks
   * that one.
   */
  async function requireSignature({ source, how }: InitiationWork): Promise<void> {
    if (how.type === 'prefunded' || how.type === 'eip3009') return
    const { terms } = source
    const on = { ...registryOf(network, source), terms }
    const [typedData, signature] =
      how.type === 'permit2'
        ? [permit2TypedData({ ...on, ...how, deadline: BigInt(how.deadline) }), how.signature]
        : [createEscrowTypedData({ ...on, deadline: how.deadline }), how.creatorSignature]
    if (!(await chainOf(chains, source).isSignedBy(terms.creator, typedData, signature)))
      throw new AppError(
        'SIGNATURE_INVALID',
        `the signature is not by the creator over these terms${unusualForm(signature)}`,
      )
  }

  async function doesGiveWay({ id, work, ...standing }: WorkRequest, how: InitiationWork['how']): Promise<boolean> {
    const [mayBeMined, reason] = await Promise.all([store.mayBeMined(id), store.waitedFor(id)])
    const isSameBody = work.kind === 'initiation' && isDeepStrictEqual(work.how, how)
    return isReplaceable({ ...standing, mayBeMined, isSameBody, waitsFor: reason?.code ?? null })
  }

  /**
   * Simulates the creation, because the token and Permit2 check signatures of their own, and worthless ones would spend the
   * budget. An endpoint gains nothing by seeing them: the tokens can go to this vault alone.
   */
  async function requireCreatable(work: InitiationWork): Promise<void> {
    if (work.how.type === 'prefunded') return
    const { registry } = registryOf(network, work.source)
    const chain = chainOf(chains, work.source)
    const call = callOf({ work }, registry, undefined)
    if (await chain.simulate(zeroAddress, call, chain.gasLimits.initiation)) return
    const { how } = work
    const hint = how.type === 'eip3009' || how.type === 'permit2' ? unusualForm(how.signature) : ''
    throw new AppError('CREATION_REVERTS', `the registry would refuse this creation now${hint}`, { retryAfterSecs: 2 })
  }
}

function howOf(body: CreateInitiationWire): InitiationWork['how'] {
  switch (body.type) {
    case 'prefunded':
      return { type: 'prefunded' }
    case 'signed':
      return { type: 'signed', deadline: body.deadline, creatorSignature: body.creator_signature as Hex }
    case 'permit':
      return {
        type: 'permit',
        deadline: body.deadline,
        creatorSignature: body.creator_signature as Hex,
        permitDeadline: BigInt(body.permit_deadline),
        permitSignature: body.permit_signature as Hex,
      }
    case 'permit2':
      return {
        type: 'permit2',
        nonce: BigInt(body.nonce),
        deadline: body.deadline,
        signature: body.signature as Hex,
      }
    case 'eip3009':
      return {
        type: 'eip3009',
        validAfter: BigInt(body.valid_after),
        validBefore: BigInt(body.valid_before),
        nonce: body.nonce as Hex,
        signature: body.signature as Hex,
      }
  }
}

function requireSafe(decision: InitiationDecision): void {
  if (decision.type === 'wait') {
    const details =
      decision.code === 'PREFUND_MISSING'
        ? { details: { held: String(decision.held), required: String(decision.required) } }
        : {}
    throw new AppError(decision.code, decision.reason, { retryAfterSecs: 2, ...details })
  }
  if (decision.type === 'refuse')
    throw new AppError(decision.code === 'CANCELLED' ? 'ORDER_FINAL' : decision.code, decision.reason)
}
