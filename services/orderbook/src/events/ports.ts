import type { FactWire, OrderEventWire, OrderStatus } from '@tandem/contracts'

/** An event of an order, with its `fact` as on the wire. */
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
  /** Events of all orders, the oldest first. Whoever has read the event with `seq` n has missed no earlier event. */
  listAll(afterSeq: number, limit: number): Promise<StoredEvent[]>
  listOfOrder(orderId: string, afterSeq: number, limit: number): Promise<StoredEvent[]>
  /** The `seq` up to which events were deleted. Zero when none was. */
  prunedSeq(): Promise<number>
}

export interface EventFeed {
  /**
   * Calls the listener with new events in the order of `seq`. The listener gets `unknown` first, and whenever events may
   * have been missed.
   * @returns a function that ends the subscription.
   */
  onEvents(listener: (news: readonly StoredEvent[] | 'unknown') => void): () => void
}
