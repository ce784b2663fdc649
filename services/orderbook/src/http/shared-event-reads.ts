import { makeLimit, singleFlight } from '@tandem/service-kit'
import type { EventReader } from '../usecases/ports.ts'
import { type Frame, frameOf } from './event-ring.ts'

/** Streams that read older events from the database at once. */
const mostReading = 4

/** Events after a `seq`, of one order or of all. */
type Range = { orderId: string | undefined; after: number; limit: number }

/** Reads of the database, a few at a time; streams that ask for the same at the same time share the answer. */
export function makeSharedEventReads(
  events: Pick<EventReader, 'listAll' | 'listOfOrder'>,
): (range: Range) => Promise<readonly Frame[]> {
  const limited = makeLimit(mostReading)
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
