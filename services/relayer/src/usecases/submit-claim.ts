import { timingSafeEqual } from 'node:crypto'
import type { CreateClaim, Network } from '@tandem/contracts'
import { hashSecret } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import { type Hex, hexToBytes } from 'viem'
import type { ClaimVerdict } from '../domain/safety.ts'
import type { ClaimWork, Settlement } from '../domain/settlement.ts'
import { checkHop } from './check-hop.ts'
import { type Chains, chainOf, judge } from './judge.ts'
import type { Clock, Orderbook, SettlementStore } from './ports.ts'
import { escrowsOf } from './work-of-order.ts'

export interface SubmitClaimDeps {
  orderbook: Orderbook
  store: Pick<SettlementStore, 'findByOrder' | 'insert'>
  chains: Chains
  network: Network
  /** Counts a wrong secret for an order. @throws AppError RATE_LIMITED when there were too many. */
  countWrongSecret: (orderId: string) => Promise<void>
  /** Wakes a worker. It may fail: the sweeper finds the claim anyway. */
  ring: (id: string) => Promise<void>
  now: Clock
}

/**
 * Takes a claim. The secret is kept only when it is safe to reveal; otherwise it is forgotten with the request.
 *
 * @returns the claim, and whether it is new. The same claim again returns the same one.
 * @throws AppError, by docs/errors.md. None repeats the secret.
 */
export function makeSubmitClaim(deps: SubmitClaimDeps) {
  return async ({ orderId, secret, hop }: CreateClaim): Promise<{ settlement: Settlement; isNew: boolean }> => {
    const existing = await deps.store.findByOrder(orderId, 'claim')
    if (existing !== undefined) {
      await requireSecret(orderId, secret, existing.commitmentHash, deps)
      requireSameHop(existing, hop?.signature ?? null)
      return { settlement: existing, isNew: false }
    }
    const order = await deps.orderbook.getOrder(orderId)
    const { source, destination } = escrowsOf(order, deps.network)
    await requireSecret(orderId, secret, destination.terms.commitmentHash, deps)
    const chain = chainOf(deps.chains, destination)
    const nowSecs = Math.floor(deps.now() / 1000)
    const checkedHop = await checkHop({
      intent: order.destination_intent,
      escrow: destination,
      hop,
      chain,
      network: deps.network,
      nowSecs,
    })
    const work: ClaimWork = { kind: 'claim', source, destination, hop: checkedHop }
    requireSafe((await judge(work, deps.chains, deps.network)) as ClaimVerdict)

    const stored = await deps.store.insert({ orderId, work, commitmentHash: destination.terms.commitmentHash, secret })
    if (stored.isNew) await deps.ring(stored.settlement.id).catch(() => undefined)
    return stored
  }
}

async function requireSecret(orderId: string, secret: Hex, commitmentHash: Hex, deps: SubmitClaimDeps): Promise<void> {
  if (timingSafeEqual(hexToBytes(hashSecret(secret)), hexToBytes(commitmentHash))) return
  await deps.countWrongSecret(orderId)
  throw new AppError('WRONG_SECRET', "SHA-256 of the secret is not the order's commitment hash")
}

function requireSameHop({ work }: Settlement, signature: Hex | null): void {
  const known = work.kind === 'claim' ? (work.hop?.signature ?? null) : null
  if (known !== signature) throw new AppError('CLAIM_CONFLICT', 'the claim was made with another hop payload')
}

/** Seconds after which a client should ask again. */
const retryAfterSecs = 2

/** @throws AppError unless the secret may leave now, or is public already. */
function requireSafe(verdict: ClaimVerdict): void {
  switch (verdict.verdict) {
    case 'safe':
    case 'settled':
      return
    case 'wait':
      throw new AppError(verdict.code, verdict.reason, { retryAfterSecs })
    case 'refuse':
      throw new AppError(verdict.code === 'CANCELLED' ? 'ORDER_FINAL' : verdict.code, verdict.reason)
  }
}
