import { createHash } from 'node:crypto'
import { createClaimCodec, listClaimsSchema, success, withdrawClaimSchema, z } from '@tandem/contracts'
import { AppError, apiClient, clientOf, decodeRequest } from '@tandem/service-kit'
import { type Request, Router } from 'express'
import type { Hex } from 'viem'
import type { WorkRequest } from '../work/domain/work.ts'
import type { WorkStore, WorkTransactions } from '../work/ports.ts'
import { claimWire } from '../work/request.wire.ts'
import type { Client, SubmitClaim } from './submit-claim.ts'
import type { WithdrawClaim } from './withdraw-claim.ts'

export interface ClaimRoutesDeps {
  submitClaim: SubmitClaim
  withdrawClaim: WithdrawClaim
  store: Pick<WorkStore, 'findByOrder'>
  transactions: Pick<WorkTransactions, 'status'>
}

const claimParams = z.object({ claim_id: z.uuid({ error: 'must be a claim identifier (a UUID)' }) })

export function claimRoutes({ submitClaim, withdrawClaim, store, transactions }: ClaimRoutesDeps): Router {
  const router = Router()
  const wireOf = async (request: WorkRequest) => claimWire(request, (await transactions.status(request)).attempts)

  router.post('/claims', async (req, res) => {
    const { request, isNew } = await submitClaim(decodeRequest(createClaimCodec, req.body), clientIn(req))
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

  router.post('/claims/:claim_id/withdraw', async (req, res) => {
    const { claim_id: id } = decodeRequest(claimParams, req.params)
    const { secret } = decodeRequest(withdrawClaimSchema, req.body)
    res.json(success(await wireOf(await withdrawClaim(id.toLowerCase(), secret.toLowerCase() as Hex))))
  })

  return router
}

const clientIn = (req: Request): Client => ({
  hash: createHash('sha256').update(clientOf(req)).digest('hex'),
  hasKey: apiClient(req) !== undefined,
})
