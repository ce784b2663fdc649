import type { ClaimWire, InitiationWire, RefundWire } from '@tandem/contracts'
import type { Hex } from 'viem'
import type { Reason } from '../transactions/domain/request.ts'
import { statusOf } from '../transactions/domain/request-lifecycle.ts'
import type { Attempt } from '../transactions/ports.ts'
import { isJob, targetOf, type WorkRequest } from './domain/work.ts'

type AttemptWire = ClaimWire['attempts'][number]

function outcomeOf(attempt: Attempt, replacement: Attempt | undefined): AttemptWire['outcome'] {
  if (attempt.outcome === 'reverted') return 'reverted'
  if (replacement !== undefined) return 'replaced'
  if (attempt.outcome !== null) return attempt.outcome
  return attempt.broadcastStartedAt === null ? 'signed' : 'sent'
}

/** The transaction that replaced this one: the mined one of its nonce, or, while none is mined, the next one. */
function replacementOf(attempt: Attempt, all: readonly Attempt[], minedHash: Hex | null): Attempt | undefined {
  const { key } = attempt
  const ofNonce = all.filter((one) => one.key.signer === key.signer && one.key.nonce === key.nonce)
  const mined =
    ofNonce.find(({ hash }) => hash === minedHash) ??
    ofNonce.find(({ outcome }) => outcome === 'mined' || outcome === 'reverted')
  if (mined !== undefined) return mined === attempt ? undefined : mined
  return ofNonce.find(({ number }) => number === attempt.number + 1)
}

function attemptWire(attempt: Attempt, all: readonly Attempt[], minedHash: Hex | null): AttemptWire {
  const { key } = attempt
  const replacement = replacementOf(attempt, all, minedHash)
  return {
    tx_hash: attempt.hash,
    signer: key.signer,
    nonce: Number(key.nonce),
    max_fee_per_gas: String(attempt.maxFeePerGas),
    max_priority_fee_per_gas: String(attempt.maxPriorityFeePerGas),
    gas_limit: String(attempt.gasLimit),
    replaced_by: replacement?.hash ?? null,
    provider: attempt.provider,
    outcome: attempt.hash === minedHash ? 'mined' : outcomeOf(attempt, replacement),
    error_class: attempt.errorClass,
    created_at: attempt.createdAt.toISOString(),
    broadcast_at: attempt.broadcastStartedAt?.toISOString() ?? null,
  }
}

function requestFields(request: WorkRequest, attempts: readonly Attempt[]) {
  const { chain, vault } = targetOf(request.work)
  return {
    order_id: request.orderId,
    swap_id: vault,
    chain,
    status: statusOf[request.state],
    attempts: attempts.map((attempt) => attemptWire(attempt, attempts, request.txHash)),
    error_code: request.errorCode,
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
  }
}

/** A claim as clients see it. No field can hold the secret. */
export const claimWire = (request: WorkRequest, attempts: readonly Attempt[]): ClaimWire => ({
  claim_id: request.id,
  claim_tx_hash: request.txHash,
  ...requestFields(request, attempts),
})

export function initiationWire(
  request: WorkRequest,
  attempts: readonly Attempt[],
  reason: Reason | null,
): InitiationWire {
  if (request.work.kind !== 'initiation') throw new Error('a claim is not an initiation')
  return {
    initiation_id: request.id,
    type: request.work.how.type,
    create_tx_hash: request.txHash,
    reason: reason && { code: reason.code, message: reason.text },
    ...requestFields(request, attempts),
  }
}

export function refundWire(request: WorkRequest, attempts: readonly Attempt[]): RefundWire {
  const { work } = request
  if (!isJob(work) || work.job === 'claim') throw new Error('it gives nothing back')
  return {
    refund_id: request.id,
    way: work.job,
    refund_tx_hash: request.txHash,
    ...requestFields(request, attempts),
  }
}
