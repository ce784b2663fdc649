import type { Lifecycle, Part, WorkLimit } from '@tandem/service-kit'
import type { Config } from '../config.ts'
import type { Databases } from '../db/compose-database.ts'
import { makeEventStore } from './db/event.store.ts'
import { makeEventFeed } from './db/event-feed.ts'
import { type EventRoutesDeps, eventRoutes } from './event.routes.ts'
import { makeEventHub } from './event-hub.ts'
import type { StreamLimits } from './open-streams.ts'

export type EventsPart = Part & {
  /** Looks for new events at once when it is nudged, while anyone listens. */
  readonly feed: { nudge(): void }
}

type Needs = {
  config: Pick<Config, 'apiKeyHashes' | 'maxStreams' | 'maxStreamsPerAddress'>
  databases: Databases
  orders: EventRoutesDeps['orders']
  limitLists: WorkLimit
  lifecycle: Lifecycle
  onError: (error: unknown) => void
}

export function composeEvents({ config, databases, orders, limitLists, lifecycle, onError }: Needs): EventsPart {
  const events = makeEventStore(databases.lists.prisma)
  const feed = makeEventFeed(databases.essential.prisma, { onError })
  const { stopping } = lifecycle
  return {
    feed,
    routes: [
      eventRoutes({
        events,
        orders,
        limitLists,
        hub: makeEventHub({ feed, events, stopping }),
        limits: streamLimitsOf(config),
        stopping,
      }),
    ],
    stop: () => feed.stopped(),
  }
}

/** A fifth of the streams is for API keys, where there are any. */
const streamLimitsOf = ({ apiKeyHashes, maxStreams, maxStreamsPerAddress }: Needs['config']): StreamLimits => ({
  inAll: maxStreams,
  forKeys: apiKeyHashes.length === 0 ? 0 : Math.ceil(maxStreams / 5),
  perAddress: maxStreamsPerAddress,
})
