import { success } from '@tandem/contracts'
import { Router } from 'express'
import type { NetworkIndex } from '../network/domain/network.ts'
import type { Clock } from '../ports.ts'
import type { ComputedStats } from './read-stats.ts'
import { statsWire } from './stats.wire.ts'

export type StatsRoutesDeps = {
  readStats: () => Promise<ComputedStats>
  cacheSecs: number
  network: NetworkIndex
  now: Clock
}

export function statsRoutes({ readStats, cacheSecs, network, now }: StatsRoutesDeps): Router {
  const router = Router()

  router.get('/stats', async (_req, res) => {
    const { stats, computedAtMs } = await readStats()
    const secondsLeft = Math.ceil((computedAtMs + cacheSecs * 1000 - now()) / 1000)
    res.set('Cache-Control', `public, max-age=${Math.max(0, secondsLeft)}`).json(success(statsWire(stats, network)))
  })

  return router
}
