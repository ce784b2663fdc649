import type { Hex } from 'viem'
import type { Gatherer } from './batcher.ts'
import type { ReadLoads } from './choose-signer.ts'
import type { Reason, Request } from './domain/request.ts'
import type { RequestEventName } from './domain/request-lifecycle.ts'
import type { KnownSigners } from './known-signers.ts'
import type {
  AssignedNonce,
  Attempt,
  Clock,
  NonceKey,
  Outbox,
  OwnNonce,
  Payer,
  RequestRules,
  TransactionObserver,
  Waiting,
} from './ports.ts'

export interface StepDeps {
  requests: RequestStore
  nonces: NonceStore
  attempts: AttemptStore
  rules: RequestRules
  observe: TransactionObserver
  gather: Gatherer<Request>
  readLoads: ReadLoads
  knownSigners: KnownSigners
  hedgeAfterMs: number | undefined
  now: Clock
}

export interface RequestChanges {
  txHash?: Hex | null
  minedBlock?: bigint | null
  minedBlockHash?: Hex | null
  errorCode?: string | null
  /** When the request became work. The metric of how long a worker takes is measured from this time. */
  createdAt?: Date
  nextStepInMs?: number
}

export interface PostponeOptions {
  isRevert?: boolean
  /** The error that the request's submitter is shown. */
  errorCode?: string
}

export interface RequestStore {
  find(id: string): Promise<Request | undefined>
  /** Puts a request off. A request that was woken since it was read stays due. */
  postpone(id: string, delayMs: number, reason: Reason, options?: PostponeOptions): Promise<void>
  wake(ids: readonly string[]): Promise<void>
  /**
   * Moves a request that has not changed since it was read. A final state erases everything confidential and abandons open
   * nonces: unsent bytes are deleted, and unused nonces are gap-filled.
   * @returns undefined when another worker was first.
   */
  advance<R extends Request>(
    request: R,
    event: RequestEventName,
    reason: string,
    changes?: RequestChanges,
  ): Promise<R | undefined>
}

export interface SharedAssignment {
  /** The nonce and its requests; undefined when fewer than two requests of the group could be given it. */
  assigned: { key: AssignedNonce; requests: Request[] } | undefined
  /** The requests that have to be decided again, because another request of their account has begun since. */
  outdated: readonly Request[]
}

export interface NonceStore {
  /**
   * Assigns a nonce to an accepted request, which is `assigned` then.
   * @param minedNonce the signer's next nonce by the latest block, which its counter follows.
   * @returns undefined when another worker was first, when the request has a nonce, or when another request has begun
   * on its account that it did not count.
   */
  assignFirstNonce(
    request: Request,
    signer: Payer,
    minedNonce: bigint,
  ): Promise<{ key: AssignedNonce; request: Request } | undefined>
  /**
   * Assigns the signer's next nonce, or finds the one that the request has.
   * @param hedged nonces of other signers that the request keeps.
   * @param mayAssign false to look only for the nonce that the request has.
   * @returns undefined when the request's state has changed since it was read, or when another request has begun on its
   * account that it did not count. Nothing may be signed then.
   */
  assignNonce(
    request: Request,
    signer: Payer,
    minedNonce: bigint,
    hedged?: readonly NonceKey[],
    mayAssign?: boolean,
  ): Promise<AssignedNonce | undefined>
  /**
   * Assigns one nonce to several accepted requests. A request whose state has changed since it was read is left out.
   */
  assignSharedNonce(group: readonly Request[], signer: Payer, minedNonce: bigint): Promise<SharedAssignment>
  /**
   * Keeps an unsent shared nonce for this request alone: signed bytes are deleted, and the other requests are given another
   * nonce.
   * @returns undefined when another request kept it.
   */
  keepAlone(key: AssignedNonce, id: string): Promise<AssignedNonce | undefined>
  /** The requests that the nonce is assigned to, in order. */
  membersOf(key: NonceKey): Promise<string[]>
  /** Takes nonces off a request: all of them, all but one, or only one. */
  abandonNonces(request: Request, which?: { but: NonceKey } | { only: NonceKey }): Promise<void>
  closeNonce(key: NonceKey, hash: Hex, outcome: 'mined' | 'reverted' | 'dropped'): Promise<void>
}

export interface History {
  /** The request's open nonces: one, and those of other signers that hedge it. */
  nonces: readonly OwnNonce[]
  /** The transactions of every nonce that the request ever had, the oldest first. */
  all: readonly Attempt[]
}

/** What to wait for after a broadcast, which must not begin at `notAfter` or later, by the database's clock. */
export interface BroadcastWaiting extends Waiting {
  notAfter: Date
}

export interface AttemptStore extends Outbox {
  history(id: string): Promise<History>
  /**
   * Moves the request to `revealed` and marks the leaving bytes in one commit. From then on its calldata counts as public.
   * @returns undefined when the bytes must not be sent.
   */
  beginBroadcast(request: Request, hash: Hex, waiting: BroadcastWaiting): Promise<Request | undefined>
  /**
   * Moves every request of a batch to `revealed`, or none, and marks the leaving bytes.
   * @returns undefined when the members or the bytes changed.
   */
  beginSharedBroadcast(
    key: NonceKey,
    requests: readonly Request[],
    hash: Hex,
    waiting: BroadcastWaiting,
  ): Promise<Request[] | undefined>
  /**
   * Closes the nonce, and then advances the request to `confirmed`.
   * @param key undefined when another nonce did the work.
   */
  confirm(request: Request, key: OwnNonce | undefined, reason: string): Promise<Request | undefined>
}
