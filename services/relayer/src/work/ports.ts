import { type Belief, type ChainAbility, isBelieved } from '@tandem/chain'
import type { Network, OrderConsentWire, OrderStatus, OrderWire, RequestFailure } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import { type Address, getAddress, type Hex } from 'viem'
import type { Reason } from '../transactions/domain/request.ts'
import type { Attempt, TransactionChain } from '../transactions/ports.ts'
import type { VaultReader } from '../vaults/ports.ts'
import type { GasLimits } from './domain/gas-limits.ts'
import type { InitiationWork, Work, WorkRequest } from './domain/work.ts'

/** Events of the orderbook, oldest first. */
export interface EventPage {
  data: readonly { order_id: string; type: string }[]
  /** Where to read on. */
  last_seq: number
  has_more: boolean
}

/** Believed only for which order this is: the chain proves the rest. */
export interface Orderbook {
  /** @throws AppError ORDER_NOT_FOUND, UPSTREAM_INVALID, UPSTREAM_TIMEOUT, UNAVAILABLE. */
  getOrder(orderId: string): Promise<OrderWire>
  /**
   * Asked once.
   * @throws as `getOrder`.
   */
  getConsent(orderId: string): Promise<OrderConsentWire>
  /**
   * Newest first.
   * @throws as `getOrder`, between any two orders; asked on, it goes on from there.
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
  /** The same work was submitted before. */
  isNew: boolean
}

/** Oldest attempt first. */
export interface Status {
  request: WorkRequest
  /** What it waits for; of one that failed, why. */
  reason: Reason | null
  attempts: readonly Attempt[]
}

export interface WorkTransactions {
  /** From that commit on the request is carried out; the same work is the same request. */
  submit(submission: Submission): Promise<Submitted>
  /** The same, and a request that is rejected, or waits, is carried out anew. */
  submitAgain(submission: Submission): Promise<Submitted>
  /** Carries a request out anew that was read; see {@link WorkStore.reopen}. */
  resubmit(request: WorkRequest, submission: Submission, o?: { isAlone: boolean }): Promise<Submitted>
  /** A request just read is not read again. */
  status(request: string): Promise<Status | undefined>
  status(request: WorkRequest): Promise<Status>
  /** May be lost: the next tick finds the request. */
  wake(request: WorkRequest): void
  /**
   * Another party did the work.
   * @returns undefined when the request has moved.
   */
  abandon(request: WorkRequest, o: { reason: string; txHash?: Hex | undefined }): Promise<WorkRequest | undefined>
  /**
   * What the request waited for has come: it is work from now on.
   * @returns undefined when the request has moved.
   */
  release(request: WorkRequest): Promise<WorkRequest | undefined>
  /**
   * What the request waited for cannot come any more.
   * @returns undefined when the request has moved.
   */
  refuse(request: WorkRequest, errorCode: RequestFailure, reason: string): Promise<WorkRequest | undefined>
  /**
   * Its client takes the request back.
   * @returns undefined when the request has moved.
   */
  withdraw(request: WorkRequest): Promise<WorkRequest | undefined>
  /** Has a request that waits checked again after so long. */
  postpone(request: WorkRequest, delayMs: number, reason: Reason): Promise<void>
}

/** An order has one request of each kind. Secrets are encrypted. */
export interface WorkStore {
  /** Returns an existing request for the same work. */
  insert(submission: Submission): Promise<Submitted>
  /**
   * Carries the request out anew, with this submission in place of the old one.
   * @param o.isAlone not while a transaction of it may still be mined.
   * @returns undefined when it has moved, or may be mined.
   */
  reopen(request: WorkRequest, submission: Submission, o?: { isAlone: boolean }): Promise<WorkRequest | undefined>
  /** Whether bytes of it left whose nonce is not used at depth. */
  mayBeMined(id: string): Promise<boolean>
  find(id: string): Promise<WorkRequest | undefined>
  findByOrder(orderId: string, kind: Work['kind']): Promise<WorkRequest | undefined>
  /** Only to build a transaction. */
  openSecret(id: string): Promise<Hex>
  /**
   * The open initiations that take their amount from this account, including those that are mined and not yet at depth. Those
   * in flight come first, then those that never failed, then the oldest. At most 200 are read.
   */
  pullsBeside(
    chain: string,
    account: { token: Address; creator: Address },
  ): Promise<readonly { request: WorkRequest & { work: InitiationWork }; isInFlight: boolean }[]>
  /** Null before its first step, and of an archived request. */
  waitedFor(id: string): Promise<Reason | null>
}

