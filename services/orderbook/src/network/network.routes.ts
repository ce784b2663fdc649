import { type Network, success } from '@tandem/contracts'
import { Router } from 'express'

export type NetworkRoutesDeps = {
  network: () => Pick<Network, 'chains' | 'assets'>
}

export function networkRoutes({ network }: NetworkRoutesDeps): Router {
  const router = Router()
  for (const list of ['chains', 'assets'] as const) {
    router.get(`/${list}`, (_req, res) => {
      res.set('Cache-Control', 'public, max-age=60').json(success({ data: network()[list] }))
    })
  }
  return router
}
