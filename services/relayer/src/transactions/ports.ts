import type { FeeCaps, FeeMarket, Fees } from '@tandem/sending'
import type { Address, Hex } from 'viem'
import type { NonceCounts } from './domain/nonce-counts.ts'
import type {
  Call,
  Decision,
  Ending,
  PlannedCall,
  Purpose,
  Reason,
  Request,
  Urgency,
  Visibility,
} from './domain/request.ts'

/** Milliseconds since 1970. */
export type Clock = () => number

/** An account with a key, on one chain. */
export interface Signer {
  chain: string
  address: Address
}

/** A nonce of a signer. */
export interface NonceKey {
  chain: string
  signer: Address
  nonce: bigint
}

/** A signer, its balance, and what is reserved of it for the transaction that a nonce is assigned for. Wei. */
export interface Payer extends Signer {
  reserve: bigint
  balance: bigint
}

/** A nonce that is assigned to a request, alone or with the others of its batch. */
export interface AssignedNonce extends NonceKey {
  /** The ids of the requests that it is still assigned to, in order. The first one is the lead: it tracks the nonce. */
  members: readonly string[]
}

export const isSameNonce = (one: NonceKey, other: NonceKey): boolean =>
  one.chain === other.chain && one.signer === other.signer && one.nonce === other.nonce

/** A nonce, as one of the requests that it is assigned to sees it. */
export interface OwnNonce extends NonceKey {
  /** Whether the request is the one that tracks the nonce's transactions. */
  isLead: boolean
  isShared: boolean
  /** The transactions that were signed for it, oldest first. */
  attempts: readonly Attempt[]
}

/** A signed transaction that is stored. */
export interface Attempt extends Fees {
  hash: Hex
  key: NonceKey
  number: number
  purpose: Purpose
  gasLimit: bigint
  /** The newest block when it was signed; nothing of old rows. */
  signedBlock: bigint | null
  createdAt: Date
  broadcastStartedAt: Date | null
  lastBroadcastAt: Date | null
  provider: string | null
  errorClass: string | null
  outcome: 'mined' | 'reverted' | 'dropped' | null
}

/** The record of a transaction when it is signed. */
export interface NewAttempt extends Fees {
  hash: Hex
  number: number
  purpose: Purpose
  gasLimit: bigint
  raw: Hex
  signedBlock: bigint
}

/** The reason why a request waits, and when to look again. */
export interface Waiting {
  reason: Reason
  delayMs: number
}

/** Signed transactions: stored before they are sent. */
export interface Outbox {
  attemptsOf(key: NonceKey): Promise<Attempt[]>
  /**
   * Stores signed bytes, encrypted. Where another worker stored this number first, its bytes stand.
   *
   * @param holders the requests that the nonce must still be assigned to: just these, any, or none. Stores
   *   nothing if the members differ or the nonce is closed: those bytes would never be erased.
   * @returns whether these bytes were stored: others must not be sent.
   */
  saveAttempt(key: NonceKey, attempt: NewAttempt, holders: readonly string[] | 'any' | 'none'): Promise<boolean>
  openRaw(hash: Hex): Promise<Hex>
  /**
   * Written before the bytes of a later transaction leave.
   *
   * @returns whether they are stored still: others must not be sent.
   */
  markBroadcastStarted(hash: Hex): Promise<boolean>
  recordBroadcastResult(hash: Hex, result: { provider: string; errorClass: string | null }): Promise<void>
}

export interface Receipt {
  hash: Hex
  isSuccess: boolean
  blockNumber: bigint
  blockHash: Hex
  from: Address
  /** The addresses that the events of our contract name first: what the transaction has acted on. */
  touched: readonly Address[]
}

/** A chain's charge for a transaction's data, beside its execution (a rollup's share of the layer below). */
export interface DataCost {
  gas: bigint
  wei: bigint
}

/** The blocks of a chain. */
export interface BlockReader {
  readonly name: string
  readonly blockTimeMs: number
  /** How many endpoints must say the same before it is believed. */
  readonly majority: number
  /** @param oldestMs how old the answer may be; by default a fraction of a block's time. */
  headNumber(oldestMs?: number): Promise<bigint>
  /** The hash of a block, when the endpoints agree on it. */
  blockHash(number: bigint): Promise<Hex | undefined>
  /** The highest block whose facts count for so many US dollars; -1 while too few endpoints answer. */
  countedBlock(worth: { valueUsd?: number | undefined }): Promise<bigint>
  /** Receipts that the endpoints agree on. A receipt that only some of them have is left out. */
  receipts(hashes: readonly Hex[]): Promise<Receipt[]>
}

