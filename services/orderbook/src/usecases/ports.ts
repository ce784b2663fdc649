import type { FactWire, OrderEventWire, OrderStatus, StandingFactWire } from '@tandem/contracts'
import type { Sql } from '@tandem/service-kit'
import type { Address } from 'viem'
import type { ResolvedRoute } from '../domain/network.ts'
import type { Order } from '../domain/order.ts'
import type { Prefund } from '../domain/prefund.ts'
import type { Quote } from '../domain/quote.ts'

/** Unix milliseconds. */
export type Clock = () => number

/** Where quotes come from: the embedded desk's table, or a remote quote service. */
export interface QuoteSource {
  /** @throws UPSTREAM_INVALID, UPSTREAM_TIMEOUT, UNAVAILABLE when a remote service fails. */
  find(quoteId: string): Promise<Quote | undefined>
}

/** US dollars per whole token, as a decimal string. */
export interface PriceFeed {
  /** @throws PRICE_UNAVAILABLE when there is no fresh price. */
  price(asset: { asset: string; symbol: string }): Promise<string>
}

/** Wei for a unit of gas on a chain now; undefined where it is not known. Never rejects. */
export type GasPrices = (chain: string) => Promise<bigint | undefined>

/** The bridges of hops. */
export interface HopRoutes {
  /** False where the bridge takes nothing for this route; true on a direct one. */
  isOpen(route: ResolvedRoute): Promise<boolean>
}

/** How far a chain has been read. */
export type ChainReading = {
  /** Unix seconds of the latest block seen. */
  readonly headTime: number
  /** Unix milliseconds at which the watcher had last read up to the head; undefined before the first time. */
  readonly readAtMs: number | undefined
}

export interface ChainReadings {
  /** Undefined while no block was seen. */
  reading(chain: string): Promise<ChainReading | undefined>
}

export type NewOrder = Order & {
  /** Source amount at the quoted price, US dollars. */
  readonly volumeUsd: string
  /** SHA-256 of the client that asked for it, kept while the order waits for its money: limits go by it. Null: not counted. */
  readonly clientHash: string | null
}

/** A transaction of the database, which only its adapters look into. */
export type Transaction = Sql

export interface OrderWriter {
  /** The first of the addresses that is a vault of some order, on any chain. */
  findVault(addresses: readonly Address[]): Promise<Address | undefined>
  /**
   * Consumes the quote and inserts the order with both intents and its first event, in one transaction.
   * Nothing is stored unless the answer is `created`.
   *
   * @param withOrder what else is stored in the same transaction; its failure undoes the order.
   */
  create(
    order: NewOrder,
    quote: Quote,
    withOrder?: (tx: Transaction) => Promise<void>,
  ): Promise<'created' | 'quote_consumed' | 'quote_expired' | 'commitment_reused'>
}

/** The money at the predicted address of the order's source vault; `null` where it is not read. Never rejects. */
export type PrefundReader = (order: Order) => Promise<Prefund | null>

export interface OrderReader {
  find(orderId: string): Promise<Order | undefined>
}

export type OrderFilter = {
  readonly orderIds?: readonly string[] | undefined
  readonly statuses?: readonly OrderStatus[] | undefined
  readonly userId?: string | undefined
  readonly sourceChain?: string | undefined
  readonly destChain?: string | undefined
  readonly hubChain?: string | undefined
  readonly hubAsset?: string | undefined
  readonly asset?: string | undefined
  readonly address?: string | undefined
  readonly txHash?: string | undefined
  readonly commitmentHash?: string | undefined
  readonly createdAfter?: Date | undefined
  readonly createdBefore?: Date | undefined
  readonly updatedAfter?: Date | undefined
}

export type SortField = 'created_at' | 'updated_at'
export type SortDirection = 'asc' | 'desc'

/** A place in a list: the row after which to go on. */
export type Keyset = { readonly at: Date; readonly orderId: string }

/** Orders of a list, in its order. */
export type ListedOrders = {
  readonly orders: Order[]
  /** Where the reading ended that tried many orders for few matches: more of them may follow. Undefined at the list's end. */
  readonly triedTo: Keyset | undefined
}

export interface OrderLister {
  list(query: {
    filter: OrderFilter
    sort: SortField
    direction: SortDirection
    limit: number
    /** Rows to skip, or the row to go on after. */
    from: { offset: number } | { after: Keyset }
    /** Only orders whose last event (by `created_at`: whose first one) has at most this `seq`. */
    upToSeq?: number | undefined
  }): Promise<ListedOrders>
  /**
   * Orders of an ascending list that stand before the place up to which it was read, but were stored afterwards: with an
   * event between two numbers, the first of them excluded. In the order of those events.
   */
  listLate(query: {
    filter: OrderFilter
    sort: SortField
    passed: Keyset
    events: { after: number; upTo: number }
    limit: number
  }): Promise<{ order: Order; seq: number }[]>
  /** How many match, counted as far as `most`; a lower bound where too many orders are to be tried for few matches. */
  count(filter: OrderFilter, most: number): Promise<number>
}

/** One entry of the outbox, numbered. `fact` stands as on the wire. */
export type StoredEvent = {
  readonly seq: number
  readonly orderSeq: number
  readonly orderId: string
  readonly type: OrderEventWire['type']
  readonly status: OrderStatus
  readonly fact: FactWire | null
  readonly createdAt: Date
}

export interface EventReader {
  /** Events with a greater `seq`, oldest first. A reader that has seen `seq` n has seen everything up to n. */
  listAll(afterSeq: number, limit: number): Promise<StoredEvent[]>
  listOfOrder(orderId: string, afterSeq: number, limit: number): Promise<StoredEvent[]>
  /** The last `seq` that is not kept any more; 0 while everything is. */
  prunedSeq(): Promise<number>
}

/** How far the outbox is numbered. */
export interface EventNumbers extends Pick<EventReader, 'prunedSeq'> {
  /** The newest `seq`, after everything that is committed was numbered; 0 without events. */
  lastSeq(): Promise<number>
}

export interface FactReader {
  /** Every event of the order that stands on its chains now, oldest first, at whatever depth. */
  ofOrder(orderId: string): Promise<StandingFactWire[]>
}

export interface EventFeed {
  /**
   * Calls with every new event, each once and in the order of `seq`; `unknown` when some may have been missed, and first.
   * Returns how to end that.
   */
  onEvents(listener: (news: readonly StoredEvent[] | 'unknown') => void): () => void
}

export interface ChangeFeed {
  /** Calls with every order that changed; `unknown` when some may have been missed. Returns how to end that. */
  onChanges(listener: (changed: ReadonlySet<string> | 'unknown') => void): () => void
}
