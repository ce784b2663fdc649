import { timingSafeEqual } from 'node:crypto'
import type { CreateClaim, Network } from '@tandem/contracts'
import { hashSecret, isSameAddress } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import { type Address, type Hex, hexToBytes } from 'viem'
import type { Side } from '../domain/keeping.ts'
import type { ClaimVerdict } from '../domain/safety.ts'
import type { ClaimWork, Escrow, Settlement, Work } from '../domain/settlement.ts'
import { checkHop } from './check-hop.ts'
import { findSettlingTx, readSettling } from './find-settling.ts'
import { type Chains, chainOf, type HasSigner, judge, requireSigner } from './judge.ts'
import type { Clock, Orderbook, SettlementStore } from './ports.ts'
import { escrowsOf } from './work-of-order.ts'

export interface SubmitClaimDeps {
  orderbook: Orderbook
  store: Pick<SettlementStore, 'findByOrder' | 'insert' | 'reopen' | 'advance'>
  chains: Chains
  network: Network
  /** Counts a wrong secret for an order. @throws AppError RATE_LIMITED when there were too many. */
  countWrongSecret: (orderId: string) => Promise<void>
  hasSigner: HasSigner
  /** Wakes a worker. It may be lost: the sweeper finds the claim anyway. */
  ring: (settlement: Settlement) => void
  moved: (settlement: Settlement, reason: string) => void
  now: Clock
}

/** Seconds after which a client should ask again. */
const retryAfterSecs = 2

/**
 * Takes a claim. The secret is kept only when it is safe to reveal; otherwise it is forgotten with the request.
 *
 * @returns the claim, and whether something new is to be done. The same claim again returns the same one.
 * @throws AppError, by docs/errors.md. None repeats the secret.
 */
export function makeSubmitClaim(deps: SubmitClaimDeps) {
  return async ({ orderId, secret, swapId, hop }: CreateClaim): Promise<{ settlement: Settlement; isNew: boolean }> => {
    const existing = await deps.store.findByOrder(orderId, 'claim')
    if (existing !== undefined) {
      await requireSecret(orderId, secret, existing.commitmentHash, deps)
      // One that was rejected never left: it is judged anew, and goes the same way once more.
      if (existing.state !== 'rejected') {
        requireSameHop(existing, hop?.signature ?? null)
        requireSameVault(swapId, (existing.work as ClaimWork).destination)
        return { settlement: existing, isNew: false }
      }
    }
    const order = await deps.orderbook.getOrder(orderId)
    const { source, destination } = escrowsOf(order, deps.network)
    requireSameVault(swapId, destination)
    await requireSecret(orderId, secret, destination.terms.commitmentHash, deps)
    const work: ClaimWork = { kind: 'claim', source, destination, hop: checkHop(order.destination_intent, hop) }
    const verdict = (await judge(work, deps)) as ClaimVerdict
    if (verdict.verdict === 'wait')
      throw new AppError(verdict.code, verdict.reason, verdict.code === 'PAYOUT_TOO_COSTLY' ? {} : { retryAfterSecs })
    if (verdict.verdict === 'refuse') {
      const { code, reason } = verdict
      throw code === 'CANCELLED' ? await orderFinal(work, reason) : new AppError(code, reason)
    }

    if (verdict.verdict !== 'settled') requireSigner(deps.hasSigner, destination)

    const stored = await keep(existing, { orderId, work, commitmentHash: destination.terms.commitmentHash, secret })
    const ended = verdict.verdict === 'settled' ? await supersede(stored.settlement) : undefined
    if (ended !== undefined) return { settlement: ended, isNew: false }
    if (stored.isNew) deps.ring(stored.settlement)
    return stored
  }

  /** Stores it, or the one that was rejected once more. */
  async function keep(
    rejected: Settlement | undefined,
    claim: Parameters<SettlementStore['insert']>[0] & { secret: Hex },
  ): Promise<{ settlement: Settlement; isNew: boolean }> {
    if (rejected === undefined) return deps.store.insert(claim)
    const again = await deps.store.reopen(rejected, claim)
    if (again !== undefined) {
      deps.moved(again, 'posted again')
      return { settlement: again, isNew: true }
    }
    // Another request was first.
    const settlement = await deps.store.findByOrder(claim.orderId, 'claim')
    if (settlement === undefined) throw new Error('the claim that was stored is gone')
    return { settlement, isNew: false }
  }

  /**
   * Another party has claimed: nothing is left to do, once that stands so deep that no reorg takes it away. Until then the
   * claim waits with the others, for then its secret is needed.
   */
  async function supersede(settlement: Settlement): Promise<Settlement | undefined> {
    const chain = chainOf(deps.chains, (settlement.work as ClaimWork).destination)
    if (settlement.state !== 'accepted') return undefined
    if ((await readSettling(chain, settlement.work)).type !== 'done') return undefined
    const txHash = await findSettlingTx(chain, settlement.work)
    const reason = txHash === undefined ? 'settled; by which transaction is not found' : `settled in ${txHash}`
    const ended = await deps.store.advance(
      settlement,
      'settled_by_other',
      reason,
      txHash === undefined ? {} : { txHash },
    )
    if (ended !== undefined) deps.moved(ended, reason)
    return ended
  }

  /** What became of the order, for the client to read. */
  async function orderFinal({ source, destination }: ClaimWork, reason: string): Promise<AppError> {
    const sides = await Promise.all(
      Object.entries({ source, destination }).map(async ([side, escrow]) => {
        const { latest } = await chainOf(deps.chains, escrow).readVault(escrow)
        const isCancelled = latest.state === 'cancelled'
        const txHash = isCancelled ? await settlingTx(escrow, `cancel_${side as Side}`) : undefined
        return [
          side,
          { chain: escrow.chain, swap_id: escrow.vault, state: latest.state, cancel_tx_hash: txHash ?? null },
        ]
      }),
    )
    return new AppError('ORDER_FINAL', reason, { details: Object.fromEntries(sides) })
  }

  async function settlingTx(escrow: Escrow, kind: Work['kind']): Promise<Hex | undefined> {
    return (await chainOf(deps.chains, escrow).findSettlingTx(escrow.vault, kind))?.hash
  }
}

async function requireSecret(orderId: string, secret: Hex, commitmentHash: Hex, deps: SubmitClaimDeps): Promise<void> {
  if (timingSafeEqual(hexToBytes(hashSecret(secret)), hexToBytes(commitmentHash))) return
  await deps.countWrongSecret(orderId)
  throw new AppError('WRONG_SECRET', "SHA-256 of the secret is not the order's commitment hash")
}

/** The client names the vault that it has verified: the orderbook alone must not decide which one its secret opens. */
function requireSameVault(swapId: Address | null, { vault }: Escrow): void {
  if (swapId === null || isSameAddress(swapId, vault)) return
  const details = { field: 'swap_id', expected: vault, given: swapId }
  throw new AppError('SWAP_MISMATCH', 'swap_id is not the destination vault of this order', { details })
}

function requireSameHop({ work }: Settlement, signature: Hex | null): void {
  const known = work.kind === 'claim' ? (work.hop?.signature ?? null) : null
  if (known !== signature) throw new AppError('CLAIM_CONFLICT', 'the claim was made with another hop payload')
}
