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
  /** Where the asked asset arrives: on a hop the final chain. */
  readonly destChain?: string | undefined
  /** The filter takes orders that have it on either side. */
  readonly asset?: string | undefined
  /** The creator, the recipient or the vault of either side. */
  readonly address?: string | undefined
  readonly swapId?: string | undefined
  readonly txHash?: string | undefined
  readonly commitmentHash?: string | undefined
  readonly createdAfter?: Date | undefined
  readonly createdBefore?: Date | undefined
  readonly updatedAfter?: Date | undefined
}

export type SortDirection = 'asc' | 'desc'

/** The place of an order in a list, which is sorted by its time and then its identifier. */
export type Keyset = { readonly at: Date; readonly orderId: string }

export interface OrderLister {
  /** @throws AppError INVALID_REQUEST where so few orders match that finding them takes too long. */
  list(query: {
    filter: OrderFilter
    direction: SortDirection
    limit: number
    from: { offset: number } | { after: Keyset }
  }): Promise<Order[]>
  /** The exact number of all orders, of a user's, or of those with some statuses. Undefined for any other filter. */
  total(filter: OrderFilter): Promise<number | undefined>
  /** Counts up to `most`. Undefined where that takes too long. */
  countUpTo(filter: OrderFilter, most: number): Promise<number | undefined>
}

export interface FactReader {
  /** Oldest first, at any depth. */
  ofOrder(orderId: string): Promise<StandingFactWire[]>
}
