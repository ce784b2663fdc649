import {
  encodeCancel,
  encodeCancelWithConsent,
  encodeClaim,
  encodeClaimBatch,
  encodeClaimHop,
  encodeCreateEscrow,
  encodeCreateEscrowAuthorized,
  encodeCreateEscrowBatch,
  encodeCreateEscrowPermit,
  encodeCreateEscrowPermit2,
  encodeCreateEscrowSigned,
  encodeCreateEscrowSignedBatch,
  encodeRecoverPrefund,
  encodeSweep,
} from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { Call } from '../transactions/domain/request.ts'
import { type BatchKind, batchKindOf } from './domain/batch-kind.ts'
import { batchGasLimit, type GasLimits } from './domain/gas-limits.ts'
import { type InitiationWork, isJob, type JobWork, targetOf, type Work, type WorkRequest } from './domain/work.ts'

/** The call that does a piece of work. A claim's call holds its secret: build it only to simulate, sign and send it. */
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

export interface BatchMember {
  work: Work
  secret: Hex | undefined
}

/** The call of a batch, which holds the secrets of all of its claims. */
export function batchCallOf(
  members: readonly BatchMember[],
  registry: Address,
  limits: GasLimits,
): { call: Call; gasLimit: bigint } {
  const [kind, ...others] = new Set(members.map(({ work }) => batchKindOf(work)))
  if (kind === undefined || others.length > 0) throw new Error('a batch has members of one kind')
  const data = batchData(kind, members, limits)
  return { call: { to: registry, data }, gasLimit: batchGasLimit(kind, members.length, limits) }
}

function batchData(kind: BatchKind, members: readonly BatchMember[], limits: GasLimits): Hex {
  switch (kind) {
    case 'claim':
      return encodeClaimBatch(members.map((member) => ({ ...claimOf(member), gasLimit: limits.claim })))
    case 'prefunded':
      return encodeCreateEscrowBatch(members.map(({ work }) => targetOf(work).terms))
    case 'signed':
      return encodeCreateEscrowSignedBatch(members.map(({ work }) => signedCreationOf(work)))
  }
}

function claimOf({ work, secret }: BatchMember) {
  if (secret === undefined) throw new Error('a claim needs its secret')
  return { terms: targetOf(work).terms, secret }
}

function signedCreationOf(work: Work) {
  if (work.kind !== 'initiation' || work.how.type !== 'signed') throw new Error('the creation is not signed')
  const { deadline, creatorSignature } = work.how
  return { terms: work.source.terms, deadline, creatorSignature }
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
