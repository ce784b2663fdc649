import { type CreateInitiationWire, createInitiationSchema, success, z } from '@tandem/contracts'
import { AppError, decodeRequest } from '@tandem/service-kit'
import { Router } from 'express'
import type { Settlement } from '../domain/settlement.ts'
import type { SettlementStore } from '../usecases/ports.ts'
import { initiationWire } from './settlement.wire.ts'

export interface InitiationRoutesDeps {
  submitInitiation: (body: CreateInitiationWire) => Promise<{ settlement: Settlement; isNew: boolean }>
  store: Pick<SettlementStore, 'find' | 'history'>
}

const initiationParams = z.object({ initiation_id: z.uuid({ error: 'must be an initiation identifier (a UUID)' }) })

export function initiationRoutes({ submitInitiation, store }: InitiationRoutesDeps): Router {
  const router = Router()
  const wireOf = async (settlement: Settlement) => initiationWire(settlement, (await store.history(settlement.id)).all)

  router.post('/initiations', async (req, res) => {
    const { settlement, isNew } = await submitInitiation(decodeRequest(createInitiationSchema, req.body))
    res
      .status(isNew ? 202 : 200)
      .location(`/initiations/${settlement.id}`)
      // Nothing was tried yet for one that is new.
      .json(success(isNew ? initiationWire(settlement, []) : await wireOf(settlement)))
  })

  router.get('/initiations/:initiation_id', async (req, res) => {
    const { initiation_id: id } = decodeRequest(initiationParams, req.params)
    const settlement = await store.find(id.toLowerCase())
    if (settlement?.work.kind !== 'initiation')
      throw new AppError('INITIATION_NOT_FOUND', 'no initiation has this identifier')
    res.json(success(await wireOf(settlement)))
  })

  return router
}
