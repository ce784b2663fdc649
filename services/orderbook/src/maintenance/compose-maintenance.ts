import type { Part } from '@tandem/service-kit'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Databases } from '../db/compose-database.ts'
import type { RetentionDays } from '../events/db/retention.ts'
import { startMaintenance } from './maintenance.ts'
import { observeBacklog } from './observe-backlog.ts'

/** How many days deliveries are kept at most, and never longer than the events that they deliver. */
const maxDeliveriesDays = 30

const retentionOf = ({ eventsRetentionDays: events }: Pick<Config, 'eventsRetentionDays'>): RetentionDays => ({
  events,
  deliveries: events === 0 ? maxDeliveriesDays : Math.min(events, maxDeliveriesDays),
})

export function composeMaintenance(needs: {
  config: Pick<Config, 'eventsRetentionDays'>
  databases: Databases
  registry: Registry
  onError: (error: unknown) => void
}): Part {
  const { prisma } = needs.databases.essential
  observeBacklog(prisma, needs.registry, needs.onError)
  let stop: (() => Promise<void>) | undefined
  return {
    start: () => {
      stop = startMaintenance(prisma, retentionOf(needs.config), needs.onError)
    },
    stop: () => stop?.(),
  }
}
