import type { ClaimWire, InitiationWire } from '@tandem/contracts'
import { type Settlement, targetOf } from '../domain/settlement.ts'
import { statusOf } from '../domain/settlement-state.ts'
import type { Attempt } from '../usecases/ports.ts'

type AttemptWire = ClaimWire['attempts'][number]

function outcomeOf(attempt: Attempt, isReplaced: boolean): AttemptWire['outcome'] {
  if (attempt.outcome !== null) return attempt.outcome
  if (isReplaced) return 'replaced'
  return attempt.broadcastStartedAt === null ? 'signed' : 'sent'
}

function attemptWire(attempt: Attempt, all: readonly Attempt[]): AttemptWire {
  const { slot } = attempt
  const next = all.find(
    (one) => one.slot.signer === slot.signer && one.slot.nonce === slot.nonce && one.number === attempt.number + 1,
  )
  return {
    tx_hash: attempt.hash,
    signer: slot.signer,
    nonce: Number(slot.nonce),
    max_fee_per_gas: String(attempt.maxFeePerGas),
    max_priority_fee_per_gas: String(attempt.maxPriorityFeePerGas),
    gas_limit: String(attempt.gasLimit),
    replaced_by: next?.hash ?? null,
    provider: attempt.provider,
    outcome: outcomeOf(attempt, next !== undefined),
    error_class: attempt.errorClass,
    created_at: attempt.createdAt.toISOString(),
    broadcast_at: attempt.broadcastStartedAt?.toISOString() ?? null,
  }
}

function settlementFields(settlement: Settlement, attempts: readonly Attempt[]) {
  const { chain, vault } = targetOf(settlement.work)
  return {
    order_id: settlement.orderId,
    swap_id: vault,
    chain,
    status: statusOf[settlement.state],
    attempts: attempts.map((attempt) => attemptWire(attempt, attempts)),
    error_code: settlement.errorCode,
    created_at: settlement.createdAt.toISOString(),
    updated_at: settlement.updatedAt.toISOString(),
  }
}

/** A claim on the wire. It has no field that could carry the secret. */
export const claimWire = (settlement: Settlement, attempts: readonly Attempt[]): ClaimWire => ({
  claim_id: settlement.id,
  claim_tx_hash: settlement.txHash,
  ...settlementFields(settlement, attempts),
})

export function initiationWire(settlement: Settlement, attempts: readonly Attempt[]): InitiationWire {
  if (settlement.work.kind !== 'initiation') throw new Error('a claim is not an initiation')
  return {
    initiation_id: settlement.id,
    type: settlement.work.how.type,
    create_tx_hash: settlement.txHash,
    ...settlementFields(settlement, attempts),
  }
}