/** A limit that is reached, of the claims that wait for orders that nobody has paid. */
export interface WaitingLimit {
  of: 'client' | 'all'
  most: number
}

/** Claims that are kept until revealing is safe. */
export interface WaitingStore {
  /**
   * Keeps a claim, with its secret encrypted. A rejected claim of the order waits anew, and one that waits takes this
   * submission over; any other stands.
   * @param unpaid of an order that nobody has paid, whose claims are limited by client and in all; null of any other.
   */
  add(
    submission: Submission,
    unpaid: { clientHash: string; most: Record<WaitingLimit['of'], number> } | null,
  ): Promise<Submitted | { limit: WaitingLimit }>
  /** No other process checks them for so long. */
  lease(limit: number, leaseMs: number): Promise<WorkRequest[]>
  /** The order of the claim that came last; undefined while none waits. */
  newestOrder(): Promise<string | undefined>
  /** Has the claims of these orders checked soon. */
  wakeOrders(orderIds: readonly string[]): Promise<void>
  wakeAll(): Promise<void>
  /** Stores what the orderbook shows of an order that is paid, which counts no longer for its client. */
  refresh(request: WorkRequest, work: Work): Promise<void>
}

export type RelayChain = TransactionChain &
  VaultReader & {
    readonly claimSafetySecs: number
    readonly gasLimits: GasLimits
    /** Undefined without a private endpoint. */
    readonly privateForMs: number | undefined
    /** Wei; undefined without a believed receipt. */
    transactionCost(hash: Hex): Promise<bigint | undefined>
    /** By endpoint; undefined for a silent one. `timestamp` in unix seconds. */
    heads(enough?: number): Promise<readonly ({ number: bigint; timestamp: number } | undefined)[]>
    /**
     * @returns unverified endpoints.
     * @throws Error without a majority.
     */
    verify(): Promise<string[]>
    /** Asks each endpoint for what will be needed of it. Never rejects. */
    askAbility(): Promise<ChainAbility>
  }

export type Chains = ReadonlyMap<string, RelayChain>

/** @throws Error for a chain that is not configured. */
export function chainOf(chains: Chains, { chain }: { chain: string }): RelayChain {
  const found = chains.get(chain)
  if (found === undefined) throw new Error(`chain ${chain} is not configured`)
  return found
}

/** @throws AppError CHAIN_UNAVAILABLE, without the endpoint's name. */
export function requireBelief<T>({ chain }: { chain: string }, belief: Belief<T>): T {
  if (isBelieved(belief)) return belief.value
  throw new AppError('CHAIN_UNAVAILABLE', `${chain}: ${belief.reason}`, { retryAfterSecs: 2 })
}

/** @throws AppError CHAIN_UNAVAILABLE for chains whose endpoints lack what new work needs. */
export type RequireAble = (chains: readonly string[]) => void

export type HasSigner = (chain: string) => boolean

/** @throws AppError SIGNER_UNAVAILABLE: work that cannot be sent soon is refused. */
export function requireSigner(hasSigner: HasSigner, { chain }: { chain: string }): void {
  if (hasSigner(chain)) return
  throw new AppError('SIGNER_UNAVAILABLE', `no signer on ${chain} can pay for gas`, { retryAfterSecs: 30 })
}

/** @throws Error without a registry: nothing may be signed for an address that is not configured. */
export function registryOf(network: Network, { chain }: { chain: string }): { chainId: number; registry: Address } {
  const config = network.chains.find((one) => one.chain === chain)
  if (config?.registry_address == null) throw new Error(`chain ${chain} has no registry`)
  return { chainId: config.chain_id, registry: getAddress(config.registry_address) }
}
