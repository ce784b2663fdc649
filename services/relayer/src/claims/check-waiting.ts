import { isDeepStrictEqual } from 'node:util'
import type { Network } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { Sponsor } from '../budgets/sponsor.ts'
import type { Reason } from '../transactions/domain/request.ts'
import { failureOf, type Refusal } from '../work/domain/failure-of.ts'
import type { ClaimDecision } from '../work/domain/safety.ts'
import type { ClaimWork, WorkRequest } from '../work/domain/work.ts'
import { escrowsOf } from '../work/escrows-of-order.ts'
import {
  type Chains,
  type HasSigner,
  type Orderbook,
  type RequireAble,
  requireSigner,
  type WaitingStore,
  type WorkStore,
  type WorkTransactions,
} from '../work/ports.ts'
import { type CheckDeps, checkClaim } from './check-claim.ts'
import { isWorthAsking, nextCheckSecs, type WaitingOrder, whyGivenUp } from './domain/waiting.ts'
import { waitingOrderOf } from './waiting-order.ts'

export interface CheckWaitingDeps extends CheckDeps {
  orderbook: Pick<Orderbook, 'getOrder'>
  store: Pick<WorkStore, 'waitedFor'>
  waiting: Pick<WaitingStore, 'refresh'>
  transactions: Pick<WorkTransactions, 'release' | 'refuse' | 'postpone' | 'wake'>
  chains: Chains
  network: Network
  hasSigner: HasSigner
  requireAble: RequireAble
  sponsor: Sponsor
}

/** Seconds until a claim is checked again when the orderbook did not show its order. */
const untoldSecs = 60

/**
 * Makes the check of a claim that waits. The claim becomes an ordinary one once revealing is safe by the rules of every claim,
 * and fails once revealing can no longer become safe. The orderbook only says when to ask the chains; the chains decide.
 */
export function makeCheckWaiting(deps: CheckWaitingDeps) {
  return async (request: WorkRequest): Promise<void> => {
    const stored = request.work as ClaimWork
    const now = Math.floor(deps.now() / 1_000)
    const isOver = now >= stored.destination.terms.cancelAfter
    const told = await readOrder(request, stored)
    if (told instanceof AppError && !isOver) return postpone(request, untoldSecs, told)
    const { work, order } = told instanceof AppError ? { work: stored, order: undefined } : told
    if (order !== undefined && !isWorthAsking(order, now))
      return postpone(request, nextCheckSecs(order, now), { code: 'not_filled', message: 'the order is not filled' })
    const decision = await checkClaim(work, deps)
    const end = endOf(decision, { isOver, givenUp: order && whyGivenUp(order, now) })
    if (end !== undefined) return refuse(request, end)
    if (decision.type === 'wait')
      return postpone(request, order === undefined ? untoldSecs : nextCheckSecs(order, now), {
        code: decision.code,
        message: decision.reason,
      })
    return release(request, work, order === undefined ? untoldSecs : nextCheckSecs(order, now))
  }

  /** Reads the order. Once it is paid, what it shows is stored with the claim, such as the transactions that made its escrows. */
  async function readOrder(
    request: WorkRequest,
    stored: ClaimWork,
  ): Promise<{ work: ClaimWork; order: WaitingOrder } | AppError> {
    try {
      const wire = await deps.orderbook.getOrder(request.orderId)
      const { source, destination } = escrowsOf(wire, deps.network)
      if (source.vault !== stored.source.vault || destination.vault !== stored.destination.vault)
        throw new AppError('VAULT_MISMATCH', 'the order names other vaults than before')
      const work = { ...stored, source, destination }
      const order = waitingOrderOf(wire, work, deps.network)
      if (order.isPaid && !isDeepStrictEqual(work, stored)) await deps.waiting.refresh(request, work)
      return { work, order }
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
  }

  /** Turns the claim into work. From here on it needs a signer and a budget like any other claim. */
  async function release(request: WorkRequest, work: ClaimWork, againSecs: number): Promise<void> {
    try {
      deps.requireAble([work.source.chain, work.destination.chain])
      requireSigner(deps.hasSigner, work.destination)
      await deps.sponsor({ order: { order_id: request.orderId }, work, isPublic: false })
    } catch (error) {
      if (error instanceof AppError) return postpone(request, againSecs, error)
      throw error
    }
    const released = await deps.transactions.release(request)
    if (released !== undefined) deps.transactions.wake(released)
  }

  async function refuse(request: WorkRequest, { code, reason }: End): Promise<void> {
    const waitedFor = await deps.store.waitedFor(request.id)
    await deps.transactions.refuse(request, failureOf(code, waitedFor?.code), reason)
  }

  function postpone(
    request: WorkRequest,
    seconds: number,
    { code, message }: { code: string; message: string },
  ): Promise<void> {
    const reason: Reason = { code: code.toLowerCase(), text: message }
    return deps.transactions.postpone(request, seconds * 1_000, reason)
  }
}

type End = { code: Refusal; reason: string }

/**
 * Why the claim ends; undefined while revealing is safe or may become safe. A claim whose time is over ends even when the chains
 * cannot be read.
 */
function endOf(
  decision: ClaimDecision,
  { isOver, givenUp }: { isOver: boolean; givenUp: string | undefined },
): End | undefined {
  if (decision.type === 'refuse') return decision
  if (decision.type !== 'wait') return undefined
  if (isOver) return { code: 'TOO_LATE', reason: 'the time of the destination is over' }
  // The chains have to confirm what the orderbook says: the source may exist before the orderbook shows it.
  if (givenUp !== undefined && decision.code === 'SOURCE_NOT_INITIATED') return { code: 'TOO_LATE', reason: givenUp }
  return undefined
}
