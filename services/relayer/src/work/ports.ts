import { type Belief, type ChainAbility, isBelieved } from '@tandem/chain'
import type { Network, OrderConsentWire, OrderStatus, OrderWire, RequestFailure } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import { type Address, getAddress, type Hex } from 'viem'
import type { Reason } from '../transactions/domain/request.ts'
import type { Attempt, TransactionChain } from '../transactions/ports.ts'
import type { VaultReader } from '../vaults/ports.ts'
import type { GasLimits } from './domain/gas-limits.ts'
import type { InitiationWork, Work, WorkRequest } from './domain/work.ts'

/** A page of the orderbook's events, the oldest first. */
export interface EventPage {
  data: readonly { order_id: string; type: string }[]
  /** The number of the last event that was read, where the next page begins. */
  last_seq: number
  has_more: boolean
}

/**
 * Reads the orderbook. The orderbook is trusted only to say which order has this id: everything else is proven by the
 * chains.
 */
export interface Orderbook {
  /**
   * The order with this identifier.
   * @throws AppError ORDER_NOT_FOUND, UPSTREAM_INVALID, UPSTREAM_TIMEOUT, UNAVAILABLE.
   */
  getOrder(orderId: string): Promise<OrderWire>
  /**
   * The maker's answer when it is asked to let the source be cancelled early. A failed read is not repeated.
   * @throws as `getOrder`.
   */
  getConsent(orderId: string): Promise<OrderConsentWire>
  /**
   * The orders of these states, the newest first.
   * @throws as `getOrder`, between any two orders. The next step of the iteration goes on from there.
   */
  listOrders(query: { statuses: readonly OrderStatus[]; updatedAfter?: Date }): AsyncIterable<OrderWire>
  /**
   * The next events of all orders.
   * @throws as `getOrder`; AppError EVENTS_GONE, whose details name the oldest that is kept.
   */
  listEvents(afterSeq: number): Promise<EventPage>
  /**
   * The number of the newest event of this order, or of an earlier one.
   * @throws as `getOrder`.
   */
  lastEventOf(orderId: string): Promise<number>
}

export interface Submission {
  orderId: string
  work: Work
  commitmentHash: Hex
  secret: Hex | null
}

export interface Submitted {
  request: WorkRequest
  /** False when the same work was submitted before. */
  isNew: boolean
}

/** A request with its transactions, the oldest first. */
export interface Status {
  request: WorkRequest
  /** What the request waits for, or why it failed. */
  reason: Reason | null
  attempts: readonly Attempt[]
}

export interface WorkTransactions {
  /**
   * Stores the work. Once that is committed the request will be carried out. Work that is submitted twice becomes one
   * request.
   */
  submit(submission: Submission): Promise<Submitted>
  /** Submits the work like `submit`, and carries a request out again that is rejected or waits. */
  submitAgain(submission: Submission): Promise<Submitted>
  /** Carries a request out again that was read before; see {@link WorkStore.reopen}. */
  resubmit(request: WorkRequest, submission: Submission, o?: { isAlone: boolean }): Promise<Submitted>
  /** The status of a request. One that was just read can be passed, and is not read again. */
  status(request: string): Promise<Status | undefined>
  status(request: WorkRequest): Promise<Status>
  /** Wakes the workers for a request. The wake-up may be lost: the next tick finds the request. */
  wake(request: WorkRequest): void
  /**
   * Ends a request whose work another party has done.
   * @returns undefined when the request's state has changed since it was read.
   */
  abandon(request: WorkRequest, o: { reason: string; txHash?: Hex | undefined }): Promise<WorkRequest | undefined>
  /**
   * Turns a request that waits into work, because what it waited for has come.
   * @returns undefined when the request's state has changed since it was read.
   */
  release(request: WorkRequest): Promise<WorkRequest | undefined>
  /**
   * Fails a request that waits, because what it waited for cannot come any more.
   * @returns undefined when the request's state has changed since it was read.
   */
  refuse(request: WorkRequest, errorCode: RequestFailure, reason: string): Promise<WorkRequest | undefined>
  /**
   * Withdraws a request for its client.
   * @returns undefined when the request's state has changed since it was read.
   */
  withdraw(request: WorkRequest): Promise<WorkRequest | undefined>
  /** Makes a waiting request due for its next check after `delayMs` milliseconds. */
  postpone(request: WorkRequest, delayMs: number, reason: Reason): Promise<void>
}

