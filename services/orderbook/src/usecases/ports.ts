import type { FactWire, OrderEventWire, OrderStatus, StandingFactWire } from '@tandem/contracts'
import type { Sql } from '@tandem/service-kit'
import type { Address } from 'viem'
import type { ResolvedRoute } from '../domain/network.ts'
import type { Order } from '../domain/order.ts'
import type { Prefund } from '../domain/prefund.ts'
import type { Quote } from '../domain/quote.ts'

/** Unix milliseconds. */
export type Clock = () => number

export interface QuoteSource {
  /** @throws UPSTREAM_INVALID, UPSTREAM_TIMEOUT, UNAVAILABLE. */
  find(quoteId: string): Promise<Quote | undefined>
}

/** US dollars per token, as a decimal string. */
export interface PriceFeed {
  /** @throws PRICE_UNAVAILABLE when there is no fresh price. */
  price(asset: { asset: string; symbol: string }): Promise<string>
}

/** Wei per gas; undefined where unknown. Never rejects. */
export type GasPrices = (chain: string) => Promise<bigint | undefined>

export interface HopRoutes {
  /** True on a direct route. */
  isOpen(route: ResolvedRoute): Promise<boolean>
}

export type ChainReading = {
  readonly headTime: number
  /** Unix milliseconds; undefined before the first reading. */
  readonly readAtMs: number | undefined
}

export interface ChainReadings {
  reading(chain: string): Promise<ChainReading | undefined>
}

export type NewOrder = Order & {
  /** US dollars at the quoted price. */
  readonly volumeUsd: string
  /** SHA-256 of the client, kept while the order is unfunded. Null: not counted. */
  readonly clientHash: string | null
}

/** Only adapters look into it. */
export type Transaction = Sql

export interface OrderWriter {
  /** Of any order, on any chain. */
  isVault(address: Address): Promise<boolean>
  /**
   * Consumes the quote and inserts order, intents and first event in one transaction.
   * @param withOrder joins it, and undoes the order when it fails.
   */
  create(
    order: NewOrder,
    quote: Quote,
    withOrder?: (tx: Transaction) => Promise<void>,
  ): Promise<'created' | 'quote_consumed' | 'quote_expired' | 'commitment_reused'>
}

/** `null` where it is not read. Never rejects. */
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

export type Keyset = { readonly at: Date; readonly orderId: string }

export type ListedOrders = {
  readonly orders: Order[]
  /** Where a reading with few matches ended; undefined at the list's end. */
  readonly triedTo: Keyset | undefined
}

export interface OrderLister {
  list(query: {
    filter: OrderFilter
    sort: SortField
    direction: SortDirection
    limit: number
    from: { offset: number } | { after: Keyset }
    /** By the last event; by `created_at` the first. */
    upToSeq?: number | undefined
  }): Promise<ListedOrders>
  /** Stored after their place was read: with an event between two numbers, the first excluded. */
  listLate(query: {
    filter: OrderFilter
    sort: SortField
    passed: Keyset
    events: { after: number; upTo: number }
    limit: number
  }): Promise<{ order: Order; seq: number }[]>
  /** A lower bound where too many orders would be tried. */
  count(filter: OrderFilter, most: number): Promise<number>
}

/** `fact` as on the wire. */
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
  /** Oldest first. A reader of `seq` n has seen everything up to n. */
  listAll(afterSeq: number, limit: number): Promise<StoredEvent[]>
  listOfOrder(orderId: string, afterSeq: number, limit: number): Promise<StoredEvent[]>
  /** 0 while everything is kept. */
  prunedSeq(): Promise<number>
}

export interface EventNumbers extends Pick<EventReader, 'prunedSeq'> {
  /** Numbers everything committed first; 0 without events. */
  lastSeq(): Promise<number>
}

export interface FactReader {
  /** Oldest first, at any depth. */
  ofOrder(orderId: string): Promise<StandingFactWire[]>
}

export interface EventFeed {
  /**
   * In the order of `seq`; `unknown` first, and when events may have been missed.
   * @returns ends it.
   */
  onEvents(listener: (news: readonly StoredEvent[] | 'unknown') => void): () => void
}

export interface ChangeFeed {
  /**
   * `unknown` when changes may have been missed.
   * @returns ends it.
   */
  onChanges(listener: (changed: ReadonlySet<string> | 'unknown') => void): () => void
}