/** The signers of a chain, as it counts them. */
export interface SignerReader {
  readonly signers: readonly Address[]
  /**
   * How many of the signer's nonces the latest block counts as used, by the agreement of the endpoints. A reorg may take
   * some back.
   */
  minedNonce(signer: Address): Promise<bigint>
  /**
   * The same as each endpoint says it.
   *
   * @param oldestMs how old the answers may be; by default a fraction of a block's time.
   */
  nonceCounts(signer: Address, oldestMs?: number): Promise<NonceCounts>
  /** How many are used, or will be by what waits to be mined, by the agreement of the endpoints. */
  pendingNonce(signer: Address): Promise<bigint>
  /**
   * How many are used so deep that nothing waits for more, by the agreement of the endpoints.
   *
   * @throws ChainError while too few of them answer.
   */
  settledNonce(signer: Address): Promise<bigint>
  /** Wei. */
  nativeBalance(signer: Address): Promise<bigint>
}

/** The fees of a chain. */
export interface FeeSource {
  readonly feeCaps: FeeCaps
  /** The fees by all endpoints, so that no single endpoint makes a transaction dear. */
  feeMarket(): Promise<FeeMarket>
  /** The chain's charge for so many bytes of calldata, beside the execution: more gas, and wei. */
  dataCost(bytes: number): Promise<DataCost>
}

/** Signing and sending. Errors carry no calldata. */
export interface Broadcaster {
  sign(key: NonceKey, call: Call & Fees & { gasLimit: bigint }): Promise<{ raw: Hex; hash: Hex }>
  /** Sends to the private endpoint alone, or to all. `message`: what the first refusal said, when none took it. */
  send(raw: Hex, visibility: Visibility): Promise<{ provider: string; message: string | null }>
}

/** A chain that transactions are sent on. */
export type TransactionChain = BlockReader & SignerReader & FeeSource & Broadcaster

/**
 * The questions of the transaction manager about the meaning of a request; the submitter of requests answers. The manager
 * hands back whole the requests that the submitter's {@link RequestStore} has read.
 */
export interface RequestRules {
  /** Failures by name, as the submitter shows them. */
  readonly errorCodes: {
    /** The work was cancelled after its first broadcast: a person must look. */
    lost: string
    /** The work was cancelled before anything was sent. */
    cancelled: string
    /** The time of the work was over, and no transaction had done it. */
    expired: string
    /** Several of its transactions were mined and did not do the work. */
    reverts: string
  }
  /** Decides anew, by the chains, whether the first transaction may leave now. */
  check(request: Request): Promise<Decision>
  /** Decides whether another transaction may be sent for a request whose earlier ones are spent and did not do its work. */
  checkAgain(request: Request): Promise<Decision>
  /** Until when the decisions just made hold, by the database's clock. */
  broadcastableUntil(requests: readonly Request[]): Date
  urgencyOf(request: Request): Urgency
  /**
   * Its work may share a transaction with requests of its chain that have the same kind, at most so many; undefined for one
   * that goes alone. It joins them only when its check has simulated its call.
   */
  batchOf(request: Request): { kind: string; most: number } | undefined
  /** Builds the call that does its work. Its calldata may be confidential: only to be signed and sent. */
  plan(request: Request): Promise<PlannedCall>
  /** The same for requests of one chain and one kind of batch. @returns plans the call for some of them. */
  planBatch(requests: readonly Request[]): Promise<(some: readonly { id: string }[]) => PlannedCall>
  /** Simulates the work; shows no confidential calldata to an endpoint. */
  wouldSucceed(request: Request, signer: Address, planned: PlannedCall): Promise<boolean>
  /** How long it waits after its simulation has reverted, milliseconds. */
  revertDelayMs(request: Request): number
  /** The endpoints that may be sent its transaction now. */
  visibilityOf(request: Request): Promise<Visibility>
  /** Whether a mined transaction did its work: a batch may go through without one of its members. */
  isDoneBy(request: Request, receipt: Receipt): boolean
  findEnding(request: Request): Promise<Ending>
  /** The transaction that ended the work, as far as it is found: a hint for people. */
  findEndingTx(request: Request): Promise<Hex | undefined>
}

/** The reports of the transaction manager. Nothing here is given calldata or signed bytes. */
export interface TransactionObserver {
  moved(request: Request, reason: string): void
  /** Its work was cancelled after its first broadcast. */
  lost(request: Request): void
  sent(request: Request, attempt: { hash: string; number: number }, errorClass: string | null): void
  /** A transaction that is not ours has used the nonce. */
  foreignNonce(key: NonceKey): void
  hedged(request: Request, key: NonceKey): void
  /** No more transactions are paid for it: several were mined without effect. */
  waitsForUser(request: Request): void
}
