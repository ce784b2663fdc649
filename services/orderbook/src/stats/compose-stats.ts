import type { Part } from '@tandem/service-kit'
import type { Config } from '../config.ts'
import type { Databases } from '../db/compose-database.ts'
import type { NetworkIndex } from '../network/domain/network.ts'
import type { Clock } from '../ports.ts'
import { makeRouteTimes } from './db/route-times.store.ts'
import { makeStatsReader } from './db/stats.store.ts'
import type { RouteTimes } from './ports.ts'
import { makeReadStats } from './read-stats.ts'
import { statsRoutes } from './stats.routes.ts'

export type StatsPart = Part & { readonly routeTimes: RouteTimes }

type Needs = {
  config: Pick<Config, 'statsCacheSecs'>
  databases: Databases
  network: NetworkIndex
  now: Clock
}

export function composeStats({ config: { statsCacheSecs: cacheSecs }, databases, network, now }: Needs): StatsPart {
  const { lists, reads } = databases
  const stats = makeStatsReader(lists.prisma, (compute) => reads.read((db) => compute(db.prisma)))
  const readStats = makeReadStats({ stats, cacheSecs, now })
  return {
    routeTimes: makeRouteTimes(lists.sql),
    routes: [statsRoutes({ readStats, cacheSecs, network, now })],
  }
}
