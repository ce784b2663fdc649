import type { RequestFailure } from '@tandem/contracts'
import type { EscrowTerms, HopRoute } from '@tandem/escrow'
import type { Hex } from 'viem'
import type { RequestFormat, RequestRow } from '../../transactions/db/request.rows.ts'
import { progressOf } from '../../transactions/db/request.rows.ts'
import type { Escrow } from '../../vaults/domain/escrow.ts'
import {
  type FillTime,
  type InitiationWork,
  isJob,
  type JobWork,
  targetOf,
  type Work,
  type WorkRequest,
} from '../domain/work.ts'

type StoredTerms = Omit<EscrowTerms, 'amount'> & { amount: string }
type StoredEscrow = Omit<Escrow, 'terms'> & { terms: StoredTerms }
type How = InitiationWork['how']
type Stored<T> = T extends unknown ? { [K in keyof T]: T[K] extends bigint ? string : T[K] } : never
type StoredHow = Stored<How>
type StoredHop = { route: Omit<HopRoute, 'relayerFee'> & { relayerFee: string }; signature: Hex }
export type StoredWork =
  | { kind: 'claim'; source: StoredEscrow; destination: StoredEscrow; hop: StoredHop | null }
  | { kind: 'initiation'; source: StoredEscrow; destination?: FillTime | undefined; how: StoredHow }
  | (Omit<JobWork, 'escrow'> & { escrow: StoredEscrow })

const storedEscrow = ({ terms, ...rest }: Escrow) => ({ ...rest, terms: { ...terms, amount: String(terms.amount) } })
const escrowOf = ({ terms, ...rest }: StoredEscrow): Escrow => ({
  ...rest,
  terms: { ...terms, amount: BigInt(terms.amount) },
})

/** The work as it is stored in JSON, with amounts as decimal strings. */
export function storedWork(work: Work): StoredWork {
  if (isJob(work)) return { ...work, escrow: storedEscrow(work.escrow) }
  if (work.kind === 'claim') {
    const hop =
      work.hop === null
        ? null
        : { ...work.hop, route: { ...work.hop.route, relayerFee: String(work.hop.route.relayerFee) } }
    return {
      kind: 'claim',
      source: storedEscrow(work.source),
      destination: storedEscrow(work.destination),
      hop,
    }
  }
  const { source, destination, how } = work
  return { kind: 'initiation', source: storedEscrow(source), destination, how: storedHow(how) }
}

function storedHow(how: How): StoredHow {
  if (how.type === 'permit') return { ...how, permitDeadline: String(how.permitDeadline) }
  if (how.type === 'permit2') return { ...how, nonce: String(how.nonce) }
  if (how.type === 'eip3009')
    return { ...how, validAfter: String(how.validAfter), validBefore: String(how.validBefore) }
  return how
}

function howOf(how: StoredHow): How {
  if (how.type === 'permit') return { ...how, permitDeadline: BigInt(how.permitDeadline) }
  if (how.type === 'permit2') return { ...how, nonce: BigInt(how.nonce) }
  if (how.type === 'eip3009')
    return { ...how, validAfter: BigInt(how.validAfter), validBefore: BigInt(how.validBefore) }
  return how
}

export function workOf(stored: StoredWork): Work {
  if ('job' in stored) return { ...stored, escrow: escrowOf(stored.escrow) }
  if (stored.kind === 'claim') {
    const { hop } = stored
    return {
      kind: 'claim',
      source: escrowOf(stored.source),
      destination: escrowOf(stored.destination),
      hop: hop === null ? null : { ...hop, route: { ...hop.route, relayerFee: BigInt(hop.route.relayerFee) } },
    }
  }
  const { source, destination, how } = stored
  return { kind: 'initiation', source: escrowOf(source), destination, how: howOf(how) }
}

export const workFormat = {
  // The columns of the secret are not read.
  columns: ['order_id', 'payload', 'commitment_hash'],
  entityOf(row: RequestRow): WorkRequest {
    const { id, order_id, payload, commitment_hash } = row
    const work = workOf(payload as StoredWork)
    const progress = progressOf(row)
    return {
      ...progress,
      ...{ id, orderId: order_id, chain: targetOf(work).chain, work, commitmentHash: commitment_hash },
      errorCode: progress.errorCode as RequestFailure | null,
    }
  },
  eraseAtEnd: ['secret_ct', 'secret_key_id', 'client_hash'],
} satisfies RequestFormat
