import type { FeeCaps, FeeMarket, Fees } from '@tandem/chain/sending'
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

/** A clock that answers unix milliseconds. */
export type Clock = () => number

export interface Signer {
  chain: string
  address: Address
}

export interface NonceKey {
  chain: string
  signer: Address
  nonce: bigint
}

/** A signer that pays for a transaction. `reserve` is what is set aside for that transaction, in wei. */
export interface Payer extends Signer {
  reserve: bigint
  balance: bigint
}

export interface AssignedNonce extends NonceKey {
  /** The requests of the nonce, in order. The first is the lead, which tracks the nonce's transactions. */
  members: readonly string[]
}

export const isSameNonce = (one: NonceKey, other: NonceKey): boolean =>
  one.chain === other.chain && one.signer === other.signer && one.nonce === other.nonce

/** A nonce as one of its requests sees it. */
export interface OwnNonce extends NonceKey {
  /** Whether this request is the lead, which tracks the nonce's transactions. */
  isLead: boolean
  isShared: boolean
  /** The signed transactions of the nonce, the oldest first. */
  attempts: readonly Attempt[]
}

export interface Attempt extends Fees {
  hash: Hex
  key: NonceKey
  number: number
  purpose: Purpose
  gasLimit: bigint
  /** The head when the transaction was signed; null in rows of an earlier version. */
  signedBlock: bigint | null
  createdAt: Date
  broadcastStartedAt: Date | null
  lastBroadcastAt: Date | null
  provider: string | null
  errorClass: string | null
  outcome: 'mined' | 'reverted' | 'dropped' | null
}

export interface NewAttempt extends Fees {
  hash: Hex
  number: number
  purpose: Purpose
  gasLimit: bigint
  raw: Hex
  signedBlock: bigint
}

export interface Waiting {
  reason: Reason
  delayMs: number
}

/** The stored signed transactions. Each is stored before it is sent. */
export interface Outbox {
  attemptsOf(key: NonceKey): Promise<Attempt[]>
  /**
   * Stores a signed transaction, encrypted. Bytes that another worker stored earlier are kept.
   * @param holders the requests that the nonce must serve: exactly these, any, or none. Otherwise nothing is stored, because
   * those bytes would never be erased.
   * @returns whether these bytes may be sent.
   */
  saveAttempt(key: NonceKey, attempt: NewAttempt, holders: readonly string[] | 'any' | 'none'): Promise<boolean>
  openRaw(hash: Hex): Promise<Hex>
  /**
   * Marks bytes as leaving, before they leave.
   * @returns whether they are still stored.
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
  /** The vaults of the registry's events in this transaction. */
  vaults: readonly Address[]
}

/** What a rollup charges for posting a transaction's bytes to its parent chain: more gas on Arbitrum, wei on the OP stack. */
export interface DataCost {
  gas: bigint
  wei: bigint
}

export interface BlockReader {
  readonly name: string
  readonly blockTimeMs: number
  readonly majority: number
  /**
   * The number of the newest block.
   * @param oldestMs how old a cached answer may be, in milliseconds; by default a fraction of a block's time.
   */
  headNumber(oldestMs?: number): Promise<bigint>
  blockHash(number: bigint): Promise<Hex | undefined>
  /** The last block that counts as confirmed for an order of this worth; -1 while too few endpoints answer. */
  countedBlock(worth: { valueUsd?: number | undefined }): Promise<bigint>
  /** The receipts that a majority of the endpoints agrees on. */
  receipts(hashes: readonly Hex[]): Promise<Receipt[]>
}

export interface SignerReader {
  readonly signers: readonly Address[]
  /** How many nonces are used by the latest block; a reorg may give some of them back. */
  minedNonce(signer: Address): Promise<bigint>
  /**
   * The nonce count of the signer by each endpoint.
   * @param oldestMs how old a cached answer may be, in milliseconds; by default a fraction of a block's time.
   */
  nonceCounts(signer: Address, oldestMs?: number): Promise<NonceCounts>
  /** The signer's next nonce when its pending transactions are counted. */
  pendingNonce(signer: Address): Promise<bigint>
  /**
   * How many nonces are used at confirmation depth.
   * @throws AppError CHAIN_UNAVAILABLE while too few endpoints answer.
   */
  settledNonce(signer: Address): Promise<bigint>
  /** What the signer holds, in wei. */
  nativeBalance(signer: Address): Promise<bigint>
}

