import type { BatchKind } from './batch-kind.ts'
import { isJob, type Work } from './work.ts'

/**
 * The gas limit of each kind of transaction, on one chain. The work is known (docs/escrow.md has the measured gas), so
 * the limit is fixed: an estimate would be decided by the recipient, the token, or the endpoint that makes it.
 */
export interface GasLimits {
  /** `claim`, also inside a batch. */
  claim: bigint
  claimHop: bigint
  /** `createEscrow`, by prefund, permit or signature, also inside a batch. */
  initiation: bigint
  cancel: bigint
  /** Also of a sweep, which does less. */
  recoverPrefund: bigint
  /** Any transaction: it must fit into a block of the chain, beside others. Batches are made smaller for it. */
  transaction: bigint
}

/** About three times what the escrows use with a plain token, for tokens that do more. */
export const defaultGasLimits: GasLimits = {
  claim: 200_000n,
  claimHop: 600_000n,
  initiation: 400_000n,
  cancel: 200_000n,
  recoverPrefund: 350_000n,
  transaction: 8_000_000n,
}

/** The gas of a claim beside its payout, with room (docs/escrow.md: 47,898 in all). */
const besidePayout = 80_000n

/** The gas that the payout of a claim may use when it is simulated alone, the 21,000 of a transaction included. */
export const payoutGas = ({ claim }: GasLimits): bigint => claim - besidePayout

/** The gas of a hop's claim beside its dispatch: what the contract keeps back for a payment on the hub, and its own work. */
const besideDispatch = 180_000n

/** The most gas that a recipient may sign for the dispatch of a hop. A call passes on 63 parts of 64. */
export const mostDispatchGas = ({ claimHop }: GasLimits): bigint => ((claimHop - besideDispatch) * 63n) / 64n

/** The gas limit of a transaction that does this work alone. */
export function gasLimitOf(work: Work, limits: GasLimits): bigint {
  if (work.kind === 'initiation') return limits.initiation
  if (!isJob(work)) return work.hop === null ? limits.claim : limits.claimHop
  if (work.job === 'claim') return limits.claim
  return work.job === 'cancel' ? limits.cancel : limits.recoverPrefund
}

const batchBase = 60_000n
/** 63 parts of 64 of the gas are passed on, and each member costs the registry, and its calldata, some 15,000 at most on top. */
const batchEach = (kind: BatchKind, { claim, initiation }: GasLimits): bigint =>
  ((kind === 'claim' ? claim : initiation) * 64n) / 63n + 15_000n

/** The gas limit of a batch of so many members when each of them uses all that it may. */
export const batchGasLimit = (kind: BatchKind, members: number, limits: GasLimits): bigint =>
  batchBase + BigInt(members) * batchEach(kind, limits)

/** How many members fit into one transaction. */
export const mostInBatch = (kind: BatchKind, limits: GasLimits): number =>
  Number((limits.transaction - batchBase) / batchEach(kind, limits))
