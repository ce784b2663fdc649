import type { BatchKind } from './batch-kind.ts'
import { isJob, type Work } from './work.ts'

/** Fixed limits by kind: a recipient, a token or an endpoint would decide an estimate. */
export interface GasLimits {
  /** Also inside a batch. */
  claim: bigint
  claimHop: bigint
  /** Also inside a batch. */
  initiation: bigint
  cancel: bigint
  /** Also of a sweep. */
  recoverPrefund: bigint
  /** It must fit into a block; batches are made smaller for it. */
  transaction: bigint
}

/** Three times the use with a plain token. */
export const defaultGasLimits: GasLimits = {
  claim: 200_000n,
  claimHop: 600_000n,
  initiation: 400_000n,
  cancel: 200_000n,
  recoverPrefund: 350_000n,
  transaction: 8_000_000n,
}

/** Of a claim's 47,863, with room (docs/escrow.md). */
const besidePayout = 80_000n

/** With a transaction's 21,000. */
export const payoutGas = ({ claim }: GasLimits): bigint => claim - besidePayout

/** A payment on the hub, and the contract's own work. */
const besideDispatch = 180_000n

/** A call passes on 63 parts of 64. */
export const mostDispatchGas = ({ claimHop }: GasLimits): bigint => ((claimHop - besideDispatch) * 63n) / 64n

export function gasLimitOf(work: Work, limits: GasLimits): bigint {
  if (work.kind === 'initiation') return limits.initiation
  if (!isJob(work)) return work.hop === null ? limits.claim : limits.claimHop
  if (work.job === 'claim') return limits.claim
  return work.job === 'cancel' ? limits.cancel : limits.recoverPrefund
}

const batchBase = 60_000n
/** 63 parts of 64 are passed on, and each member costs some 15,000 on top. */
const batchEach = (kind: BatchKind, { claim, initiation }: GasLimits): bigint =>
  ((kind === 'claim' ? claim : initiation) * 64n) / 63n + 15_000n

/** When each member uses all that it may. */
export const batchGasLimit = (kind: BatchKind, members: number, limits: GasLimits): bigint =>
  batchBase + BigInt(members) * batchEach(kind, limits)

export const mostInBatch = (kind: BatchKind, limits: GasLimits): number =>
  Number((limits.transaction - batchBase) / batchEach(kind, limits))