export interface FeeSource {
  readonly feeCaps: FeeCaps
  /**
   * The fees of the latest blocks, as a majority of the endpoints says: no single one can make a transaction too expensive, or so
   * cheap that it is not mined.
   * @throws AppError CHAIN_UNAVAILABLE while too few answer, or they differ.
   */
  feeMarket(): Promise<FeeMarket>
  /** What posting this many bytes of calldata to the parent chain costs; zero where the fee model has no such charge. */
  dataCost(bytes: number): Promise<DataCost>
}

/** Signs and sends transactions. Its errors carry no calldata. */
export interface Broadcaster {
  sign(key: NonceKey, call: Call & Fees & { gasLimit: bigint }): Promise<{ raw: Hex; hash: Hex }>
  /** Sends signed bytes. `message` is a refusal when no endpoint took them, and null otherwise. */
  send(raw: Hex, visibility: Visibility): Promise<{ provider: string; message: string | null }>
}

export type TransactionChain = BlockReader & SignerReader & FeeSource & Broadcaster

/** What a request means. The manager asks, and the subject that submitted the request answers. */
export interface RequestRules {
  readonly errorCodes: {
    /** The error of a request that was cancelled after its first broadcast: a person must see to it. */
    lost: string
    /** The error of a request that was cancelled before anything was sent. */
    cancelled: string
    /** The error of a request whose deadline passed before its work was done. */
    expired: string
    /** The error of a request for which several transactions were mined without doing its work. */
    reverts: string
  }
  /** Whether the first transaction may leave now. */
  check(request: Request): Promise<Decision>
  /** Whether another transaction may be sent after the earlier ones could not do the work. */
  checkAgain(request: Request): Promise<Decision>
  /** Until when these requests may be broadcast on the decision just made, by the database's clock. */
  broadcastableUntil(requests: readonly Request[]): Date
  urgencyOf(request: Request): Urgency
  /**
   * The kind of batch that the request may join, and how many members it may have; undefined for work that goes alone. A request
   * joins only after its check has simulated the call.
   */
  batchOf(request: Request): { kind: string; most: number } | undefined
  /** The call of one request. It may be confidential: it is only to be signed and sent. */
  plan(request: Request): Promise<PlannedCall>
  /**
   * Plans a batch. The requests are of one chain and kind.
   * @returns a function that plans a call for some of them.
   */
  planBatch(requests: readonly Request[]): Promise<(some: readonly { id: string }[]) => PlannedCall>
  /** Whether the request's call would succeed. No confidential calldata is shown to an endpoint. */
  wouldSucceed(request: Request, signer: Address, planned: PlannedCall): Promise<boolean>
  /** Milliseconds until the request is tried again after a simulation that reverted. */
  revertDelayMs(request: Request): number
  visibilityOf(request: Request): Promise<Visibility>
  /** Whether this transaction did the request's work: a batch may be mined without doing the work of a member. */
  isDoneBy(request: Request, receipt: Receipt): boolean
  findEnding(request: Request): Promise<Ending>
  /** The transaction that ended the work, as a hint for people. */
  findEndingTx(request: Request): Promise<Hex | undefined>
}

/** Observes requests, for logs and metrics. It is never given calldata or signed bytes. */
export interface TransactionObserver {
  moved(request: Request, reason: string): void
  /** The request was cancelled after its first broadcast. */
  lost(request: Request): void
  sent(request: Request, attempt: { hash: string; number: number }, errorClass: string | null): void
  /** A transaction that the relayer did not make has used the nonce. */
  foreignNonce(key: NonceKey): void
  hedged(request: Request, key: NonceKey): void
  /** Several transactions were mined without effect, so that no more are paid for. */
  waitsForUser(request: Request): void
}
