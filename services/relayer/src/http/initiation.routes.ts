import { type CreateInitiationWire, createInitiationSchema, success, z } from '@tandem/contracts'
import { AppError, decodeRequest } from '@tandem/service-kit'
import { Router } from 'express'
import type { Submitted, WorkTransactions } from '../work/ports.ts'
import { initiationWire } from './request.wire.ts'

export interface InitiationRoutesDeps {
  submitInitiation: (body: CreateInitiationWire) => Promise<Submitted>
  transactions: Pick<WorkTransactions, 'status'>
}

const initiationParams = z.object({ initiation_id: z.uuid({ error: 'must be an initiation identifier (a UUID)' }) })

export function initiationRoutes({ submitInitiation, transactions }: InitiationRoutesDeps): Router {
  const router = Router()

  router.post('/initiations', async (req, res) => {
    const { request, isNew } = await submitInitiation(decodeRequest(createInitiationSchema, req.body))
    const attempts = isNew ? [] : (await transactions.status(request)).attempts
    res
      .status(isNew ? 202 : 200)
      .location(`/initiations/${request.id}`)
      .json(success(initiationWire(request, attempts)))
  })

  router.get('/initiations/:initiation_id', async (req, res) => {
    const { initiation_id: id } = decodeRequest(initiationParams, req.params)
    const found = await transactions.status(id.toLowerCase())
    if (found?.request.work.kind !== 'initiation')
      throw new AppError('INITIATION_NOT_FOUND', 'no initiation has this identifier')
    res.json(success(initiationWire(found.request, found.attempts)))
  })

  return router
}
