import type { OrderStatus, StandingFactWire } from '@tandem/contracts'
import type { Address } from 'viem'
import type { Transaction } from '../ports.ts'
import type { Quote } from '../quotes/domain/quote.ts'
import type { Order } from './domain/order.ts'
import type { Prefund } from './domain/prefund.ts'

export type NewOrder = Order & {
  /** US dollars at the quoted price. */
  readonly volumeUsd: string
  /** SHA-256 of the client, kept while the order is unfunded. Null: not counted. */
  readonly clientHash: string | null
}

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

export interface FactReader {
  /** Oldest first, at any depth. */
  ofOrder(orderId: string): Promise<StandingFactWire[]>
}
