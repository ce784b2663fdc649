import { type Network, success } from '@tandem/contracts'
import { Router } from 'express'

/** The chains, assets and routes of the network file, so that a client hard-codes nothing. */
export function networkRoutes({ network }: { network: Network }): Router {
  const router = Router()
  for (const list of ['chains', 'assets', 'routes'] as const) {
    const answer = success({ data: network[list] })
    router.get(`/${list}`, (_req, res) => {
      res.set('Cache-Control', 'public, max-age=60').json(answer)
    })
  }
  return router
}
