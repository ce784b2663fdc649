import type { BatchKind } from './batch-kind.ts'
import { isJob, type Work } from './work.ts'

/** Gas limits by kind of work. They are fixed, because a recipient, a token or an endpoint would decide an estimate. */
export interface GasLimits {
  /** The limit of a claim, alone or inside a batch. */
  claim: bigint
  claimHop: bigint
  /** The limit of an initiation, alone or inside a batch. */
  initiation: bigint
  cancel: bigint
  /** The limit of recovering a prefund, of a sweep, and of a cancellation by consent. */
  recoverPrefund: bigint
  /** The limit of a whole transaction, which must fit into a block. Batches are made small enough for it. */
  transaction: bigint
}

/** The limits by default: three times what the work uses with a plain token. */
export const defaultGasLimits: GasLimits = {
  claim: 200_000n,
  claimHop: 600_000n,
  initiation: 400_000n,
  cancel: 200_000n,
  recoverPrefund: 350_000n,
  transaction: 8_000_000n,
}

/** Gas of a claim beside its payout: 47,863 were measured (docs/escrow.md), and the rest is room. */
const besidePayout = 80_000n

/** Gas that a payout may use, including a transaction's 21,000. */
export const payoutGas = ({ claim }: GasLimits): bigint => claim - besidePayout

/** Gas of a hop's claim beside its dispatch: a payment on the hub, and the contract's own work. */
const besideDispatch = 180_000n

/** Gas that a dispatch may use at most. A call passes on 63 parts of 64. */
export const maxDispatchGas = ({ claimHop }: GasLimits): bigint => ((claimHop - besideDispatch) * 63n) / 64n

export function gasLimitOf(work: Work, limits: GasLimits): bigint {
  if (work.kind === 'initiation') return limits.initiation
  if (!isJob(work)) return work.hop === null ? limits.claim : limits.claimHop
  if (work.job === 'claim') return limits.claim
  return work.job === 'cancel' ? limits.cancel : limits.recoverPrefund
}

const batchBase = 60_000n
/** Gas of one member: a call passes on 63 parts of 64, and each member costs some 15,000 on top. */
const batchEach = (kind: BatchKind, { claim, initiation }: GasLimits): bigint =>
  ((kind === 'claim' ? claim : initiation) * 64n) / 63n + 15_000n

/** The gas limit of a batch whose members use all that they may. */
export const batchGasLimit = (kind: BatchKind, members: number, limits: GasLimits): bigint =>
  batchBase + BigInt(members) * batchEach(kind, limits)

export const maxInBatch = (kind: BatchKind, limits: GasLimits): number =>
  Number((limits.transaction - batchBase) / batchEach(kind, limits))
