import { type CreateClaim, createClaimCodec, listClaimsSchema, success, z } from '@tandem/contracts'
import { AppError, decodeRequest } from '@tandem/service-kit'
import { Router } from 'express'
import type { Settlement } from '../domain/settlement.ts'
import type { SettlementStore } from '../usecases/ports.ts'
import { claimWire } from './settlement.wire.ts'

export interface ClaimRoutesDeps {
  submitClaim: (claim: CreateClaim) => Promise<{ settlement: Settlement; isNew: boolean }>
  store: Pick<SettlementStore, 'find' | 'findByOrder' | 'history'>
}

const claimParams = z.object({ claim_id: z.uuid({ error: 'must be a claim identifier (a UUID)' }) })

export function claimRoutes({ submitClaim, store }: ClaimRoutesDeps): Router {
  const router = Router()
  const wireOf = async (settlement: Settlement) => claimWire(settlement, (await store.history(settlement.id)).all)

  router.post('/claims', async (req, res) => {
    const { settlement, isNew } = await submitClaim(decodeRequest(createClaimCodec, req.body))
    res
      .status(isNew ? 202 : 200)
      .location(`/claims/${settlement.id}`)
      // Nothing was tried yet for one that is new.
      .json(success(isNew ? claimWire(settlement, []) : await wireOf(settlement)))
  })

  router.get('/claims', async (req, res) => {
    const { order_id: orderId } = decodeRequest(listClaimsSchema, req.query)
    const settlement = await store.findByOrder(orderId.toLowerCase(), 'claim')
    res.json(success({ data: settlement === undefined ? [] : [await wireOf(settlement)] }))
  })

  router.get('/claims/:claim_id', async (req, res) => {
    const { claim_id: id } = decodeRequest(claimParams, req.params)
    const settlement = await store.find(id.toLowerCase())
    if (settlement?.work.kind !== 'claim') throw new AppError('CLAIM_NOT_FOUND', 'no claim has this identifier')
    res.json(success(await wireOf(settlement)))
  })

  return router
}
