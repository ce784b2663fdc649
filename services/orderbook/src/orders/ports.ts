import type { OrderStatus, StandingFactWire } from '@tandem/contracts'
import type { Address } from 'viem'
import type { Transaction } from '../ports.ts'
import type { Quote } from '../quotes/domain/quote.ts'
import type { Order } from './domain/order.ts'
import type { Prefund } from './domain/prefund.ts'

export type NewOrder = Order & {
  /** The order's value in US dollars at the quoted price. */
  readonly volumeUsd: string
  /** The client as a SHA-256, kept while the order is unfunded. An order with null counts against no client. */
  readonly clientHash: string | null
}

export interface OrderWriter {
  /** Whether the address is a vault of any order on any chain. */
  isVault(address: Address): Promise<boolean>
  /**
   * Consumes the quote and inserts the order, its intents and its first event in one transaction.
   * @param withOrder runs in that transaction; the order is not stored when it fails.
   */
  create(
    order: NewOrder,
    quote: Quote,
    withOrder?: (tx: Transaction) => Promise<void>,
  ): Promise<'created' | 'quote_consumed' | 'quote_expired' | 'commitment_reused'>
}

/** Reads the money at a source vault's address. Null when it was not read. Never rejects. */
export type PrefundReader = (order: Order) => Promise<Prefund | null>

export interface OrderReader {
  find(orderId: string): Promise<Order | undefined>
}

export type OrderFilter = {
  readonly orderIds?: readonly string[] | undefined
  readonly statuses?: readonly OrderStatus[] | undefined
  readonly userId?: string | undefined
  readonly sourceChain?: string | undefined
  /** The chain on which the user receives. With a hop, that is the final chain. */
  readonly destChain?: string | undefined
  /** The asset on either side of an order. */
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

/** A position in a list, which is sorted by time and then by identifier. */
export type Keyset = { readonly at: Date; readonly orderId: string }

export interface OrderLister {
  /** @throws AppError INVALID_REQUEST when so few orders match that finding them takes too long. */
  list(query: {
    filter: OrderFilter
    direction: SortDirection
    limit: number
    from: { offset: number } | { after: Keyset }
  }): Promise<Order[]>
  /** The exact number of all orders, of a user's orders, or of those with some statuses. Undefined for any other filter. */
  total(filter: OrderFilter): Promise<number | undefined>
  /** Counts up to `most`. Undefined when counting takes too long. */
  countUpTo(filter: OrderFilter, most: number): Promise<number | undefined>
}

export interface FactReader {
  /** The facts of an order, the oldest first, however few confirmations they have. */
  ofOrder(orderId: string): Promise<StandingFactWire[]>
}
