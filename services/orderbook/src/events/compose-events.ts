import type { Lifecycle, Part, WorkLimit } from '@tandem/service-kit'
import type { Config } from '../config.ts'
import type { Databases } from '../db/compose-database.ts'
import { makeEventStore } from './db/event.store.ts'
import { makeEventFeed } from './db/event-feed.ts'
import { type EventRoutesDeps, eventRoutes } from './event.routes.ts'
import { makeEventHub } from './event-hub.ts'
import type { StreamLimits } from './open-streams.ts'

export type EventsPart = Part & {
  /** When nudged, looks for new events at once, as long as anyone listens. */
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

/** Reserves a fifth of the streams for callers with an API key, if any key is configured. */
const streamLimitsOf = ({ apiKeyHashes, maxStreams, maxStreamsPerAddress }: Needs['config']): StreamLimits => ({
  inAll: maxStreams,
  forKeys: apiKeyHashes.length === 0 ? 0 : Math.ceil(maxStreams / 5),
  perAddress: maxStreamsPerAddress,
})
