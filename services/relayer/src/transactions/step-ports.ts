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
  /** When it became work: what a worker takes long for is counted from here. */
  createdAt?: Date
  nextStepInMs?: number
}

export interface PostponeOptions {
  isRevert?: boolean
  /** For its submitter. */
  errorCode?: string
}

export interface RequestStore {
  find(id: string): Promise<Request | undefined>
  /** A woken request stays due. */
  postpone(id: string, delayMs: number, reason: Reason, options?: PostponeOptions): Promise<void>
  wake(ids: readonly string[]): Promise<void>
  /**
   * Moves a request that is as it was read. A final state erases everything confidential and abandons open nonces:
   * unsent bytes are deleted, and unused nonces gap-filled.
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
  /** Undefined when fewer than two requests of the group could be given the nonce. */
  assigned: { key: AssignedNonce; requests: Request[] } | undefined
  /** The requests that have to be decided again, because another one of their account has begun since. */
  outdated: readonly Request[]
}

export interface NonceStore {
  /**
   * From `accepted` to `assigned`. `minedNonce`: the counter never stays below it.
   * @returns undefined when another worker was first, it has a nonce, or one that it did not count has begun.
   */
  assignFirstNonce(
    request: Request,
    signer: Payer,
    minedNonce: bigint,
  ): Promise<{ key: AssignedNonce; request: Request } | undefined>
  /**
   * The next nonce, or the one that it has.
   * @param hedged nonces that it keeps beside.
   * @param mayAssign false: only its own.
   * @returns undefined when it moved, or one that it did not count has begun: nothing may be signed then.
   */
  assignNonce(
    request: Request,
    signer: Payer,
    minedNonce: bigint,
    hedged?: readonly NonceKey[],
    mayAssign?: boolean,
  ): Promise<AssignedNonce | undefined>
  /** One nonce for several `accepted` requests. A request that has moved is left out. */
  assignSharedNonce(group: readonly Request[], signer: Payer, minedNonce: bigint): Promise<SharedAssignment>
  /**
   * Keeps an unsent shared nonce for this request: signed bytes are deleted, and the others get another.
   * @returns undefined when another request kept it.
   */
  keepAlone(key: AssignedNonce, id: string): Promise<AssignedNonce | undefined>
  /** In order. */
  membersOf(key: NonceKey): Promise<string[]>
  /** Of a request that has not moved. */
  abandonNonces(request: Request, which?: { but: NonceKey } | { only: NonceKey }): Promise<void>
  closeNonce(key: NonceKey, hash: Hex, outcome: 'mined' | 'reverted' | 'dropped'): Promise<void>
}

export interface History {
  /** One, and hedges of other signers. */
  nonces: readonly OwnNonce[]
  /** For every nonce that it ever had, oldest first. */
  all: readonly Attempt[]
}

/** Must not happen at `notAfter`, by the database's clock. */
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
   * For every request of a batch, or for none.
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