/** Stores requests. An order has at most one request of each kind. Secrets are encrypted. */
export interface WorkStore {
  /** Stores the work; returns the existing request for the same work. */
  insert(submission: Submission): Promise<Submitted>
  /**
   * Carries the request out again, with this submission in place of the old one.
   * @param o.isAlone does nothing while a transaction of the request may still be mined.
   * @returns undefined when the request's state has changed since it was read, or when `isAlone` prevented it.
   */
  reopen(request: WorkRequest, submission: Submission, o?: { isAlone: boolean }): Promise<WorkRequest | undefined>
  /**
   * Whether signed bytes of the request have been sent and may still be mined, because a confirmed block does not show
   * their nonce as used.
   */
  mayBeMined(id: string): Promise<boolean>
  find(id: string): Promise<WorkRequest | undefined>
  findByOrder(orderId: string, kind: Work['kind']): Promise<WorkRequest | undefined>
  /** The secret of a request, which is only for building its transaction. */
  openSecret(id: string): Promise<Hex>
  /**
   * The open initiations that take their amount from this account, including those that are mined and not yet at depth. Those
   * in flight come first, then those that never failed, then the oldest. At most 200 are read.
   */
  pullsBeside(
    chain: string,
    account: { token: Address; creator: Address },
  ): Promise<readonly { request: WorkRequest & { work: InitiationWork }; isInFlight: boolean }[]>
  /** What the request waits for; null before its first step, and for an archived request. */
  waitedFor(id: string): Promise<Reason | null>
}

/** A limit on claims that wait for orders that nobody has paid, which is reached. */
export interface WaitingLimit {
  of: 'client' | 'all'
  most: number
}

/** Stores claims that are kept until revealing is safe. */
export interface WaitingStore {
  /**
   * Keeps a claim, with its secret encrypted. A rejected claim of the order waits again, one that waits is replaced by this
   * submission, and any other is left as it is.
   * @param unpaid the limits on claims of orders that nobody has paid, for each client and in all; null for a paid order, or a
   * client without limits.
   */
  add(
    submission: Submission,
    unpaid: { clientHash: string; most: Record<WaitingLimit['of'], number> } | null,
  ): Promise<Submitted | { limit: WaitingLimit }>
  /** Takes claims that are due for a check. No other process checks them for `leaseMs` milliseconds. */
  lease(limit: number, leaseMs: number): Promise<WorkRequest[]>
  /** The order of the claim that came last; undefined while none waits. */
  newestOrder(): Promise<string | undefined>
  /** Makes the claims of these orders due for a check. */
  wakeOrders(orderIds: readonly string[]): Promise<void>
  wakeAll(): Promise<void>
  /** Stores what the orderbook shows of an order that is paid. Its claim no longer counts for its client. */
  refresh(request: WorkRequest, work: Work): Promise<void>
}

export type RelayChain = TransactionChain &
  VaultReader & {
    readonly claimSafetySecs: number
    readonly gasLimits: GasLimits
    /**
     * Milliseconds after the reveal in which only the private endpoint is sent a claim, unless the deadline is near; undefined
     * without such an endpoint.
     */
    readonly privateForMs: number | undefined
    /** What the transaction cost, in wei; undefined while the endpoints agree on no receipt. */
    transactionCost(hash: Hex): Promise<bigint | undefined>
    /** The newest block of each endpoint; undefined for a silent one. `timestamp` is in unix seconds. */
    heads(enough?: number): Promise<readonly ({ number: bigint; timestamp: number } | undefined)[]>
    /**
     * Checks every endpoint at the start.
     * @returns the names of those that could not be checked.
     * @throws Error when so many are wrong that no majority can be right, or none answers.
     */
    verify(): Promise<string[]>
    /** Asks each endpoint whether it can answer what the relayer will need. Never rejects. */
    askAbility(): Promise<ChainAbility>
  }

export type Chains = ReadonlyMap<string, RelayChain>

/**
 * The chain by its name.
 * @throws Error when it is not configured.
 */
export function chainOf(chains: Chains, { chain }: { chain: string }): RelayChain {
  const found = chains.get(chain)
  if (found === undefined) throw new Error(`chain ${chain} is not configured`)
  return found
}

/**
 * The value that the endpoints agree on.
 * @throws AppError CHAIN_UNAVAILABLE while they do not agree. The message names no endpoint.
 */
export function requireBelief<T>({ chain }: { chain: string }, belief: Belief<T>): T {
  if (isBelieved(belief)) return belief.value
  throw new AppError('CHAIN_UNAVAILABLE', `${chain}: ${belief.reason}`, { retryAfterSecs: 2 })
}

/**
 * Refuses new work on chains whose endpoints cannot answer what the work needs.
 * @throws AppError CHAIN_UNAVAILABLE.
 */
export type RequireAble = (chains: readonly string[]) => void

export type HasSigner = (chain: string) => boolean

/**
 * Refuses work that cannot be sent soon.
 * @throws AppError SIGNER_UNAVAILABLE when no signer of the chain can pay for gas.
 */
export function requireSigner(hasSigner: HasSigner, { chain }: { chain: string }): void {
  if (hasSigner(chain)) return
  throw new AppError('SIGNER_UNAVAILABLE', `no signer on ${chain} can pay for gas`, { retryAfterSecs: 30 })
}

/**
 * The registry of a chain.
 * @throws Error when none is configured: nothing may be signed for such an address.
 */
export function registryOf(network: Network, { chain }: { chain: string }): { chainId: number; registry: Address } {
  const config = network.chains.find((one) => one.chain === chain)
  if (config?.registry_address == null) throw new Error(`chain ${chain} has no registry`)
  return { chainId: config.chain_id, registry: getAddress(config.registry_address) }
}
