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

/** The ports of a step on one request. */
export interface StepDeps {
  requests: RequestStore
  nonces: NonceStore
  attempts: AttemptStore
  rules: RequestRules
  observe: TransactionObserver
  /** Brings requests of one chain and kind together that are ready at the same moment. */
  gather: Gatherer<Request>
  readLoads: ReadLoads
  knownSigners: KnownSigners
  /** See `isHedgeDue`. */
  hedgeAfterMs: number | undefined
  now: Clock
}

/** The fields that change with a transition, beside the state. */
export interface RequestChanges {
  txHash?: Hex | null
  minedBlock?: bigint | null
  minedBlockHash?: Hex | null
  errorCode?: string | null
  /** When to look again. */
  nextStepInMs?: number
}

export interface PostponeOptions {
  /** Counts a simulation that reverted. */
  isRevert?: boolean
  /** The reason that its submitter has to know while it waits. */
  errorCode?: string
}

/** Requests and their lifecycle. */
export interface RequestStore {
  find(id: string): Promise<Request | undefined>
  /** Says when to look again, and why. A request that was woken meanwhile stays due. */
  postpone(id: string, delayMs: number, reason: Reason, options?: PostponeOptions): Promise<void>
  /** Makes requests due now. */
  wake(ids: readonly string[]): Promise<void>
  /**
   * Moves a request by the table, if it still is as it was read; its lease stays. A final state erases what is confidential,
   * also every transaction that may hold it, and abandons a nonce that is still open: what was signed for it and never left
   * is deleted, and a nonce that is assigned to no other request is gap-filled.
   *
   * @returns the moved request, or undefined when another worker moved it first.
   */
  advance<R extends Request>(
    request: R,
    event: RequestEventName,
    reason: string,
    changes?: RequestChanges,
  ): Promise<R | undefined>
}

/** Assigning nonces to requests, and abandoning them. */
export interface NonceStore {
  /**
   * Assigns the signer's next nonce to an `accepted` request, and moves it to `slotted`. `minedNonce`: the chain's count of
   * the signer's mined transactions; the counter never stays below it.
   *
   * @returns undefined when another worker moved the request first, or it has a nonce.
   */
  assignFirstNonce(
    request: Request,
    signer: Payer,
    minedNonce: bigint,
  ): Promise<{ key: AssignedNonce; request: Request } | undefined>
  /**
   * Assigns the signer's next nonce to a request, or answers the one that it has. It moves nothing.
   *
   * @param hedged the nonces that it is known to have, and keeps: then it is assigned one more, or answered the one that
   *   another worker has assigned to it beyond them.
   * @param mayAssign false: only the one that it has.
   * @returns undefined when another worker moved it: nothing must be signed for a request that has ended.
   */
  assignNonce(
    request: Request,
    signer: Payer,
    minedNonce: bigint,
    hedged?: readonly NonceKey[],
    mayAssign?: boolean,
  ): Promise<AssignedNonce | undefined>
  /**
   * Assigns one nonce to several requests that are `accepted`, and moves them to `slotted`. Requests that another worker
   * moved meanwhile, and those that have a nonce, are left out.
   *
   * @returns undefined when fewer than two are left.
   */
  assignSharedNonce(
    group: readonly Request[],
    signer: Payer,
    minedNonce: bigint,
  ): Promise<{ key: AssignedNonce; requests: Request[] } | undefined>
  /**
   * Keeps a nonce for this request alone that was shared and for which nothing was sent: what was signed is deleted, and
   * the others must be assigned another nonce. Does nothing once something was sent, or the request has moved on.
   *
   * @returns undefined when the nonce is not assigned to this request any more: another one has kept it.
   */
  keepAlone(key: AssignedNonce, id: string): Promise<AssignedNonce | undefined>
  /** The ids of the requests that a nonce is still assigned to, in order. */
  membersOf(key: NonceKey): Promise<string[]>
  /**
   * Abandons the nonces of a request that has not moved since it was read, as `advance` does for one that ends: all of them,
   * all but one, or one only.
   */
  abandonNonces(request: Request, which?: { but: NonceKey } | { only: NonceKey }): Promise<void>
  /** Closes a nonce at which a transaction is confirmed. */
  closeNonce(key: NonceKey, hash: Hex, outcome: 'mined' | 'reverted' | 'dropped'): Promise<void>
}

/** Everything that was tried for a request. */
export interface History {
  /** The nonces that are assigned to it now: one, and those of other signers that hedge it. */
  nonces: readonly OwnNonce[]
  /** The transactions that were signed for every nonce that it ever had, oldest first. */
  all: readonly Attempt[]
}

/** The same, of a first broadcast that must not happen any more at `notAfter`, by the database's clock. */
export interface BroadcastWaiting extends Waiting {
  notAfter: Date
}

/** The signed transactions of a request, and how it goes on with them. */
export interface AttemptStore extends Outbox {
  history(id: string): Promise<History>
  /**
   * Moves a request to `revealed`, if it still is as it was read, and marks the transaction that is about to leave, in one
   * statement: from this commit on everything in its calldata counts as public.
   *
   * @param waiting when to look again, unless it is made due before: what follows the broadcast must not put that off.
   * @returns undefined when another worker moved it, the bytes are not stored any more, or the decision is too old: the
   *   bytes must not be sent.
   */
  beginBroadcast(request: Request, hash: Hex, waiting: BroadcastWaiting): Promise<Request | undefined>
  /**
   * The same for every request of a batch, or for none. The transaction does the work of just these.
   *
   * @returns the requests, or undefined when the nonce is not assigned to exactly them any more, or the bytes are gone.
   */
  beginSharedBroadcast(
    key: NonceKey,
    requests: readonly Request[],
    hash: Hex,
    waiting: BroadcastWaiting,
  ): Promise<Request[] | undefined>
  /**
   * Ends a request whose transaction is confirmed, as `advance` does, and closes the nonce that it was mined at.
   *
   * @param key the nonce; undefined when it is closed, or another one did the work.
   */
  confirm(request: Request, key: OwnNonce | undefined, reason: string): Promise<Request | undefined>
}
