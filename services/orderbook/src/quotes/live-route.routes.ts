import { success } from '@tandem/contracts'
import { Router } from 'express'
import { type LiveRoute, routesFreshSecs } from './read-routes.ts'
import { routeWire } from './route.wire.ts'

/** Answers the routes of the network, each with the amounts that can be quoted at the moment. */
export function liveRouteRoutes(readRoutes: () => Promise<readonly LiveRoute[]>): Router {
  const router = Router()

  router.get('/routes', async (_req, res) => {
    const data = (await readRoutes()).map(routeWire)
    res.set('Cache-Control', `public, max-age=${routesFreshSecs}`).json(success({ data }))
  })

  return router
}
