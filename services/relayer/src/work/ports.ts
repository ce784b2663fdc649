import { type Belief, isBelieved } from '@tandem/chain'
import type { Network, OrderConsentWire, OrderStatus, OrderWire } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import { type Address, getAddress, type Hex } from 'viem'
import type { Attempt, TransactionChain } from '../transactions/ports.ts'
import type { VaultReader } from '../vaults/ports.ts'
import type { GasLimits } from './domain/gas-limits.ts'
import type { Work, WorkRequest } from './domain/work.ts'

/** The orderbook, over HTTP. It is believed only for which order this is: the rest is proved on chain. */
export interface Orderbook {
  /** @throws AppError ORDER_NOT_FOUND, UPSTREAM_INVALID, UPSTREAM_TIMEOUT, UNAVAILABLE. */
  getOrder(orderId: string): Promise<OrderWire>
  /** Has the order's maker asked for its consent to give the source back. Asked once: what fails is no consent. @throws as `getOrder`. */
  getConsent(orderId: string): Promise<OrderConsentWire>
  /**
   * Every order with one of these statuses, newest first. @throws as `getOrder`, between any two orders; asked on, it goes on
   * from there.
   */
  listOrders(query: { statuses: readonly OrderStatus[]; updatedAfter?: Date }): AsyncIterable<OrderWire>
}

/** Work that is asked for, and its secret where it needs one. */
export interface Submission {
  orderId: string
  work: Work
  commitmentHash: Hex
  secret: Hex | null
}

/** A request as it is stored for what was submitted. */
export interface Submitted {
  request: WorkRequest
  /** False: the same work was submitted before. */
  isNew: boolean
}

/** A request, and every transaction that was signed for it, oldest first. */
export interface Status {
  request: WorkRequest
  attempts: readonly Attempt[]
}

/** The calls of claims, initiations, refunds and the keeper on the transaction manager. A worker carries requests out. */
export interface WorkTransactions {
  /** Stores a request: from that commit on it is carried out. The same work submitted again is the same request. */
  submit(submission: Submission): Promise<Submitted>
  /**
   * Submits work again whose request was rejected.
   *
   * @returns undefined when the request has moved since it was read.
   */
  submitAgain(rejected: WorkRequest, submission: Submission): Promise<WorkRequest | undefined>
  /** The state of a request by its id. A request that was just read is not read again. */
  status(request: string): Promise<Status | undefined>
  status(request: WorkRequest): Promise<Status>
  /** Has a worker look at a request now. It may be lost: the next tick finds the request anyway. */
  wake(request: WorkRequest): void
  /**
   * Ends a request that is not broadcast, because its work was done by another party.
   *
   * @param o.txHash the transaction that did it, when it is known.
   * @returns undefined when the request has moved since it was read.
   */
  abandon(request: WorkRequest, o: { reason: string; txHash?: Hex | undefined }): Promise<WorkRequest | undefined>
}

/** The work that was asked for. An order has one of each kind; a secret is stored encrypted. */
export interface WorkStore {
  /** Stores a request, due at once. Where there is one for the same work already, that one is returned instead. */
  insert(submission: Submission): Promise<Submitted>
  /**
   * Makes a rejected request `accepted` once more, with what was submitted now, if it still is as it was read.
   *
   * @returns undefined when it has moved meanwhile.
   */
  reopen(rejected: WorkRequest, submission: Submission): Promise<WorkRequest | undefined>
  find(id: string): Promise<WorkRequest | undefined>
  findByOrder(orderId: string, kind: Work['kind']): Promise<WorkRequest | undefined>
  /** Decrypts the secret, to build a transaction of it and for nothing else. */
  openSecret(id: string): Promise<Hex>
  /** Why the last step let it wait, as the code of a reason; null when no step did. */
  waitedFor(id: string): Promise<string | null>
}

/** A chain, as the relayer's work needs it. */
export type RelayChain = TransactionChain &
  VaultReader & {
    readonly claimSafetySecs: number
    readonly gasLimits: GasLimits
    /** For how long a claim is shown to the private endpoint alone; undefined where there is none. */
    readonly privateForMs: number | undefined
    /** Wei that a mined transaction cost; undefined while its receipt is not believed. */
    transactionCost(hash: Hex): Promise<bigint | undefined>
    /**
     * The newest block of every endpoint, or of `enough` of them; undefined where one does not answer. `timestamp` in unix
     * seconds.
     */
    heads(enough?: number): Promise<readonly ({ number: bigint; timestamp: number } | undefined)[]>
    /** Verifies the endpoints. @returns those that are not verified. @throws Error when too few of them are of this chain. */
    verify(): Promise<string[]>
  }

export type Chains = ReadonlyMap<string, RelayChain>

/** @throws Error when the chain is not one that we can read and send on. */
export function chainOf(chains: Chains, { chain }: { chain: string }): RelayChain {
  const found = chains.get(chain)
  if (found === undefined) throw new Error(`chain ${chain} is not configured`)
  return found
}

/** @throws AppError CHAIN_UNAVAILABLE when nothing is believed. It names no endpoint. */
export function requireBelief<T>({ chain }: { chain: string }, belief: Belief<T>): T {
  if (isBelieved(belief)) return belief.value
  throw new AppError('CHAIN_UNAVAILABLE', `${chain}: ${belief.reason}`, { retryAfterSecs: 2 })
}

/** Whether the chain has a signer that can pay for what is begun now. */
export type HasSigner = (chain: string) => boolean

/** @throws AppError SIGNER_UNAVAILABLE: what could not be sent soon is not taken on. */
export function requireSigner(hasSigner: HasSigner, { chain }: { chain: string }): void {
  if (hasSigner(chain)) return
  throw new AppError('SIGNER_UNAVAILABLE', `no signer on ${chain} can pay for gas`, { retryAfterSecs: 30 })
}

/**
 * The registry of a chain, from our own network file.
 *
 * @throws Error when the chain has none: nothing may be signed or checked for an address that is not configured.
 */
export function registryOf(network: Network, { chain }: { chain: string }): { chainId: number; registry: Address } {
  const config = network.chains.find((one) => one.chain === chain)
  if (config?.registry_address == null) throw new Error(`chain ${chain} has no registry`)
  return { chainId: config.chain_id, registry: getAddress(config.registry_address) }
}
