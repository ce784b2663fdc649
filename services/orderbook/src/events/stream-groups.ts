import type { EventStream } from './event-stream.ts'

export type StreamGroups = {
  add(stream: EventStream): void
  remove(stream: EventStream): void
  ofAll(): readonly EventStream[]
  ofOrder(orderId: string): Iterable<EventStream>
  every(): readonly EventStream[]
}

export function makeStreamGroups(): StreamGroups {
  const ofAll = new Set<EventStream>()
  const ofOrders = new Map<string, Set<EventStream>>()
  return {
    add: (stream) => {
      const group = stream.orderId === undefined ? ofAll : (ofOrders.get(stream.orderId) ?? new Set())
      group.add(stream)
      if (stream.orderId !== undefined) ofOrders.set(stream.orderId, group)
    },
    remove: (stream) => {
      if (stream.orderId === undefined) {
        ofAll.delete(stream)
        return
      }
      const group = ofOrders.get(stream.orderId)
      group?.delete(stream)
      if (group?.size === 0) ofOrders.delete(stream.orderId)
    },
    ofAll: () => [...ofAll],
    ofOrder: (orderId) => ofOrders.get(orderId) ?? [],
    every: () => [...ofAll, ...[...ofOrders.values()].flatMap((some) => [...some])],
  }
}
