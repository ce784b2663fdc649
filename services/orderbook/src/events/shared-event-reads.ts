import { singleFlight } from '@tandem/service-kit'
import pLimit from 'p-limit'
import { type Frame, frameOf } from './event-ring.ts'
import type { EventReader } from './ports.ts'

const maxReading = 4

type Range = { orderId: string | undefined; after: number; limit: number }

/** Reads encoded events. Equal reads at the same time share one answer. */
export function makeSharedEventReads(
  events: Pick<EventReader, 'listAll' | 'listOfOrder'>,
): (range: Range) => Promise<readonly Frame[]> {
  const limited = pLimit(maxReading)
  return singleFlight(
    async ({ orderId, after, limit }) => {
      const found = await limited(() =>
        orderId === undefined ? events.listAll(after, limit) : events.listOfOrder(orderId, after, limit),
      )
      return found.map(frameOf)
    },
    ({ orderId, after, limit }) => `${orderId} ${after} ${limit}`,
  )
}
