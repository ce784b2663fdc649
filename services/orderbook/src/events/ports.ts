import type { FactWire, OrderEventWire, OrderStatus } from '@tandem/contracts'

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

export interface EventFeed {
  /**
   * In the order of `seq`; `unknown` first, and when events may have been missed.
   * @returns ends it.
   */
  onEvents(listener: (news: readonly StoredEvent[] | 'unknown') => void): () => void
}
