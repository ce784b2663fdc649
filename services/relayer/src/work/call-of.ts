import {
  type EscrowTerms,
  encodeCancel,
  encodeCancelWithConsent,
  encodeClaim,
  encodeClaimBatch,
  encodeClaimHop,
  encodeCreateEscrow,
  encodeCreateEscrowAuthorized,
  encodeCreateEscrowPermit,
  encodeCreateEscrowPermit2,
  encodeCreateEscrowSigned,
  encodeRecoverPrefund,
  encodeSweep,
} from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { Call } from '../transactions/domain/request.ts'
import { batchGasLimit, type GasLimits } from './domain/gas-limits.ts'
import { type InitiationWork, isJob, type JobWork, type WorkRequest } from './domain/work.ts'

/** The transaction that does the work. A claim's holds the secret: build it only to simulate, sign and send it. */
export function callOf({ work }: Pick<WorkRequest, 'work'>, registry: Address, secret: Hex | undefined): Call {
  if (work.kind === 'initiation') return { to: registry, data: initiationData(work) }
  if (isJob(work)) return jobCall(work, registry, secret)
  if (secret === undefined) throw new Error('a claim needs its secret')
  const { destination, hop } = work
  return {
    to: registry,
    data:
      hop === null
        ? encodeClaim(destination.terms, secret)
        : encodeClaimHop(destination.terms, secret, hop.route, hop.signature),
  }
}

function jobCall({ job, escrow, consent }: JobWork, registry: Address, secret: Hex | undefined): Call {
  if (job === 'cancel') return { to: registry, data: encodeCancel(escrow.terms) }
  if (job === 'recover_prefund') return { to: registry, data: encodeRecoverPrefund(escrow.terms) }
  if (job === 'sweep') return { to: registry, data: encodeSweep(escrow.terms, escrow.terms.token) }
  if (job === 'consent') {
    if (consent === undefined) throw new Error('a cancellation by consent needs the consent')
    return { to: registry, data: encodeCancelWithConsent(escrow.terms, consent) }
  }
  if (secret === undefined) throw new Error('a claim needs its secret')
  return { to: registry, data: encodeClaim(escrow.terms, secret) }
}

/** The transaction that claims several vaults of one registry, and its gas limit. It holds all their secrets. */
export function batchCallOf(
  claims: readonly { terms: EscrowTerms; secret: Hex }[],
  registry: Address,
  limits: GasLimits,
): { call: Call; gasLimit: bigint } {
  const items = claims.map((claim) => ({ ...claim, gasLimit: limits.claim }))
  return { call: { to: registry, data: encodeClaimBatch(items) }, gasLimit: batchGasLimit(items.length, limits) }
}

function initiationData({ source: { terms }, how }: InitiationWork): Hex {
  switch (how.type) {
    case 'prefunded':
      return encodeCreateEscrow(terms)
    case 'signed':
      return encodeCreateEscrowSigned({ terms, ...how })
    case 'permit':
      return encodeCreateEscrowPermit({ terms, ...how })
    case 'permit2':
      return encodeCreateEscrowPermit2({ terms, ...how, deadline: BigInt(how.deadline) })
    case 'eip3009':
      return encodeCreateEscrowAuthorized({ terms, ...how })
  }
}
