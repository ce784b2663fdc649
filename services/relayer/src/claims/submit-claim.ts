import { isBelieved } from '@tandem/chain'
import type { CreateClaim, Network, OrderWire } from '@tandem/contracts'
import { isSameAddress } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import type { Address, Hex } from 'viem'
import type { Sponsor } from '../budgets/sponsor.ts'
import type { Clock, TransactionObserver } from '../transactions/ports.ts'
import type { Escrow } from '../vaults/domain/escrow.ts'
import { maxDispatchGas } from '../work/domain/gas-limits.ts'
import type { ClaimWait } from '../work/domain/safety.ts'
import type { ClaimWork, WorkRequest } from '../work/domain/work.ts'
import { escrowsOf } from '../work/escrows-of-order.ts'
import { findEnding, findEndingTx } from '../work/find-settling.ts'
import {
  type Chains,
  chainOf,
  type HasSigner,
  type Orderbook,
  type RequireAble,
  requireBelief,
  requireSigner,
  type Submission,
  type Submitted,
  type WaitingLimit,
  type WaitingStore,
  type WorkStore,
  type WorkTransactions,
} from '../work/ports.ts'
import { checkClaim } from './check-claim.ts'
import { checkHop } from './check-hop.ts'
import { requireSecret, type WrongSecretLimit } from './require-secret.ts'
import { requireWaitable, waitingOrderOf } from './waiting-order.ts'

export interface SubmitClaimDeps {
  orderbook: Pick<Orderbook, 'getOrder'>
  store: Pick<WorkStore, 'findByOrder'>
  transactions: Pick<WorkTransactions, 'submitAgain' | 'resubmit' | 'wake' | 'abandon'>
  chains: Chains
  network: Network
  waiting: Pick<WaitingStore, 'add'>
  /** Requests an early check of the claims that wait. */
  checkSoon: () => void
  observe: Pick<TransactionObserver, 'moved'>
  countWrongSecret: WrongSecretLimit
  hasSigner: HasSigner
  requireAble: RequireAble
  sponsor: Sponsor
  now: Clock
}

const retryAfterSecs = 2

/** The client that a waiting claim counts for, as long as nobody has paid its order. */
export interface Client {
  /** Who is asking: a hash of the API key, or of the client's IP network when there is no key. */
  hash: string
  /** Whether the client has an API key. For a client with a key there is no limit. */
  hasKey: boolean
}

export type SubmitClaim = (claim: CreateClaim, client: Client) => Promise<Submitted>

/** How many claims may wait for orders that nobody has paid, for each client and in all. Such an order costs nothing to make. */
const maxUnpaid = { client: 20, all: 5_000 } as const

/**
 * Reasons to wait that can pass by themselves, so that a claim may wait for them. A payout that is too costly does not pass, so
 * the client gets that error at once.
 */
const mayBeWaitedFor: readonly ClaimWait[] = [
  'SOURCE_NOT_INITIATED',
  'DESTINATION_NOT_INITIATED',
  'CHAIN_UNAVAILABLE',
  'PAYOUT_BLOCKED',
]

/**
 * Takes a claim. Its secret is stored only when it is safe to reveal, or, with `wait`, until it is. The same claim again returns
 * the same request.
 * @throws AppError, by docs/errors.md. No error repeats the secret.
 */
