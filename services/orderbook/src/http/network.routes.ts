import { type Network, success } from '@tandem/contracts'
import { Router } from 'express'
import { type LiveRoute, routesFreshSecs } from '../usecases/read-routes.ts'
import { routeWire } from './route.wire.ts'

export type NetworkRoutesDeps = {
  network: () => Pick<Network, 'chains' | 'assets'>
  readRoutes: () => Promise<readonly LiveRoute[]>
}

export function networkRoutes({ network, readRoutes }: NetworkRoutesDeps): Router {
  const router = Router()
  for (const list of ['chains', 'assets'] as const) {
    router.get(`/${list}`, (_req, res) => {
      res.set('Cache-Control', 'public, max-age=60').json(success({ data: network()[list] }))
    })
  }

  router.get('/routes', async (_req, res) => {
    const data = (await readRoutes()).map(routeWire)
    res.set('Cache-Control', `public, max-age=${routesFreshSecs}`).json(success({ data }))
  })

  return router
}
