import { type CreateClaim, createClaimCodec, listClaimsSchema, success, z } from '@tandem/contracts'
import { AppError, decodeRequest } from '@tandem/service-kit'
import { Router } from 'express'
import type { WorkRequest } from '../work/domain/work.ts'
import type { Submitted, WorkStore, WorkTransactions } from '../work/ports.ts'
import { claimWire } from '../work/request.wire.ts'

export interface ClaimRoutesDeps {
  submitClaim: (claim: CreateClaim) => Promise<Submitted>
  store: Pick<WorkStore, 'findByOrder'>
  transactions: Pick<WorkTransactions, 'status'>
}

const claimParams = z.object({ claim_id: z.uuid({ error: 'must be a claim identifier (a UUID)' }) })

export function claimRoutes({ submitClaim, store, transactions }: ClaimRoutesDeps): Router {
  const router = Router()
  const wireOf = async (request: WorkRequest) => claimWire(request, (await transactions.status(request)).attempts)

  router.post('/claims', async (req, res) => {
    const { request, isNew } = await submitClaim(decodeRequest(createClaimCodec, req.body))
    res
      .status(isNew ? 202 : 200)
      .location(`/claims/${request.id}`)
      .json(success(isNew ? claimWire(request, []) : await wireOf(request)))
  })

  router.get('/claims', async (req, res) => {
    const { order_id: orderId } = decodeRequest(listClaimsSchema, req.query)
    const request = await store.findByOrder(orderId.toLowerCase(), 'claim')
    res.json(success({ data: request === undefined ? [] : [await wireOf(request)] }))
  })

  router.get('/claims/:claim_id', async (req, res) => {
    const { claim_id: id } = decodeRequest(claimParams, req.params)
    const found = await transactions.status(id.toLowerCase())
    if (found?.request.work.kind !== 'claim') throw new AppError('CLAIM_NOT_FOUND', 'no claim has this identifier')
    res.json(success(claimWire(found.request, found.attempts)))
  })

  return router
}
