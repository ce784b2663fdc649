import { type CreateInitiationWire, createInitiationSchema, listInitiationsSchema, success, z } from '@tandem/contracts'
import { AppError, decodeRequest } from '@tandem/service-kit'
import { Router } from 'express'
import type { Submitted, WorkStore, WorkTransactions } from '../work/ports.ts'
import { initiationWire } from '../work/request.wire.ts'

export interface InitiationRoutesDeps {
  submitInitiation: (body: CreateInitiationWire) => Promise<Submitted>
  store: Pick<WorkStore, 'findByOrder'>
  transactions: Pick<WorkTransactions, 'status'>
}

const initiationParams = z.object({ initiation_id: z.uuid({ error: 'must be an initiation identifier (a UUID)' }) })

const noneYet = { attempts: [], reason: null }

export function initiationRoutes({ submitInitiation, store, transactions }: InitiationRoutesDeps): Router {
  const router = Router()

  router.post('/initiations', async (req, res) => {
    const { request, isNew } = await submitInitiation(decodeRequest(createInitiationSchema, req.body))
    const { attempts, reason } = isNew ? noneYet : await transactions.status(request)
    res
      .status(isNew ? 202 : 200)
      .location(`/initiations/${request.id}`)
      .json(success(initiationWire(request, attempts, reason)))
  })

  router.get('/initiations', async (req, res) => {
    const { order_id: orderId } = decodeRequest(listInitiationsSchema, req.query)
    const request = await store.findByOrder(orderId.toLowerCase(), 'initiation')
    const found = request && (await transactions.status(request))
    const data = found === undefined ? [] : [initiationWire(found.request, found.attempts, found.reason)]
    res.json(success({ data }))
  })

  router.get('/initiations/:initiation_id', async (req, res) => {
    const { initiation_id: id } = decodeRequest(initiationParams, req.params)
    const found = await transactions.status(id.toLowerCase())
    if (found?.request.work.kind !== 'initiation')
      throw new AppError('INITIATION_NOT_FOUND', 'no initiation has this identifier')
    res.json(success(initiationWire(found.request, found.attempts, found.reason)))
  })

  return router
}
