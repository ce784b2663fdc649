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

/** Unix milliseconds. */
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

/** Wei. */
export interface Payer extends Signer {
  reserve: bigint
  balance: bigint
}

export interface AssignedNonce extends NonceKey {
  /** In order. The first is the lead: it tracks the nonce. */
  members: readonly string[]
}

export const isSameNonce = (one: NonceKey, other: NonceKey): boolean =>
  one.chain === other.chain && one.signer === other.signer && one.nonce === other.nonce

/** As one of its requests sees it. */
export interface OwnNonce extends NonceKey {
  /** It tracks the nonce's transactions. */
  isLead: boolean
  isShared: boolean
  /** Oldest first. */
  attempts: readonly Attempt[]
}

export interface Attempt extends Fees {
  hash: Hex
  key: NonceKey
  number: number
  purpose: Purpose
  gasLimit: bigint
  /** Null in old rows. */
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

/** Stored before they are sent. */
export interface Outbox {
  attemptsOf(key: NonceKey): Promise<Attempt[]>
  /**
   * Encrypted; another worker's earlier bytes stand.
   * @param holders the nonce's requests: exactly these, any, or none. Otherwise nothing is stored: those bytes would
   * never be erased.
   * @returns whether these bytes may be sent.
   */
  saveAttempt(key: NonceKey, attempt: NewAttempt, holders: readonly string[] | 'any' | 'none'): Promise<boolean>
  openRaw(hash: Hex): Promise<Hex>
  /**
   * Before the bytes leave.
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
  /** With an event of the registry. */
  vaults: readonly Address[]
}

/** A rollup's share of the layer below. */
export interface DataCost {
  gas: bigint
  wei: bigint
}

export interface BlockReader {
  readonly name: string
  readonly blockTimeMs: number
  readonly majority: number
  /** @param oldestMs by default a fraction of a block's time. */
  headNumber(oldestMs?: number): Promise<bigint>
  blockHash(number: bigint): Promise<Hex | undefined>
  /** -1 while too few endpoints answer. */
  countedBlock(worth: { valueUsd?: number | undefined }): Promise<bigint>
  /** Without receipts that only some endpoints have. */
  receipts(hashes: readonly Hex[]): Promise<Receipt[]>
}

export interface SignerReader {
  readonly signers: readonly Address[]
  /** By the latest block; a reorg may take some back. */
  minedNonce(signer: Address): Promise<bigint>
  /**
   * By endpoint.
   * @param oldestMs by default a fraction of a block's time.
   */
  nonceCounts(signer: Address, oldestMs?: number): Promise<NonceCounts>
  /** With pending transactions. */
  pendingNonce(signer: Address): Promise<bigint>
  /**
   * At depth.
   * @throws ChainError while too few endpoints answer.
   */
  settledNonce(signer: Address): Promise<bigint>
  /** Wei. */
  nativeBalance(signer: Address): Promise<bigint>
}

export interface FeeSource {
  readonly feeCaps: FeeCaps
  /**
   * As a majority of the endpoints says it: no single one makes a transaction dear, or so cheap that it is not mined.
   * @throws AppError CHAIN_UNAVAILABLE while too few answer, or they differ.
   */
  feeMarket(): Promise<FeeMarket>
  /** More gas, and wei. */
  dataCost(bytes: number): Promise<DataCost>
}

/** Errors carry no calldata. */
export interface Broadcaster {
  sign(key: NonceKey, call: Call & Fees & { gasLimit: bigint }): Promise<{ raw: Hex; hash: Hex }>
  /** `message`: the first refusal, when none took it. */
  send(raw: Hex, visibility: Visibility): Promise<{ provider: string; message: string | null }>
}

export type TransactionChain = BlockReader & SignerReader & FeeSource & Broadcaster

/** Tells the manager what a request means. Its submitter answers. */
export interface RequestRules {
  readonly errorCodes: {
    /** Cancelled after the first broadcast: a person must see to it. */
    lost: string
    /** Cancelled before anything was sent. */
    cancelled: string
    /** Its time is over, without effect. */
    expired: string
    /** Several transactions were mined without effect. */
    reverts: string
  }
  /** Whether the first transaction may leave now. */
  check(request: Request): Promise<Decision>
  /** Whether another transaction may be sent after spent ones. */
  checkAgain(request: Request): Promise<Decision>
  /** By the database's clock. */
  broadcastableUntil(requests: readonly Request[]): Date
  urgencyOf(request: Request): Urgency
  /** Undefined for work that goes alone. It joins only after its check simulated the call. */
  batchOf(request: Request): { kind: string; most: number } | undefined
  /** May be confidential: only to be signed and sent. */
  plan(request: Request): Promise<PlannedCall>
  /**
   * For one chain and kind.
   * @returns plans a call for some requests.
   */
  planBatch(requests: readonly Request[]): Promise<(some: readonly { id: string }[]) => PlannedCall>
  /** Shows no confidential calldata to an endpoint. */
  wouldSucceed(request: Request, signer: Address, planned: PlannedCall): Promise<boolean>
  /** Milliseconds. */
  revertDelayMs(request: Request): number
  visibilityOf(request: Request): Promise<Visibility>
  /** Whether this receipt did the request's work: a batch may go through without one of its members. */
  isDoneBy(request: Request, receipt: Receipt): boolean
  findEnding(request: Request): Promise<Ending>
  /** A hint for people. */
  findEndingTx(request: Request): Promise<Hex | undefined>
}

/** Nothing here is given calldata or signed bytes. */
export interface TransactionObserver {
  moved(request: Request, reason: string): void
  /** Cancelled after the first broadcast. */
  lost(request: Request): void
  sent(request: Request, attempt: { hash: string; number: number }, errorClass: string | null): void
  /** Another's transaction used the nonce. */
  foreignNonce(key: NonceKey): void
  hedged(request: Request, key: NonceKey): void
  /** Several transactions were mined without effect. */
  waitsForUser(request: Request): void
}
