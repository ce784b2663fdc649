import type { OrderEventWire } from '@tandem/contracts'
import type { StoredEvent } from './ports.ts'

export function eventWire(event: StoredEvent): OrderEventWire {
  return {
    seq: event.seq,
    order_seq: event.orderSeq,
    order_id: event.orderId,
    type: event.type,
    status: event.status,
    fact: event.fact,
    created_at: event.createdAt.toISOString(),
  }
}