export function makeSubmitClaim(deps: SubmitClaimDeps): SubmitClaim {
  return async ({ orderId, secret, swapId, hop, wait }, client) => {
    const existing = await deps.store.findByOrder(orderId, 'claim')
    if (existing !== undefined) {
      await requireSecret(existing, secret, deps.countWrongSecret)
      // The secret of a claim that waits, or was rejected, has not left the relayer, so the claim is checked again.
      if (existing.state !== 'rejected' && existing.state !== 'waiting') {
        requireSameHop(existing, hop?.signature ?? null)
        requireSameVault(swapId, (existing.work as ClaimWork).destination)
        return (await takeUpAgain(deps, existing, secret)) ?? { request: existing, isNew: false }
      }
    }
    const order = await deps.orderbook.getOrder(orderId)
    const { source, destination } = escrowsOf(order, deps.network)
    requireSameVault(swapId, destination)
    const { commitmentHash } = destination.terms
    await requireSecret({ orderId, commitmentHash }, secret, deps.countWrongSecret)
    // A claim whose secret is public has to be taken, whatever the endpoints lack.
    if (!isPublic(order, secret)) deps.requireAble([source.chain, destination.chain])
    const maxGas = maxDispatchGas(chainOf(deps.chains, destination).gasLimits)
    const checked = checkHop(order.destination_intent, hop, maxGas)
    const work: ClaimWork = { kind: 'claim', source, destination, hop: checked }
    const decision = await checkClaim(work, deps)
    if (decision.type === 'wait' && wait && mayBeWaitedFor.includes(decision.code))
      return keepWaiting({ orderId, work, commitmentHash, secret }, order, client)
    if (decision.type === 'wait')
      throw new AppError(
        decision.code,
        decision.reason,
        decision.code === 'PAYOUT_TOO_COSTLY' ? {} : { retryAfterSecs },
      )
    if (decision.type === 'refuse') {
      const { code, reason } = decision
      throw code === 'CANCELLED' ? await orderFinal(deps.chains, work, reason) : new AppError(code, reason)
    }

    if (decision.type !== 'settled') {
      requireSigner(deps.hasSigner, destination)
      await deps.sponsor({ order, work, isPublic: isPublic(order, secret) })
    }

    const submitted = await deps.transactions.submitAgain({ orderId, work, commitmentHash, secret })
    const ended = decision.type === 'settled' ? await supersede(submitted.request) : undefined
    if (ended !== undefined) return { request: ended, isNew: false }
    if (submitted.isNew) deps.transactions.wake(submitted.request)
    return submitted
  }

  /** Keeps a claim until revealing is safe. No gas money and no budget is set aside for it while it waits. */
  async function keepWaiting(
    submission: Submission & { work: ClaimWork },
    order: OrderWire,
    client: Client,
  ): Promise<Submitted> {
    const shown = waitingOrderOf(order, submission.work, deps.network)
    requireWaitable(shown, submission.work, Math.floor(deps.now() / 1_000))
    const unpaid = shown.isPaid || client.hasKey ? null : { clientHash: client.hash, most: maxUnpaid }
    const kept = await deps.waiting.add(submission, unpaid)
    if ('limit' in kept) throw tooManyWaiting(kept.limit)
    if (kept.isNew) deps.observe.moved(kept.request, 'posted to wait')
    deps.checkSoon()
    return kept
  }

  /**
   * Ends the claim when another party has claimed. The claim stays open until no reorg can undo the other party's,
   * because its secret may still be needed.
   */
  async function supersede(request: WorkRequest): Promise<WorkRequest | undefined> {
    const chain = chainOf(deps.chains, (request.work as ClaimWork).destination)
    if (request.state !== 'accepted') return undefined
    if ((await findEnding(chain, request.work)).type !== 'done') return undefined
    const txHash = await findEndingTx(chain, request.work)
    const reason = txHash === undefined ? 'settled; by which transaction is not found' : `settled in ${txHash}`
    return deps.transactions.abandon(request, { reason, txHash })
  }
}

/**
 * Takes up a claim that had ended, when its vault is open again: a reorg deeper than the depth can do that, and the
 * claim's bytes are erased by then. The secret is public, so only the chain and the budget are asked.
 */
async function takeUpAgain(
  { chains, sponsor, transactions }: SubmitClaimDeps,
  request: WorkRequest,
  secret: Hex,
): Promise<Submitted | undefined> {
  const { state, orderId, commitmentHash } = request
  if (state !== 'confirmed' && state !== 'superseded') return undefined
  const work = request.work as ClaimWork
  const vault = await chainOf(chains, work.destination).readVault(work.destination)
  if (!isBelieved(vault) || vault.value.latest.state !== 'open') return undefined
  await sponsor({ order: { order_id: orderId }, work, isPublic: true })
  const submitted = await transactions.resubmit(request, { orderId, work, commitmentHash, secret })
  if (submitted.isNew) transactions.wake(submitted.request)
  return submitted
}

const tooManyWaiting = (details: WaitingLimit): AppError =>
  new AppError('TOO_MANY_WAITING_CLAIMS', 'too many claims wait for orders that nobody has paid', {
    retryAfterSecs: 60,
    details: { ...details },
  })

/** The error for an order that is over. Its details show the client how both escrows ended. */
async function orderFinal(chains: Chains, { source, destination }: ClaimWork, reason: string): Promise<AppError> {
  const sides = await Promise.all(
    Object.entries({ source, destination }).map(async ([side, escrow]) => {
      const chain = chainOf(chains, escrow)
      const { latest } = requireBelief(escrow, await chain.readVault(escrow))
      const isCancelled = latest.state === 'cancelled'
      const settling = isCancelled ? await chain.findSettlingTx(escrow.vault, 'settled') : undefined
      return [
        side,
        { chain: escrow.chain, swap_id: escrow.vault, state: latest.state, cancel_tx_hash: settling?.hash ?? null },
      ]
    }),
  )
  return new AppError('ORDER_FINAL', reason, { details: Object.fromEntries(sides) })
}

/** Whether a claim on either chain has published this secret, as far as the orderbook's watcher has seen. */
const isPublic = ({ source_intent: source, destination_intent: destination }: OrderWire, secret: Hex): boolean =>
  [source, destination].some(({ commitment }) => commitment?.toLowerCase() === secret)

/** Requires the vault that the client has verified: the orderbook alone must not decide which vault the secret opens. */
function requireSameVault(swapId: Address | null, { vault }: Escrow): void {
  if (swapId === null || isSameAddress(swapId, vault)) return
  const details = { field: 'swap_id', expected: vault, given: swapId }
  throw new AppError('SWAP_MISMATCH', 'swap_id is not the destination vault of this order', { details })
}

function requireSameHop({ work }: WorkRequest, signature: Hex | null): void {
  const known = work.kind === 'claim' ? (work.hop?.signature ?? null) : null
  if (known !== signature) throw new AppError('CLAIM_CONFLICT', 'the claim was made with another hop payload')
}
