import type { SettlementFailure } from '@tandem/contracts'
import type { EscrowTerms, HopRoute } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import {
  type ChoreWork,
  type Escrow,
  type InitiationWork,
  isChore,
  type Settlement,
  type Work,
} from '../domain/settlement.ts'
import type { SettlementState } from '../domain/settlement-state.ts'
import type { Attempt, Slot } from '../usecases/ports.ts'
import type { Prisma, Settlement as SettlementRow, TxAttempt } from './generated/client.ts'

type Json = Prisma.InputJsonObject
type StoredTerms = Omit<EscrowTerms, 'amount'> & { amount: string }
type StoredEscrow = Omit<Escrow, 'terms'> & { terms: StoredTerms }
type StoredHow =
  | { type: 'prefunded' }
  | { type: 'permit'; permitDeadline: string; permitSignature: Hex; deadline: number; creatorSignature: Hex }
  | { type: 'signed'; deadline: number; creatorSignature: Hex }
type StoredHop = { route: Omit<HopRoute, 'relayerFee'> & { relayerFee: string }; signature: Hex }
type StoredWork =
  | { kind: 'claim'; source: StoredEscrow; destination: StoredEscrow; hop: StoredHop | null }
  | { kind: 'initiation'; source: StoredEscrow; how: StoredHow }
  | (Omit<ChoreWork, 'escrow'> & { escrow: StoredEscrow })

const storedEscrow = ({ terms, ...rest }: Escrow) => ({ ...rest, terms: { ...terms, amount: String(terms.amount) } })
const escrowOf = ({ terms, ...rest }: StoredEscrow): Escrow => ({
  ...rest,
  terms: { ...terms, amount: BigInt(terms.amount) },
})

/** The work as JSON: amounts as text. */
export function storedWork(work: Work): Json {
  if (isChore(work)) return { ...work, escrow: storedEscrow(work.escrow) } as unknown as Json
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
    } as unknown as Json
  }
  const how = work.how.type === 'permit' ? { ...work.how, permitDeadline: String(work.how.permitDeadline) } : work.how
  return { kind: 'initiation', source: storedEscrow(work.source), how } as unknown as Json
}

function workOf(stored: StoredWork): Work {
  if ('chore' in stored) return { ...stored, escrow: escrowOf(stored.escrow) }
  if (stored.kind === 'claim') {
    const { hop } = stored
    return {
      kind: 'claim',
      source: escrowOf(stored.source),
      destination: escrowOf(stored.destination),
      hop: hop === null ? null : { ...hop, route: { ...hop.route, relayerFee: BigInt(hop.route.relayerFee) } },
    }
  }
  const how: InitiationWork['how'] =
    stored.how.type === 'permit' ? { ...stored.how, permitDeadline: BigInt(stored.how.permitDeadline) } : stored.how
  return { kind: 'initiation', source: escrowOf(stored.source), how }
}

export const settlementOf = (row: SettlementRow): Settlement => ({
  id: row.id,
  orderId: row.orderId,
  work: workOf(row.payload as unknown as StoredWork),
  state: row.state as SettlementState,
  version: row.version,
  commitmentHash: row.commitmentHash as Hex,
  revealedAt: row.revealedAt,
  txHash: row.txHash as Hex | null,
  minedBlock: row.minedBlock,
  minedBlockHash: row.minedBlockHash as Hex | null,
  errorCode: row.errorCode as SettlementFailure | null,
  reverts: row.reverts,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export const slotOf = (row: { chain: string; signer: string; nonce: bigint }): Slot => ({
  chain: row.chain,
  signer: row.signer as Address,
  nonce: row.nonce,
})

export const attemptOf = (row: TxAttempt): Attempt => ({
  hash: row.hash as Hex,
  slot: slotOf(row),
  number: row.number,
  maxFeePerGas: BigInt(row.maxFeePerGas.toFixed(0)),
  maxPriorityFeePerGas: BigInt(row.maxPriorityFee.toFixed(0)),
  gasLimit: BigInt(row.gasLimit.toFixed(0)),
  createdAt: row.createdAt,
  broadcastStartedAt: row.broadcastStartedAt,
  lastBroadcastAt: row.lastBroadcastAt,
  provider: row.provider,
  errorClass: row.errorClass,
  outcome: row.outcome as Attempt['outcome'],
})
