import { type CreateShare, createShareCodec, type KeptShareWire, orderIdSchema, success, z } from '@tandem/contracts'
import { decodeRequest } from '@tandem/service-kit'
import { Router } from 'express'
import type { Hex } from 'viem'
import type { ShownShare } from '../shares/domain/share-rules.ts'

export interface ShareRoutesDeps {
  keepShare: (share: CreateShare) => Promise<{ shareHash: Hex; keptUntil: number }>
  showShares: (orderId: string) => Promise<readonly ShownShare[]>
}

const shareParams = z.object({ order_id: orderIdSchema })

export function shareRoutes({ keepShare, showShares }: ShareRoutesDeps): Router {
  const router = Router()

  router.post('/shares', async (req, res) => {
    const body = decodeRequest(createShareCodec, req.body)
    const { shareHash, keptUntil } = await keepShare(body)
    const kept: KeptShareWire = { order_id: body.orderId, share_hash: shareHash, kept_until: keptUntil }
    res.json(success(kept))
  })

  router.get('/shares/:order_id', async (req, res) => {
    const { order_id: orderId } = decodeRequest(shareParams, req.params)
    const shown = await showShares(orderId.toLowerCase())
    res.json(success({ data: shown.map(({ shareHash, share }) => ({ share_hash: shareHash, share })) }))
  })

  return router
}
