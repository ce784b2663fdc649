import { success } from '@tandem/contracts'
import { Router } from 'express'
import { type LiveRoute, routesFreshSecs } from './read-routes.ts'
import { routeWire } from './route.wire.ts'

/** Each route of the network, with what it can be quoted for at this moment. */
export function liveRouteRoutes(readRoutes: () => Promise<readonly LiveRoute[]>): Router {
  const router = Router()

  router.get('/routes', async (_req, res) => {
    const data = (await readRoutes()).map(routeWire)
    res.set('Cache-Control', `public, max-age=${routesFreshSecs}`).json(success({ data }))
  })

  return router
}
